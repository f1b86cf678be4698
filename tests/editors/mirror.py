"""What the extension for Visual Studio Code knows of the server, written from the server's own types.

`protocol_source` is `src/protocol.ts`: parameters and answers of every command; `settings_schema` is the server's half
of the settings in `package.json`. No assertion is here: see `test_protocol_mirror`.
"""

import dataclasses
import typing
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec
from lsprotocol import types

from ctx_lsp.features.pack_diff import PackDiff
from ctx_lsp.features.repository_map import RepositoryMap
from ctx_lsp.packing.model import Pack, PackItem
from ctx_lsp.protocol.table import TABLE
from ctx_lsp.retrieval.model import SearchAnswer
from ctx_lsp.settings import NOT_IN_FILE, Settings, resolve_settings
from ctx_lsp.workspace import AffectedTests, Cycles, Explanation, Impact, Neighbourhood, Patterns, ReindexCounts
from ctx_lsp.workspace.packs import FeedbackChange, PackText
from ctx_lsp.workspace.savings import Savings

Kind = Any  # a type as it stands in an annotation
Fields = dict[str, str]  # by name, with a `?` where it may be missing; what TypeScript calls their types

# Answers that are dataclasses on their way through `protocol.shapes`; commands that are not here answer `unknown`.
ANSWERS: Mapping[str, type] = {
    "ctx-lsp.search": SearchAnswer,
    "ctx-lsp.query": Pack,
    "ctx-lsp.contextAt": Pack,
    "ctx-lsp.contextForFiles": Pack,
    "ctx-lsp.contextForDiff": Pack,
    "ctx-lsp.feedback": FeedbackChange,
    "ctx-lsp.packText": PackText,
    "ctx-lsp.packDiff": PackDiff,
    "ctx-lsp.explain": Explanation,
    "ctx-lsp.graph": Neighbourhood,
    "ctx-lsp.impact": Impact,
    "ctx-lsp.testScope": AffectedTests,
    "ctx-lsp.patterns": Patterns,
    "ctx-lsp.cycles": Cycles,
    "ctx-lsp.map": RepositoryMap,
    "ctx-lsp.reindex": ReindexCounts,
    "ctx-lsp.savings": Savings,
}

# Answers that handlers put together from parts; the test asks a server whether they have exactly these members.
COMPOSED: Mapping[str, Fields] = {
    "ctx-lsp.status": {
        "state": '"indexing" | "ready" | "failed"',
        "searchable": "boolean",
        "revision": "number",
        "coverage": "Coverage",
        "counts": "Readonly<Record<string, number>>",
        "languages": "Readonly<Record<string, number>>",
        "skipped": "Readonly<Record<string, number>>",
        "cache": "CacheUse",
        "memory": "{ readonly rssBytes: number }",
        "model": "string",
        "reranker": "string",
        "work": "Readonly<Record<string, Readonly<Record<string, number>>>>",
        "failures": "readonly { readonly path: string; readonly stage: string; readonly report: string }[]",
        "warnings": "readonly string[]",
        "latencies": "Readonly<Record<string, Readonly<Record<string, number>>>>",
        "watching": "string",
        "versions": "Readonly<Record<string, string>>",
        "settings": "{ readonly problems: readonly string[] }",
        "brokenInvariants": "Readonly<Record<string, number>>",
    },
    "ctx-lsp.cache": {
        "path": "string",
        "bytes": "number",
        "maxBytes": "number",
        "stores": "readonly unknown[]",
        "action": "string",
        "before": "number",
        "after": "number",
    },
}

_PLACED = {"uri": "string", "range?": "Range"}  # added by the handlers; what is gone by now has no range
ADDED: Mapping[str, Fields] = {
    "ImpactNode": _PLACED,
    "ReachingTest": _PLACED,
    "Change": _PLACED,
    "FoundPattern": _PLACED,
    "PackText": {"uri": "string"},
    "PackTokens": {"savings": "number"},
    "Pack": {"ready": "boolean", "reason": "string"},
}
UNSENT: Mapping[type, frozenset[str]] = {Pack: frozenset({"document", "readiness"})}  # kept back by `protocol.shapes`
_HEAD = """\
// What the server takes and answers, written by tests/editors/mirror.py from the server's types. Do not edit:
// tests/editors/test_protocol_mirror.py fails when it is out of date, and writes it anew with UPDATE_MIRROR=1.

export interface Position { readonly line: number; readonly character: number }
export interface Range { readonly start: Position; readonly end: Position }
export interface TextDocumentIdentifier { readonly uri: string }
"""
_LSP = {types.Position: "Position", types.Range: "Range", types.TextDocumentIdentifier: "TextDocumentIdentifier"}
_SCALARS = {str: "string", int: "number", float: "number", bool: "boolean", object: "unknown", Any: "unknown",
            bytes: "string", NoneType: "null"}  # fmt: skip


def protocol_source() -> str:
    """The text of `src/protocol.ts`."""
    writer = _Writer()
    rows = []
    for name, route in sorted(TABLE.commands.items()):
        params, answer = writer.named(route.params), "unknown"
        if name in ANSWERS:
            answer = writer.named(ANSWERS[name])
        elif name in COMPOSED:
            answer = writer.composed(name)
        rows.append(f'  readonly "{name}": {{ readonly params: {params}; readonly answer: {answer} }};')
    commands = "\n".join(["export interface Commands {", *rows, "}"])
    keys = ",\n".join(f'  "{name}"' for name, _ in _settings())
    settings = f"/** The server's settings, below `ctx-lsp`. */\nexport const SERVER_SETTINGS = [\n{keys},\n] as const;"
    return "\n\n".join([_HEAD.rstrip(), *writer.declared.values(), commands, settings]) + "\n"


def settings_schema() -> dict[str, dict[str, object]]:
    """The server's settings as `contributes.configuration` has them."""
    return {f"ctx-lsp.{name}": _schema(name, field) for name, field in _settings()}


class _Writer:
    """Declares the interfaces that are named, each once, with all that they name."""

    def __init__(self) -> None:
        self.declared: dict[str, str] = {}

    def named(self, kind: Kind) -> str:
        """The name of a struct or dataclass."""
        name: str = kind.__name__
        if name not in self.declared:
            self.declared[name] = ""  # a type may name itself
            fields = self._struct(kind) if issubclass(kind, msgspec.Struct) else self._dataclass(kind)
            self._declare(name, fields)
        return name

    def composed(self, command: str) -> str:
        """The name of an answer that a handler puts together."""
        name = command.removeprefix("ctx-lsp.").capitalize() + "Answer"
        self._declare(name, COMPOSED[command])
        if "CacheUse" in COMPOSED[command].values():
            self._declare("CacheUse", {"path": "string", "bytes": "number"})
        return name

    def _declare(self, name: str, fields: Fields) -> None:
        lines = [f"  readonly {field}: {kind};" for field, kind in fields.items()]
        body = "\n".join([f"export interface {name} {{", *lines, "}"])
        self.declared[name] = body if lines else f"export type {name} = Readonly<Record<string, never>>;"

    def _struct(self, kind: type[msgspec.Struct]) -> Fields:
        fields = msgspec.structs.fields(kind)
        return {f"{f.encode_name}{'' if f.required else '?'}": self._type(f.type) for f in fields}

    def _dataclass(self, kind: Kind) -> Fields:
        hints = typing.get_type_hints(kind)
        unsent = UNSENT.get(kind, frozenset())
        names = [field.name for field in dataclasses.fields(kind) if field.name not in unsent]
        found: Fields = {}
        if kind is PackItem:
            found |= self._dataclass(hints[names.pop(0)])
        if {"path", "start", "end"} <= set(names):
            found |= {"uri": "string", "range": "Range"}
            names = [name for name in names if name not in {"path", "start", "end"}]
        found |= {_camel(name): self._type(hints[name]) for name in names}
        return found | ADDED.get(kind.__name__, {})

    def _type(self, kind: Kind) -> str:
        origin: object = get_origin(kind)
        arguments = get_args(kind)
        if kind in _SCALARS or kind in _LSP:
            return _SCALARS.get(kind) or _LSP[kind]
        if origin is typing.Annotated:
            return self._type(arguments[0])
        if origin is Literal:
            return " | ".join(_literal(value) for value in arguments)
        if origin in {typing.Union, UnionType}:
            return " | ".join(self._type(one) for one in arguments if one is not msgspec.UnsetType)
        return self._many(origin, arguments) if isinstance(origin, type) else self.named(kind)

    def _many(self, origin: type, arguments: tuple[Kind, ...]) -> str:
        inner = self._type(arguments[-1] if issubclass(origin, Mapping) else arguments[0])
        if issubclass(origin, Mapping):
            return f"Readonly<Record<string, {inner}>>"
        return f"readonly ({inner})[]" if "|" in inner else f"readonly {inner}[]"


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(part.capitalize() for part in tail)


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
    """Whether a repository may not decide it, so that it is no setting of a workspace either."""
    value = '"owner/name"' if isinstance(default, str) else "7"
    section, _, key = name.partition(".")
    problems = resolve_settings(f"[{section}]\n{key} = {value}\n", None, {}).problems
    return any(problem.message == NOT_IN_FILE for problem in problems)
