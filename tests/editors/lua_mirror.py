"""Generates `lua/ctx_lsp/protocol.lua` of the plugin for Neovim from the server's types.

Commands and their parameters are data that the plugin reads; answers are types for the Lua language server. The
assertions are in `neovim/test_mirror`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from lsprotocol import types

from ctx_lsp.protocol.command import Command
from ctx_lsp.protocol.commands import COMMANDS
from ctx_lsp.protocol.messages.common import Auto, ScopeWord, WireObject, WirePosition, WireRange
from ctx_lsp.protocol.messages.journal import CheckpointFields
from ctx_lsp.protocol.messages.options import Filter, Options
from tests.editors.neovim.running import PLUGIN
from tests.protocol.wire_types import Kind, alternatives, bare, fields_of, shown_name, structs

SOURCE = PLUGIN / "lua" / "ctx_lsp" / "protocol.lua"

_USE = re.compile(r"\b(?:asks|commands)\.([a-z_]+)")

Word = str | list[str]
"""The plugin's word for the type of a parameter; a list for a choice of names."""

_HEAD = """\
--- The server's commands: their parameters as data, and their answers as types. Do not edit: this file is written
--- by tests/editors/lua_mirror.py from the server's types. A test fails when it is out of date; `make generated` writes
--- it anew.
---
--- The rest of the client names commands and options only through this table.

--- The kind of a field: 'string', 'integer', 'number', 'boolean', 'strings' and 'integers' (lists), 'auto' ("auto",
--- true or false), 'document', 'position', 'range', 'options', 'filter', 'checkpoint', 'scope' (a word, or names);
--- or the strings that it can be.
---@alias ctx_lsp.Kind string|string[]

---@class ctx_lsp.Command
---@field name string                      The server's name of it.
---@field takes table<string, ctx_lsp.Kind>

local M = {}
"""
_WORDS: Mapping[Kind, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    types.TextDocumentIdentifier: "document",
    types.Position: "position",
    types.Range: "range",
    Options: "options",
    Filter: "filter",
    CheckpointFields: "checkpoint",
}
_SCALARS: Mapping[Kind, str] = {
    str: "string", int: "integer", float: "number", bool: "boolean",
    WirePosition: "lsp.Position", WireRange: "lsp.Range",
}  # fmt: skip


def used_commands() -> list[Command[Any, Any, Any]]:
    """The commands that the plugin uses; `health` warns if a server lacks one."""
    texts = (file.read_text("utf-8") for file in sorted(SOURCE.parent.rglob("*.lua")) if file != SOURCE)
    named = {name for text in texts for name in _USE.findall(text)}
    known = {_snake(one.name) for one in COMMANDS}
    assert named <= known, f"the server has no {named - known}"
    return [one for one in COMMANDS if _snake(one.name) in named]


def lua_source() -> str:
    """The text of `lua/ctx_lsp/protocol.lua`."""
    used = used_commands()
    commands = (
        f"  {_snake(one.name)} = {{\n    name = '{one.name}',\n    takes = {_table(taken(one.params), 4)},\n  }},"
        for one in used
    )
    answers = (_class(kind) for kind in structs(used) if issubclass(kind, WireObject) and kind not in _SCALARS)
    return "\n\n".join(
        [
            _HEAD.rstrip(),
            "\n".join(["---@type table<string, ctx_lsp.Command>", "M.commands = {", *commands, "}"]),
            _named("The members of a pack's `options`.", "options", Options),
            _named("The members of `filter`.", "filter", Filter),
            *answers,
            "return M\n",
        ]
    )


def taken(params: type) -> dict[str, Word]:
    """The fields of parameters by their wire names, with the type names of the plugin."""
    return {field.name: _word(field.kind) for field in fields_of(params)}


def _word(kind: Kind) -> Word:
    arms = [arm for arm in alternatives(kind) if arm is not NoneType]
    if set(arms) == set(get_args(Auto)):
        return "auto"
    if ScopeWord in arms:
        return "scope"
    [only] = map(bare, arms)
    if only in _WORDS:
        return _WORDS[only]
    if get_origin(only) is Literal:
        return list(get_args(only))
    item, rest = get_args(only)
    assert rest is ..., only
    if _word(item) == "integer":
        return "integers"
    assert _word(item) == "string" or get_origin(item) is Literal, only
    return "strings"


def _named(sentence: str, name: str, kind: type) -> str:
    return f"--- {sentence}\n---@type table<string, ctx_lsp.Kind>\nM.{name} = {_table(taken(kind), 0)}"


def _table(words: Mapping[str, Word], indent: int) -> str:
    if not words:
        return "{}"
    lines = (f"{' ' * indent}  {name} = {_literal(word)}," for name, word in words.items())
    return "\n".join(["{", *lines, " " * indent + "}"])


def _literal(word: Word) -> str:
    if isinstance(word, str):
        return f"'{word}'"
    choice = ", ".join(f"'{one}'" for one in word)
    return f"{{ {choice} }}"


def _class(kind: type) -> str:
    return "\n".join([f"---@class ctx_lsp.answer.{shown_name(kind)}", *_members(kind)])


def _members(kind: type) -> Iterator[str]:
    for field in fields_of(kind):
        arms = alternatives(field.kind)
        mark = "" if field.required and NoneType not in arms else "?"
        yield f"---@field {field.name}{mark} {_union(arm for arm in arms if arm is not NoneType)}"


def _union(arms: Iterable[Kind]) -> str:
    return "|".join(_type(bare(arm)) for arm in arms)


def _type(kind: Kind) -> str:
    origin: object = get_origin(kind)
    arguments = get_args(kind)
    if kind in _SCALARS:
        return _SCALARS[kind]
    if origin is Literal:
        return "|".join(f"'{value}'" for value in arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"table<string, {_union(alternatives(arguments[1]))}>"
    if origin is tuple:
        inner = _union(alternatives(arguments[0]))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    return f"ctx_lsp.answer.{shown_name(kind)}"


def _snake(command: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", command.removeprefix("ctx-lsp."))
