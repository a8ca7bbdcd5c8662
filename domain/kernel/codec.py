"""Tagged values to bytes and back; hashes over canonical bytes."""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, Generic, TypeVar, Union

import msgspec
from msgspec import Struct

from domain.kernel.values import tag

T = TypeVar("T", bound=Struct)
TABLE_REVISION = 1

_encoder = msgspec.json.Encoder()


def encode(value: Any) -> bytes:
    """The stored and canonical form: JSON, fields in the order of their definition."""
    return _encoder.encode(value)


def builtins(value: Any) -> Any:
    """Dicts, lists, text, numbers."""
    return msgspec.to_builtins(value)


class Codec(Generic[T]):
    """Decodes a closed set of tagged structs; equal tags are refused when it is built."""

    def __init__(self, kinds: Iterable[type[T]]) -> None:
        self.kinds: dict[str, type[T]] = {}
        for kind in kinds:
            if tag(kind) in self.kinds:
                raise ValueError(f"two types are tagged {tag(kind)}")
            self.kinds[tag(kind)] = kind
        union: Any = Union[tuple(self.kinds.values())]  # noqa: UP007 - made at run time
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(union)
        self._union = union

    def decode(self, data: bytes) -> T:
        """The value of stored bytes; raises msgspec.ValidationError for what is not of this set."""
        return self._decoder.decode(data)

    def convert(self, tree: Any) -> T:
        """The value of a tree of builtins."""
        return msgspec.convert(tree, self._union)  # type: ignore[no-any-return]


def digest(*parts: bytes) -> str:
    """A hash over parts of any length, each framed by its own length."""
    state = blake2b(digest_size=16)
    for part in parts:
        state.update(len(part).to_bytes(8, "big") + part)
    return state.hexdigest()


def table_hash(view: Struct) -> str:
    """The hash of the whole table as everybody sees it after the end, with the revision of that form."""
    return f"{TABLE_REVISION}:{digest(encode(view))}"
