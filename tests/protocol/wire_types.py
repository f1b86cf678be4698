"""Descriptions of the wire types: fields with their names, types, sentences and defaults.

The protocol page and the types of both editor clients are generated from them.
"""

import types as python_types
import typing
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, get_args, get_origin

import msgspec

from ctx_lsp.protocol.command import Command
from ctx_lsp.protocol.commands import COMMANDS

Kind = Any  # a type as it stands in an annotation

WIRE = "Wire"  # the prefix of answers' types in the server, where the façade has types of the same name
UNIONS = (typing.Union, python_types.UnionType)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a message. `kind` still holds the bounds of numbers, texts and lists."""

    name: str
    kind: Kind
    description: str
    required: bool
    default: object


def fields_of(kind: type) -> list[Field]:
    """The fields of a wire type, in their order on the wire."""
    return [
        Field(one.encode_name, one.type, _description(one.type), one.required, one.default)
        for one in msgspec.structs.fields(kind)
    ]


def shown_name(kind: type) -> str:
    """The name of a wire type outside the server."""
    return kind.__name__.removeprefix(WIRE)


def bare(kind: Kind) -> Kind:
    """A type without bounds and sentences at its top."""
    origin: object = get_origin(kind)
    return get_args(kind)[0] if origin is typing.Annotated else kind


def alternatives(kind: Kind) -> list[Kind]:
    """The alternatives of a type that can be sent; the type itself if it is not a union."""
    whole = bare(kind)
    origin: object = get_origin(whole)
    arms = get_args(whole) if origin in UNIONS else (kind,)
    return [arm for arm in arms if arm is not msgspec.UnsetType]


def structs(commands: Iterable[Command[Any, Any, Any]] = COMMANDS) -> Iterator[type]:
    """The wire types, each once: the parameters and the answer of each command, followed by the types that they use."""
    seen: set[type] = set()
    for command in commands:
        for kind in (command.params, command.answer):
            yield from _structs_in(kind, seen)


def _structs_in(kind: Kind, seen: set[type]) -> Iterator[type]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind not in seen:
            seen.add(kind)
            yield kind
            for field in fields_of(kind):
                yield from _structs_in(field.kind, seen)
        return
    for inner in get_args(kind):
        yield from _structs_in(inner, seen)


def _description(kind: Kind) -> str:
    notes = [note for one in (kind, *alternatives(kind)) for note in getattr(one, "__metadata__", ())]
    return next((note.description for note in notes if note.description), "")


def as_read(answer: msgspec.Struct) -> Any:  # noqa: ANN401  # JSON values
    """An answer as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(answer))
