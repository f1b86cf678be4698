"""Finds registrations: routes, handlers, listeners and fixtures that are passed to code that will call them.

The registering calls and decorators are listed in the language folders. An argument is registered if it ends with the
name of a callable, or of a definition that contains callables, such as a router. This module knows nothing about the
behaviour of frameworks.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ctx_lsp.graph.edges import Edge
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.modules.files import folder_of
from ctx_lsp.graph.resolution.bindings import RatedDefinitions
from ctx_lsp.languages.folders import FOLDERS
from ctx_lsp.syntax.reference import Reference

MAX_ARGUMENTS = 4_000  # bytes; a longer list contains code with registering calls of its own
INJECTED = 0.9  # a fixture is found only by its name, but files are searched in the order that pytest defines

_CALLABLE = frozenset({"Function", "Method", "Class", "Constructor"})
_HOLDERS = frozenset({"Variable", "Constant", "Field", "Property", "Object"})
_HANDED_OVER = _CALLABLE | _HOLDERS - {"Constant"}  # a router may be registered; constants are keys
_FIXTURES = "conftest.py"  # its fixtures are visible to tests in its folder and below
_TEST_NAME = re.compile(r"test|Test")
_OPENING, _CLOSING, _QUOTES = b"([{", b")]}", b"\"'`"
_TEXT = re.compile(rb"\s*(?:\w+\s*=\s*)?[rbufRBUF@$]{0,2}[\"'`/]")

FindOccurrences = Callable[[int, int], Sequence[tuple[Reference, RatedDefinitions]]]
"""A function that returns the references that start in a range, without those to items, each with its meaning."""

FindNamed = Callable[[str, Definition | None], RatedDefinitions]
"""A function that resolves a bare name inside a definition, or at the top level if the definition is None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationRules:
    """The `registration` section of a language folder; `languages/README.md` explains the keys."""

    calls: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    adapters: frozenset[str] = frozenset()
    decorators: frozenset[str] = frozenset()


def registrations(entry: FileEntry, occurrences: FindOccurrences, named: FindNamed) -> Iterator[Edge]:
    """Yield edges from registering nodes in a file to the registered definitions.

    The registering node is the call's receiver if it is a definition, else the enclosing definition, else the file.
    """
    names = _registering(entry.language)
    wanted = names.calls | names.named
    for reference in entry.facts.references.with_names(wanted | names.decorators):
        if reference.kind == "decorates" and reference.name in names.decorators and reference.symbol >= 0:
            yield from _decorated(entry, reference, named)
        elif reference.kind == "call" and reference.name in wanted:
            parts = _arguments(entry.source.data, reference.end)
            if reference.name in names.calls or _begins_with_text(entry.source.data, parts):
                around = entry.definitions[reference.symbol] if reference.symbol >= 0 else None
                place = _place(entry, reference.receiver, around, named)
                for start, end in parts:
                    yield from _handed_over(entry.source.data, occurrences(start, end), end, place, names.adapters)


def fixture_uses(lookups: Lookups) -> Iterator[Edge]:
    """Yield edges from the pytest tests and fixtures of a file to the fixtures named by their parameters."""
    entry = lookups.own
    if entry.language != "python":
        return
    fixtures = {one.id for one in entry.definitions if _is_fixture(entry, one)}
    using = [one for one in entry.definitions if one.id in fixtures or _is_test(entry, one)]
    further = (path for path in _fixture_files(entry.path) if using and path != entry.path)
    places = [path for path in further if lookups.exists(path)]
    for one in using:
        for name in parameter_names(entry.facts.outline.symbols[one.index].signature):
            own = [each for each in entry.by_name.get(name, ()) if each.id in fixtures and each.id != one.id]
            elsewhere = (lookups.symbol(path, name) for path in places)
            fixture = own[-1] if own else next((each for each in elsewhere if each is not None), None)
            if fixture is not None and fixture.kind in _CALLABLE:
                yield Edge(one.id, fixture.id, "calls", INJECTED)


def parameter_names(signature: str) -> tuple[str, ...]:
    """Return the parameter names in a signature where the name precedes the type, as in Python."""
    inside = signature.partition("(")[2].encode()
    parts = _parts(inside, 0, len(inside))
    found = (re.match(rb"\s*\*{0,2}(\w+)", inside[start:end]) for start, end in parts)
    return tuple(match[1].decode() for match in found if match)


def _decorated(entry: FileEntry, reference: Reference, named: FindNamed) -> Iterator[Edge]:
    one = entry.definitions[reference.symbol]
    around = entry.by_qualname.get(one.qualname.rpartition(".")[0])
    place = _place(entry, reference.receiver, around, named)
    if place[0] != one.id:
        yield Edge(place[0], one.id, "registers", place[1])


def _place(entry: FileEntry, receiver: str, around: Definition | None, named: FindNamed) -> tuple[str, float]:
    """Return the registering node (see `registrations`) and its confidence."""
    for one, sure in named(receiver, around) if receiver.isidentifier() else ():
        if one.kind in _HOLDERS:
            return one.id, sure
    return around.id if around else entry.path, 1.0


def _handed_over(
    data: bytes,
    inside: Sequence[tuple[Reference, RatedDefinitions]],
    end: int,
    place: tuple[str, float],
    adapters: frozenset[str],
) -> Iterator[Edge]:
    """Yield edges to the callable that is passed as an argument, either directly or through one of `adapters`.

    `inside` holds the references in the argument, and `end` is the end of the argument.
    """
    if not inside:
        return
    reference, found = inside[-1]
    if reference.name in adapters and len(inside) > 1:
        reference, found = inside[-2]
    elif data[reference.end : end].strip():
        return
    for one, sure in found:
        if one.kind in _HANDED_OVER and one.id != place[0]:
            yield Edge(place[0], one.id, "registers", min(sure, place[1]))


def _arguments(data: bytes, end: int) -> list[tuple[int, int]]:
    """Return the ranges of the arguments of a call whose name ends at `end`; empty if no bracket follows."""
    limit = min(len(data), end + MAX_ARGUMENTS)
    at = end
    while at < limit and data[at] in b" \t":
        at += 1
    return _parts(data, at + 1, limit) if data[at : at + 1] == b"(" else []


def _parts(data: bytes, start: int, limit: int) -> list[tuple[int, int]]:
    """Return the ranges between commas up to the closing bracket; if the bracket is missing, omit the last range."""
    parts: list[tuple[int, int]] = []
    depth, at = 0, start
    while at < limit:
        byte = data[at]
        if byte in _QUOTES:
            at = _behind_text(data, at, limit)
            continue
        if byte in _OPENING:
            depth += 1
        elif byte in _CLOSING:
            if depth == 0:
                return [*parts, (start, at)]
            depth -= 1
        elif byte == ord(",") and depth == 0:
            parts.append((start, at))
            start = at + 1
        at += 1
    return parts


def _behind_text(data: bytes, at: int, limit: int) -> int:
    """Return the offset after the quoted text that begins at `at`, or `at` + 1 if the text does not end on its line."""
    closing = data.find(data[at : at + 1], at + 1, limit)
    line_end = data.find(b"\n", at, limit)
    return closing + 1 if closing >= 0 and not 0 <= line_end < closing else at + 1


def _begins_with_text(data: bytes, parts: list[tuple[int, int]]) -> bool:
    return bool(parts) and _TEXT.match(data, *parts[0]) is not None


def _is_fixture(entry: FileEntry, one: Definition) -> bool:
    decorators = entry.facts.outline.symbols[one.index].decorators
    return one.kind in _CALLABLE and any(name.rpartition(".")[2] == "fixture" for name in decorators)


def _is_test(entry: FileEntry, one: Definition) -> bool:
    return entry.role == "test" and one.kind in ("Function", "Method") and _TEST_NAME.match(one.name) is not None


def _fixture_files(path: str) -> Iterator[str]:
    """Yield the files that may define the fixtures of a test file, nearest first."""
    folder = folder_of(path)
    while folder:
        yield f"{folder}/{_FIXTURES}"
        folder = folder_of(folder)
    yield _FIXTURES


@cache
def _registering(language: str) -> RegistrationRules:
    return FOLDERS.section(language, "registration", RegistrationRules)
