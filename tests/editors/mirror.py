"""Generates the parts of the extension for Visual Studio Code that follow from the server's types.

`protocol_source` is `src/protocol.ts`: parameters and answers of every command; `settings_schema` is the server's half
of the settings in `package.json`. The assertions are in `test_protocol_mirror`.
"""

from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Literal, get_args, get_origin

import msgspec
from lsprotocol import types

from ctx_lsp.protocol.commands import COMMANDS
from ctx_lsp.protocol.messages.common import WirePosition, WireRange
from ctx_lsp.settings import NOT_IN_FILE, Settings, resolve_settings
from tests.protocol.wire_types import Field, Kind, alternatives, bare, fields_of, shown_name, structs

_HEAD = """\
// The server's commands with their parameters and answers, written by tests/editors/mirror.py from the server's types.
// Do not edit: tests/editors/test_protocol_mirror.py fails when it is out of date; `make generated` writes it anew.

export interface Position { readonly line: number; readonly character: number }
export interface Range { readonly start: Position; readonly end: Position }
export interface TextDocumentIdentifier { readonly uri: string }
"""
_LSP: Mapping[Kind, str] = {
    types.Position: "Position", types.Range: "Range", types.TextDocumentIdentifier: "TextDocumentIdentifier",
    WirePosition: "Position", WireRange: "Range",
}  # fmt: skip
_SCALARS: Mapping[Kind, str] = {
    str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null",
}  # fmt: skip


def protocol_source() -> str:
    """The text of `src/protocol.ts`."""
    interfaces = (_interface(kind) for kind in structs() if kind not in _LSP)
    rows = (
        f'  readonly "{one.name}": {{ readonly params: {_type(one.params)}; readonly answer: {_type(one.answer)} }};'
        for one in sorted(COMMANDS, key=lambda one: one.name)
    )
    commands = "\n".join(["export interface Commands {", *rows, "}"])
    keys = ",\n".join(f'  "{name}"' for name, _ in _settings())
    settings = f"/** The server's settings, below `ctx-lsp`. */\nexport const SERVER_SETTINGS = [\n{keys},\n] as const;"
    return "\n\n".join([_HEAD.rstrip(), *interfaces, commands, settings]) + "\n"


def settings_schema() -> dict[str, dict[str, object]]:
    """The server's settings in the form of `contributes.configuration`."""
    return {f"ctx-lsp.{name}": _schema(name, field) for name, field in _settings()}


def _interface(kind: type) -> str:
    lines = [_member(field) for field in fields_of(kind)]
    if not lines:
        return f"export type {shown_name(kind)} = Readonly<Record<string, never>>;"
    return "\n".join([f"export interface {shown_name(kind)} {{", *lines, "}"])


def _member(field: Field) -> str:
    return f"  readonly {field.name}{'' if field.required else '?'}: {_type(field.kind)};"


def _type(kind: Kind) -> str:
    arms = alternatives(kind)
    if len(arms) > 1:
        return " | ".join(map(_type, arms))
    return _one(bare(arms[0]))


def _one(kind: Kind) -> str:
    origin: object = get_origin(kind)
    arguments = get_args(kind)
    if kind in _SCALARS or kind in _LSP:
        return _SCALARS.get(kind) or _LSP[kind]
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"Readonly<Record<string, {_type(arguments[1])}>>"
    if origin is tuple and arguments[1:] != (...,):
        return f"readonly [{', '.join(map(_type, arguments))}]"
    if origin is tuple:
        inner = _type(arguments[0])
        return f"readonly ({inner})[]" if "|" in inner else f"readonly {inner}[]"
    return shown_name(kind)


def _settings() -> Iterator[tuple[str, msgspec.structs.FieldInfo]]:
    for section in msgspec.structs.fields(Settings):
        for field in msgspec.structs.fields(section.type):
            yield f"{section.encode_name}.{field.encode_name}", field


def _schema(name: str, field: msgspec.structs.FieldInfo) -> dict[str, object]:
    schema = msgspec.json.schema(field.type)
    description = schema.pop("description")
    if "anyOf" in schema:  # the settings editor shows a list of values, but not a choice of schemas
        values = [value for one in schema.pop("anyOf") for value in one.get("enum", [True, False])]
        schema |= {"type": ["string", "boolean"], "enum": values}
    elif "enum" in schema:
        schema["type"] = "string"
    default = field.default
    if isinstance(default, float) and default.is_integer():
        default = int(default)  # as JavaScript writes it
    scope = "machine" if _is_the_users_alone(name, field.default) else "window"
    return schema | {"default": default, "scope": scope, "markdownDescription": f"{description}."}


def _is_the_users_alone(name: str, default: object) -> bool:
    """Whether only the user may set it, not a repository or workspace."""
    value = '"owner/name"' if isinstance(default, str) else "7"
    section, _, key = name.partition(".")
    problems = resolve_settings(f"[{section}]\n{key} = {value}\n", None, {}).problems
    return any(problem.message == NOT_IN_FILE for problem in problems)
