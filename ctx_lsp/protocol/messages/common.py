"""Common parts of the messages: base classes, length limits for lists, and positions in documents.

Field names are camelCase on the wire. The description of each field appears in `docs/protocol.md`. `commands` assigns
parameters and answers to commands; `validation` checks parameters.
"""

from typing import Annotated, Literal, get_type_hints

from msgspec import Meta, Struct, structs, to_builtins

PROTOCOL_VERSION = 1
"""Increased when a field or command is removed or renamed or changes its meaning, but not when one is added."""

MAX_FILES = 10_000  # in one request: a few megabytes of URIs
MAX_ENTRIES = 1_000  # in other lists: names and patterns, each compared with every file or result


def doc(sentence: str) -> Meta:
    """Return the metadata for a field's description in `docs/protocol.md`."""
    return Meta(description=sentence)


Auto = Literal["auto"] | bool
Name = Annotated[str, Meta(min_length=1, max_length=10_000)]
FileUris = Annotated[tuple[str, ...], Meta(min_length=1, max_length=MAX_FILES)]
Words = Annotated[tuple[str, ...], Meta(max_length=MAX_ENTRIES)]
Names = Annotated[tuple[Name, ...], Meta(max_length=MAX_ENTRIES)]
ScopeWord = Literal["workspace", "everywhere"]
Revision = Annotated[str, Meta(min_length=1, max_length=1000)]
Depth = Annotated[int, Meta(ge=1, le=10)]
Question = Annotated[str, Meta(max_length=20_000)]  # characters; a question or a pasted error, not a document

AskedBy = Annotated[
    Annotated[str, Meta(max_length=200)],
    doc("The agent for which the client asks; empty for the user. History and journal name it."),
]


class Params(Struct, frozen=True, rename="camel"):
    """The parameters of a command.

    Unknown fields are ignored, so that an older server can serve a newer client.
    """


class NoParams(Params, frozen=True):
    """The parameters of a command that takes none."""


class WireObject(Struct, frozen=True, rename="camel"):
    """An answer, or a part of one."""


def sentences_about(kind: type[Struct]) -> dict[str, str]:
    """Return the description of each field of the message type `kind`, keyed by the field's name in Python."""
    hints = get_type_hints(kind, include_extras=True)
    return {one.name: hints[one.name].__metadata__[-1].description for one in structs.fields(kind)}


def plain_members(value: WireObject) -> object:
    """Convert an answer to JSON-ready data, in which fields have their camelCase names."""
    return to_builtins(value)


class WirePosition(WireObject, frozen=True):
    """A position between two characters."""

    line: Annotated[int, doc("The line, counted from 0.")]
    character: Annotated[int, doc("The column in units of the negotiated position encoding, counted from 0.")]


class WireRange(WireObject, frozen=True):
    """A range in a document; its end is exclusive."""

    start: Annotated[WirePosition, doc("The first position.")]
    end: Annotated[WirePosition, doc("The position after the last character.")]


Uri = Annotated[str, doc("The URI of the document, or of the notebook's cell.")]
NameRange = Annotated[WireRange, doc("The range of the symbol's name; missing if the symbol no longer exists.")]


class Placed(WireObject, frozen=True):
    """An item with a range in a document."""

    uri: Uri
    range: Annotated[WireRange, doc("The range in the document.")]
