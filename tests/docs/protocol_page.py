"""The generated part of `docs/protocol.md`: every command and type of the protocol, from the server's own records.

The assertions are in `test_protocol`.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import msgspec
from lsprotocol import types

from ctx_lsp.protocol.command import Command
from ctx_lsp.protocol.commands import COMMANDS
from ctx_lsp.protocol.messages.common import PROTOCOL_VERSION, WireObject
from tests.protocol.wire_types import Field, Kind, alternatives, bare, fields_of, shown_name, structs

_LSP = "https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/"
_NAMED: Mapping[Kind, str] = {
    str: "`string`",
    int: "`integer`",
    float: "`number`",
    bool: "`boolean`",
    NoneType: "`null`",
    types.Position: "[Position](#position)",
    types.Range: "[Range](#range)",
    types.TextDocumentIdentifier: f"[TextDocumentIdentifier]({_LSP}#textDocumentIdentifier)",
}


def protocol_page() -> str:
    """The version, the commands, and the types that they share."""
    given: dict[type, str] = {}
    parts = [f"Protocol version: **{PROTOCOL_VERSION}**", _contents()]
    for command in COMMANDS:
        parts.append(_section(command, given))
    parts.append("## Types")
    named = {kind for command in COMMANDS for kind in (command.params, command.answer)}
    shared = sorted((kind for kind in structs() if kind not in named), key=shown_name)
    parts += [f"### {shown_name(kind)}\n\n{kind.__doc__}\n\n{_table(kind)}" for kind in shared]
    return "\n\n".join(parts) + "\n"


def _contents() -> str:
    return _rows(("command", "title"), ((_link(one.name), one.title) for one in COMMANDS))


def _section(command: Command[Any, Any, Any], given: dict[type, str]) -> str:
    parts = [f"## `{command.name}`", f"**{command.title}.** {command.description}"]
    if fields_of(command.params):
        parts += ["Parameters:", _table(command.params)]
    else:
        parts.append("No parameters.")
    if command.answer in given:
        parts.append(f"Answer: as of {_link(given[command.answer])}.")
    else:
        given[command.answer] = command.name
        parts += [f"Answer: {_lowered(command.answer.__doc__ or '')}", _table(command.answer)]
    if command.refusals:
        reasons = ", ".join(f"`{reason}`" for reason in command.refusals)
        parts.append(f"`data.reason` of an error: {reasons}.")
    return "\n\n".join(parts)


def _table(kind: type) -> str:
    if issubclass(kind, WireObject):
        rows = [(f"`{field.name}`", _type(field.kind), field.description) for field in fields_of(kind)]
        return _rows(("field", "type", "description"), rows)
    said = [(f"`{field.name}`", _type(field.kind), _default(field), field.description) for field in fields_of(kind)]
    return _rows(("field", "type", "default", "description"), said)


def _default(field: Field) -> str:
    if field.required:
        return "required"
    if isinstance(field.default, msgspec.Struct) or field.default in (None, msgspec.UNSET, ()):
        return "–"
    return f"`{msgspec.json.encode(field.default).decode()}`"


def _type(kind: Kind) -> str:
    """A type in words, with its bounds: `string[]` (1–1,000), `"a"` or `"b"`."""
    arms = alternatives(kind)
    if len(arms) > 1:
        return " or ".join(_type(arm) for arm in arms)
    [only] = arms
    return _one(bare(only)) + _bounds(only)


def _one(kind: Kind) -> str:
    origin: object = get_origin(kind)
    arguments = get_args(kind)
    if kind in _NAMED:
        return _NAMED[kind]
    if origin is Literal:
        return " or ".join(f'`"{value}"`' for value in arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"map of {_type(arguments[1])}"
    if origin is tuple and arguments[1:] == (...,):
        return f"list of {_one(bare(arguments[0]))}"
    if origin is tuple:
        return f"tuple of {', '.join(map(_type, arguments))}"
    return f"[{shown_name(kind)}](#{shown_name(kind).lower()})"


def _bounds(kind: Kind) -> str:
    notes: Sequence[msgspec.Meta] = getattr(kind, "__metadata__", ())
    least = _bound(note.ge if note.min_length is None else note.min_length for note in notes)
    most = _bound(note.le if note.max_length is None else note.max_length for note in notes)
    if not most:
        return ""
    what = {str: " characters", int: "", float: ""}.get(bare(kind), " items")
    return f" ({f'{least}–' if least else '≤ '}{most}{what})"


def _bound(said: Iterable[float | None]) -> str:
    """The bound to show, with thousands separators; empty without one."""
    return next((f"{number:,.0f}" for number in said if number is not None), "")


def _rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _link(command: str) -> str:
    return f"[`{command}`](#{command.lower().replace('.', '')})"


def _lowered(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]
