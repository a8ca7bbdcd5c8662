"""Resources in the framework's own document: by name only, since `openapi.document` describes them."""

from typing import Any

from litestar.plugins import OpenAPISchemaPlugin
from pydantic import BaseModel


class ByName(OpenAPISchemaPlugin):
    """Makes an empty component of a resource, under its name."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """Whether this is a resource."""
        return isinstance(value, type) and issubclass(value, BaseModel)

    def to_openapi_schema(self, field_definition: Any, schema_creator: Any) -> Any:
        """The component."""
        name = field_definition.annotation.__name__
        return schema_creator.create_component_schema(field_definition, required=[], property_fields={}, title=name)
