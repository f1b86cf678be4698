"""Types for the arguments of each tool, and the JSON schemas of these types. `tools` turns arguments into commands.

The types do not limit lengths or check that names exist; the server that runs the command does.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ctx_lsp.protocol.errors import invalid_params

Text = Annotated[str, Meta(description="Question, error message or name")]
Symbol = Annotated[str, Meta(description="Name or path::Qualified.name")]
Paths = Annotated[tuple[str, ...], Meta(description="Absolute, or relative to the root")]
Base = Annotated[str, Meta(description="Git revision to compare with")]
Budget = Annotated[int, Meta(ge=100, le=100_000, description="Token limit")]
Since = Annotated[str, Meta(description='Pack you still have; "none": send everything')]
Revision = Annotated[str, Meta(description="Only what differs from a Git revision")]
NoteKind = Literal["convention", "decision", "gotcha", "failure"]
Scope = Annotated[tuple[str, ...], Meta(description="Published repositories; everywhere; workspace")]
Guess = Annotated[str, Meta(description="Your guess at the code")]

NOTE = "Note"  # in place of a kind of symbol


class SearchArguments(Struct, frozen=True, forbid_unknown_fields=True):
    """Arguments of the `search` tool.

    If `kinds` contains `NOTE`, it must contain nothing else, and only `question` and `limit` may be set besides it.
    """

    question: Text
    limit: Annotated[int, Meta(ge=1, le=50)] = 10
    kinds: Annotated[tuple[str, ...], Meta(description="Such as Class, Function; Note: the team's notes")] = ()
    languages: tuple[str, ...] = ()
    paths: Annotated[tuple[str, ...], Meta(description=".gitignore patterns")] = ()
    hypothetical: Guess | UnsetType = UNSET
    changed_since: Revision | UnsetType = UNSET


class ContextArguments(Struct, frozen=True, forbid_unknown_fields=True):
    """Arguments of the `context` tool. Exactly one of the first five fields must be set; it names the subject.

    `scope` and `changed_since` may be set only together with `question`.
    """

    question: Text | UnsetType = UNSET
    symbol: str | UnsetType = UNSET
    files: Paths | UnsetType = UNSET
    base: Base | UnsetType = UNSET
    diff: Annotated[str, Meta(description="Unified diff")] | UnsetType = UNSET
    hypothetical: Guess | UnsetType = UNSET
    scope: Scope | UnsetType = UNSET
    changed_since: Revision | UnsetType = UNSET
    budget: Budget | UnsetType = UNSET
    since: Since | UnsetType = UNSET


class ReadArguments(Struct, frozen=True, forbid_unknown_fields=True):
    """Arguments of the `read_symbol` tool."""

    symbol: Symbol
    budget: Budget | UnsetType = UNSET
    since: Since | UnsetType = UNSET


class ExplainArguments(Struct, frozen=True, forbid_unknown_fields=True):
    """Arguments of the `explain` tool."""

    question: Text
    symbol: Symbol


class ImpactArguments(Struct, frozen=True, forbid_unknown_fields=True):
    """Arguments of the `impact` tool: either a symbol or files. `limit` is the number of dependants to list."""

    symbol: Symbol | UnsetType = UNSET
    files: Paths | UnsetType = UNSET
    depth: Annotated[int, Meta(ge=1, le=10)] = 2
    limit: Annotated[int, Meta(ge=1)] = 50


class TestsArguments(Struct, frozen=True, forbid_unknown_fields=True):
    """Arguments of the `tests_for_change` tool. If `files` is set, `base` is ignored."""

    base: Base = "HEAD"
    files: Paths | UnsetType = UNSET


class CheckArguments(Struct, frozen=True, forbid_unknown_fields=True):
    """Arguments of the `check` tool: a draft, files or a diff.

    If `note` is set, the draft is proposed as a note of that type, about the symbols and files in `about`.
    """

    text: Annotated[str, Meta(description="Draft in Markdown")] | UnsetType = UNSET
    files: Paths | UnsetType = UNSET
    diff: Annotated[str, Meta(description="Unified diff")] | UnsetType = UNSET
    note: Annotated[NoteKind, Meta(description="Propose the text as a note")] | UnsetType = UNSET
    about: Annotated[tuple[str, ...], Meta(description="Symbols or files")] = ()


class StatusArguments(Struct, frozen=True, forbid_unknown_fields=True):
    """Arguments of the `status` tool, which takes none."""


FOLDER = "folder"
ABOUT_FOLDER = "Path or name of one of the served folders; default: the first"
_FOLDER_SCHEMA = {"type": "string", "description": "Served folder; default: the first"}  # short: it is in each tool


def folder_given(arguments: Mapping[str, object]) -> str | None:
    """Return the argument `FOLDER` of a tool call, or None if it is missing.

    Raises `RequestError` if the argument is not a string.
    """
    written = arguments.get(FOLDER)
    if written is not None and not isinstance(written, str):
        raise invalid_params(f"{FOLDER} must be text")
    return written


def paths_written(arguments: Mapping[str, object]) -> tuple[str, ...]:
    """Return the paths in the arguments `files`, `paths` and `symbol` of a tool call; those in `paths` may be patterns.

    Arguments of a wrong type are ignored.
    """
    symbol = str(arguments.get("symbol", "")).strip("` ").rpartition("::")[0]
    lists = (arguments.get(name) for name in ("files", "paths"))
    written = [one for some in lists if isinstance(some, list | tuple) for one in some]
    return (*(one for one in written if isinstance(one, str)), *([symbol] if symbol else []))


def input_schema(kind: type[Struct], has_folders: bool) -> dict[str, Any]:
    """Build the JSON schema of a tool's arguments. Empty list defaults are left out, because agents do not need them.

    If `has_folders` is true, the schema includes the argument that chooses one of several folders.
    """
    _, found = msgspec.json.schema_components([kind])
    schema = found[kind.__name__]
    for field in schema["properties"].values():
        if not field.get("default", True):
            del field["default"]
    required = {"required": schema["required"]} if schema["required"] else {}
    folder = {FOLDER: _FOLDER_SCHEMA} if has_folders else {}
    return {"type": "object", "properties": schema["properties"] | folder, **required}
