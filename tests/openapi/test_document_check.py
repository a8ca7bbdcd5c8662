"""The check finds each break of what a document has to keep to."""

import copy

import pytest

from adapters.http.app import document_of
from domain.catalog import CATALOG
from openapi.document.check import DocumentError, check
from openapi.document.names import Names, union
from openapi.document.schemas import mapped, normal, nullable
from openapi.wire import REQUESTS

DOCUMENT = document_of(CATALOG)
ASKED = {model.__name__ for model in REQUESTS}


def schemas(document):
    return document["components"]["schemas"]


def drop_component(document):
    del schemas(document)["MysteryGain"]


def stray_component(document):
    schemas(document)["Stray"] = {"type": "string"}


def dangling_header(document):
    del document["components"]["headers"]["ETag"]


def boundless(document):
    del schemas(document)["EventPage"]["properties"]["version"]["maximum"]


def untyped_set(document):
    del schemas(document)["Status"]["type"]


def inline_object(document):
    schemas(document)["Health"]["properties"]["more"] = {"type": "object", "properties": {}}
    schemas(document)["Health"]["required"].append("more")


def inline_set(document):
    schemas(document)["Seat"]["properties"]["absent"] = {"type": "string", "enum": ["a", "b"]}


def untagged(document):
    schemas(document)["Seat"]["properties"]["absent"] = {"anyOf": [{"type": "string"}, {"type": "boolean"}]}


def anything(document):
    schemas(document)["Seat"]["properties"]["absent"] = {"description": "who knows"}


def noise(document):
    schemas(document)["Seat"]["title"] = "Seat"


def mark(document):
    schemas(document)["Seat"]["properties"]["absent"] = {"x-component": "Seat"}


def part_of_mapping(document):
    schemas(document)["Action"]["discriminator"]["mapping"].popitem()


def wrong_tag(document):
    schemas(document)["MysteryCollect"]["properties"]["type"]["const"] = "mystery.gather"


def tag_optional(document):
    schemas(document)["MysteryCollect"]["required"].remove("type")


def open_request(document):
    del schemas(document)["MysteryGain"]["additionalProperties"]


def closed_answer(document):
    schemas(document)["Seat"]["additionalProperties"] = False


def missing_field(document):
    schemas(document)["Seat"]["required"].remove("absent")


def twice(document):
    document["paths"]["/me"]["get"]["operationId"] = "getMatch"


def speechless(document):
    document["paths"]["/me"]["get"]["summary"] = ""


def nameless_body(document):
    content = document["paths"]["/me"]["patch"]["requestBody"]["content"]
    content["application/json"]["schema"] = {**content["application/json"]["schema"], "type": "object"}


def boundless_parameter(document):
    for one in document["paths"]["/matches"]["get"]["parameters"]:
        one["schema"].pop("maximum", None)


def null_parameter(document):
    document["paths"]["/matches"]["get"]["parameters"][0]["schema"]["type"] = ["string", "null"]


@pytest.mark.parametrize(
    "broken",
    [
        drop_component,
        stray_component,
        dangling_header,
        boundless,
        untyped_set,
        inline_object,
        inline_set,
        untagged,
        anything,
        noise,
        mark,
        part_of_mapping,
        wrong_tag,
        tag_optional,
        open_request,
        closed_answer,
        missing_field,
        twice,
        speechless,
        nameless_body,
        boundless_parameter,
        null_parameter,
    ],
    ids=lambda broken: broken.__name__,
)
def test_a_break_is_found(broken):
    document = copy.deepcopy(DOCUMENT)
    check(document, ASKED)
    broken(document)
    with pytest.raises(DocumentError):
        check(document, ASKED)


@pytest.mark.parametrize(
    ("raw", "made"),
    [
        ({"enum": ["x"]}, {"type": "string", "const": "x"}),
        ({"enum": ["b", "a"], "title": "T"}, {"type": "string", "enum": ["b", "a"]}),
        ({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}, {"type": ["integer", "null"], "minimum": 1}),
        (
            {"anyOf": [{"$ref": "#/components/schemas/A"}, {"type": "null"}], "default": None, "description": "d"},
            {"description": "d", "anyOf": [{"$ref": "#/components/schemas/A"}, {"type": "null"}]},
        ),
        ({"type": "boolean", "default": False}, {"type": "boolean", "description": "Default: `false`."}),
        (
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}], "items": False},
            {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
        ),
        (
            {"type": "object", "patternProperties": {"^a$": {"type": "string"}}, "propertyNames": {"maxLength": 3}},
            {
                "type": "object",
                "propertyNames": {"type": "string", "maxLength": 3, "pattern": "^a$"},
                "additionalProperties": {"type": "string"},
            },
        ),
    ],
)
def test_every_source_is_brought_into_one_form(raw, made):
    assert mapped(raw, normal) == made


def test_a_property_may_be_called_title_or_default():
    schema = {"type": "object", "properties": {"title": {"type": "string", "title": "Title"}, "enum": {"enum": ["x"]}}}
    assert mapped(schema, normal)["properties"] == {
        "title": {"type": "string"},
        "enum": {"type": "string", "const": "x"},
    }


@pytest.mark.parametrize("raw", [{"enum": [1, 2]}, {"prefixItems": [{"type": "string"}, {"type": "integer"}]}])
def test_what_has_no_plain_form_is_refused(raw):
    with pytest.raises(ValueError, match=r"a (closed set|row) of"):
        normal(raw)


def test_null_is_added_once():
    once = nullable({"type": "integer"})
    assert nullable(once) == once == {"type": ["integer", "null"]}
    referred = nullable({"$ref": "#/components/schemas/A"})
    assert nullable(referred) == referred


def member(kind: str):
    return {"properties": {"kind": {"const": kind, "type": "string"}, "n": {"type": "integer"}}, "required": ["kind"]}


def test_a_union_that_nobody_named_is_called_by_its_members():
    holder = {"properties": {"a": {"x-members": ["#/components/schemas/GB", "#/components/schemas/GA"]}}}
    found = Names().named({"GA": member("a"), "GB": member("b"), "GHolder": holder}, "G")
    assert found["GHolder"]["properties"]["a"] == {"$ref": "#/components/schemas/GAOrB"}
    assert found["GAOrB"]["discriminator"]["mapping"] == {
        "a": "#/components/schemas/GA",
        "b": "#/components/schemas/GB",
    }


def test_a_closed_set_that_nobody_named_is_called_by_its_place_and_shared():
    holder = {"properties": {"the_end": {"enum": ["x", "y"]}, "other": {"enum": ["y", "x"]}}}
    found = Names().named({"GHolder": holder}, "G")
    assert found["GHolder"]["properties"]["other"] == {"$ref": "#/components/schemas/GHolderTheEnd"}
    assert found["GHolderTheEnd"] == {"type": "string", "enum": ["x", "y"]}


def test_a_union_without_a_tag_of_its_own_is_refused():
    with pytest.raises(ValueError, match="no tag tells"):
        union(["A", "B"], {"A": member("a"), "B": {"properties": {"n": {"type": "integer"}}}})
    with pytest.raises(ValueError, match="have one tag"):
        union(["A", "B"], {"A": member("a"), "B": member("a")})
