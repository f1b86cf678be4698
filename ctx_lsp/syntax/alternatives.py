"""Finds which of several alternatives a file uses, such as which HTTP library. `alternatives.toml` lists them.

A category such as `http` has alternatives such as `requests` and `httpx`. Only the facts of one file are used here;
`patterns.adoption` adds evidence from the graph.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from ctx_lsp.languages.folders import FOLDERS, BadLanguage, converted
from ctx_lsp.syntax.model import FileFacts, Import, Symbol
from ctx_lsp.syntax.reference import Reference
from ctx_lsp.syntax.symbol_kinds import DATA_KINDS

FILE = "alternatives.toml"
_SEPARATOR = re.compile(r"::|\\")
_PART = re.compile(r"[./]")
_VALUE = re.compile(r"(?<![=!<>])=(?![=>])")
# A shortened declaration may end within a text. No part can fail after the opening quote, which keeps it linear.
_TEXT = r"""(?s:r#{1,3}"(?:[^"]|"(?!#))*+(?:"#{1,3})?|"(?:\\.|[^"\\])*+\\?"?|'(?:\\.|[^'\\])*+\\?'?|`[^`]*+`?)"""
_TEXTS = re.compile(_TEXT)
_DEFAULT_TEXTS = re.compile(rf"(?<==)\s?(?:{_TEXT})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """A row of `alternatives.toml`. `languages/README.md` documents the fields.

    Most fields describe kinds of evidence. Evidence of one kind is enough to prove a use.
    """

    category: str
    name: str
    role: str = "source"
    modules: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    imports: re.Pattern[str] | None = None
    names: re.Pattern[str] | None = None
    own_imports: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    given: re.Pattern[str] | None = None
    given_calls: tuple[str, ...] = ()
    weak_calls: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    definitions: re.Pattern[str] | None = None
    kinds: tuple[str, ...] = ()
    plain: bool = False
    signatures: re.Pattern[str] | None = None
    packages: re.Pattern[str] | None = None
    files: re.Pattern[str] | None = None
    edge: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """The category and the name."""
        return self.category, self.name


Calls = Mapping[str, tuple[tuple[str, Alternative], ...]]
"""The called names that are evidence, each with the receiver and the alternative; `*` and `**` may stand for a name."""


class AlternativeUse(NamedTuple):
    """A use of an alternative. The name at bytes `start`–`end` shows the use.

    For an import, both are -1 and `written` is the module. For a use that the file's name or package shows, both are 0.
    """

    alternative: Alternative
    start: int
    end: int
    written: str = ""


@dataclass(frozen=True)
class Alternatives:
    """The alternatives of a language (`rows`), also grouped by the code that is evidence for them.

    `complementary` holds the categories whose alternatives are used side by side; none of them is preferred.
    """

    rows: tuple[Alternative, ...]
    complementary: frozenset[str]
    modules: Mapping[str, tuple[Alternative, ...]]
    calls: Calls
    given_calls: Calls
    weak_calls: Calls
    raises: Mapping[str, tuple[Alternative, ...]]
    bases: Mapping[str, tuple[Alternative, ...]]
    decorators: Mapping[str, tuple[Alternative, ...]]
    by_import: tuple[Alternative, ...]
    by_symbol: tuple[Alternative, ...]


@cache
def alternatives_of(language: str) -> Alternatives:
    """Return the alternatives of a language; those of the languages that it inherits from come first."""
    rows: list[Alternative] = []
    complementary: set[str] = set()
    for folder in FOLDERS.inherited(language):
        table = tomllib.loads(FOLDERS.text(folder, FILE) or "")
        rows += [_row(row, f"{folder}/{FILE}") for row in table.get("alternative", ())]
        complementary |= set(table.get("complementary", ()))
    return Alternatives(
        rows=tuple(rows),
        complementary=frozenset(complementary),
        modules=_by(rows, "modules"),
        calls=_by_call(rows, "calls"),
        given_calls=_by_call(rows, "given_calls"),
        weak_calls=_by_call(rows, "weak_calls"),
        raises=_by(rows, "raises"),
        bases=_by(rows, "bases"),
        decorators=_by(rows, "decorators"),
        by_import=tuple(row for row in rows if row.imports or row.names or row.own_imports or row.exact),
        by_symbol=tuple(row for row in rows if row.definitions or row.signatures),
    )


def uses(facts: FileFacts, path: str) -> Iterator[AlternativeUse]:
    """Yield the uses of alternatives in a file, in no particular order."""
    known = alternatives_of(facts.outline.language)
    if not known.rows:
        return
    found = list(_uses(known, facts, path))
    yield from found
    if known.weak_calls:
        used = {use.alternative.key for use in found}
        for use in _calls(known.weak_calls, facts):
            own = use.alternative
            if not any(category == own.category and name != own.name for category, name in used):
                yield use


def _uses(known: Alternatives, facts: FileFacts, path: str) -> Iterator[AlternativeUse]:
    """Yield the uses of alternatives in a file, except those for which there is only weak evidence."""
    folders = tuple(path.split("/")[:-1])
    for one in facts.outline.imports:
        yield from (AlternativeUse(row, -1, -1, one.module) for row in _of_import(known, one, folders))
    for reference in facts.references.of_kind("raises"):
        for row in known.raises.get(reference.name, ()):
            yield AlternativeUse(row, reference.start, reference.end)
    yield from _calls(known.calls, facts)
    if known.given_calls:
        imported = [_full_name(one, _module(one)) for one in facts.outline.imports]
        for use in _calls(known.given_calls, facts):
            if use.alternative.given and any(map(use.alternative.given.search, imported)):
                yield use
    for symbol, span in zip(facts.outline.symbols, facts.spans, strict=True):
        yield from (AlternativeUse(row, span.name_start, span.name_end) for row in _of_symbol(known, symbol))
    name = path.rpartition("/")[2]
    for row in known.rows:
        if (row.files and row.files.search(name)) or (row.packages and row.packages.search(facts.outline.package)):
            yield AlternativeUse(row, 0, 0)


def _of_import(known: Alternatives, one: Import, folders: tuple[str, ...]) -> Iterator[Alternative]:
    module = _module(one)
    whole = _full_name(one, module)
    borders = (*(match.start() for match in _PART.finditer(whole) if match.start()), len(whole))
    for border in borders:
        yield from known.modules.get(whole[:border], ())
    if one.name == "*":
        yield from known.modules.get(f"{module}.*", ())
    for row in known.by_import:
        if (
            module in row.exact
            or (row.imports and row.imports.search(module))
            or (row.names and row.names.search(one.name))
            or (row.own_imports and _PART.split(module)[0] in _packages(folders, row.own_imports))
        ):
            yield row


def _full_name(one: Import, module: str) -> str:
    """Return the full name of an import from `module`; a star import has the name of its module."""
    return f"{module}.{one.name}" if one.name and one.name != "*" else module


def _module(one: Import) -> str:
    module = _SEPARATOR.sub(".", one.module)
    return _without_scope(module, one.scope) if one.scope else module


def _without_scope(module: str, scope: str) -> str:
    """Return the imported `module` as the source writes it: without the path of the inner Rust module that imports it.

    `scope` is the scope of the import: the path of the inner module. It may end with the names of functions in that
    module, which are not part of the path in `module`.
    """
    parts = scope.split(".")
    for count in range(len(parts), 0, -1):
        written = module.removeprefix(f"self.{'.'.join(parts[:count])}.")
        if written != module:
            return written
    return module


def _packages(folders: tuple[str, ...], roots: tuple[str, ...]) -> tuple[str, ...]:
    """Return the folder names that can be the first part of the full name of a workspace module.

    If some of `folders` are source roots, only the folders directly inside them are returned; otherwise, all folders
    are. A folder inside of a package may have the name of a source root, as in `src/app/python`.
    """
    inside = [number for number, folder in enumerate(folders) if folder in roots]
    if not inside:
        return folders
    return tuple(folder for number in inside for folder in folders[number + 1 : number + 2])


def _calls(known: Calls, facts: FileFacts) -> Iterator[AlternativeUse]:
    for reference in facts.references.of_kind("call"):
        yield from (AlternativeUse(row, reference.start, reference.end) for row in _of_call(known, reference))


def _of_call(known: Calls, reference: Reference) -> Iterator[Alternative]:
    own = reference.receiver
    for receiver, row in (*known.get(reference.name, ()), *known.get("*", ())):
        if own.replace("*", "") == receiver or (receiver[:1] == "*" and own and own.endswith(receiver[1:])):
            yield row
    for receiver, row in known.get("**", ()):
        if own == receiver or own.startswith(f"{receiver}."):
            yield row


def _of_symbol(known: Alternatives, symbol: Symbol) -> Iterator[Alternative]:
    for base in symbol.bases:
        yield from known.bases.get(base.name, ())
    for decorator in symbol.decorators:
        yield from known.decorators.get(decorator.lstrip("@?."), ())
    for row in known.by_symbol:
        if row.kinds and symbol.kind not in row.kinds:
            continue
        if row.plain and symbol.bases:
            continue
        is_named = row.definitions is not None and row.definitions.search(symbol.name)
        if is_named or (row.signatures is not None and _declares(row.signatures, symbol)):
            yield row


def _declares(wanted: re.Pattern[str], symbol: Symbol) -> bool:
    """Return whether the declaration of `symbol` matches `wanted`.

    String literals in its value and in default values of parameters are ignored. Other string literals count, because a
    type may be written as a string in Python.
    """
    if not wanted.search(symbol.signature):
        return False
    if symbol.kind not in DATA_KINDS:
        return wanted.search(_DEFAULT_TEXTS.sub('""', symbol.signature)) is not None
    value = _VALUE.search(symbol.signature)
    if value is None:
        return True
    declared, assigned = symbol.signature[: value.end()], symbol.signature[value.end() :]
    return wanted.search(declared + _TEXTS.sub('""', assigned)) is not None


def _row(row: Mapping[str, Any], place: str) -> Alternative:
    if not row.keys() >= {"category", "name"}:
        raise BadLanguage(f"{place}: an alternative has no category or no name")
    return converted(row, Alternative, place)


def _by(rows: Sequence[Alternative], field: str) -> dict[str, tuple[Alternative, ...]]:
    found: dict[str, list[Alternative]] = {}
    for row in rows:
        for value in getattr(row, field):
            found.setdefault(value, []).append(row)
    return {value: tuple(group) for value, group in found.items()}


def _by_call(rows: Sequence[Alternative], field: str) -> Calls:
    found: dict[str, list[tuple[str, Alternative]]] = {}
    for row in rows:
        for written in getattr(row, field):
            receiver, _, name = written.rpartition(".")
            found.setdefault(name, []).append((receiver, row))
    return {name: tuple(group) for name, group in found.items()}
