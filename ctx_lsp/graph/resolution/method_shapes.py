"""Parameter and result types of methods, parsed from signatures, so that methods can be compared as text.

They are needed for languages with structural interfaces: `satisfaction` matches types with interfaces.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.syntax.model import Import

_OPENING, _CLOSING = "([{", ")]}"
_NAMED = re.compile(r"(?!(?:chan|func|map|struct|interface)\b)\w+\s+(?=\S)")
_TYPE = re.compile(r"\b(?:(\w+)\.)?([A-Z]\w*)")  # an exported name, with or without its package
_VERSION = re.compile(r"[./]v\d+$")
_BLANKS = re.compile(r"\s+")


class Shape(NamedTuple):
    """The types of a method's parameters and results, as written except that exported names include their package."""

    parameter_types: tuple[str, ...]
    value_types: tuple[str, ...]


class Method(NamedTuple):
    """A method of a type: the id of the method's definition, its name and its shape."""

    id: str
    name: str
    shape: Shape


def methods_by_type(entry: FileEntry) -> dict[str, tuple[Method, ...]]:
    """Return a file's methods, keyed by the qualified name of their type. The type may be in another file."""
    found: dict[str, list[Method]] = {}
    outline = entry.facts.outline
    packages = package_names(outline.imports)
    dotted = (_last_part(one.module) for one in outline.imports if one.name == "*")
    package = next(dotted, outline.package)  # an unqualified name may come from the package of an `import .`
    for one in entry.by_qualname.values():
        holder, _, name = one.qualname.rpartition(".")
        if one.kind == "Method" and holder and name == one.name:
            signature = outline.symbols[one.index].signature
            found.setdefault(holder, []).append(Method(one.id, name, shape(name, signature, package, packages)))
    return {holder: tuple(methods) for holder, methods in found.items()}


def package_names(imports: Iterable[Import]) -> dict[str, str]:
    """Return the names of imported packages, keyed by the names that a Go file uses for them.

    A package's name is usually the last part of its path. If that part contains the name that the file uses, as
    `go-yaml` contains `yaml`, the name in the file is more likely to be correct and is returned instead.
    """
    last = ((one.alias, _last_part(one.module)) for one in imports if not one.name)
    return {alias: alias if alias in name else name for alias, name in last}


def _last_part(module: str) -> str:
    return _VERSION.sub("", module).rpartition("/")[2]


def shape(name: str, signature: str, package: str, packages: Mapping[str, str]) -> Shape:
    """Return the shape of a method from its Go signature: `func (c *Cart) Add(n int) error` or `Add(n int) error`.

    `package` is the package of the file, and `packages` are those that it imports, see `package_names`.
    """

    def qualified(match: re.Match[str]) -> str:
        return f"{packages.get(match[1], match[1]) if match[1] else package}.{match[2]}"

    written = _shape(name, signature)
    return Shape(*(tuple(_TYPE.sub(qualified, one) for one in types) for types in written))


@lru_cache(maxsize=8192)
def _shape(name: str, signature: str) -> Shape:
    start = signature.find(f"{name}(", _end_of_list(signature, 5) if signature.startswith("func (") else 0)
    if start < 0:
        return Shape((), ())
    start += len(name)
    end = _end_of_list(signature, start)
    results = signature[end:].strip()
    return Shape(_types(signature[start + 1 : end - 1]), _types(results[1:-1] if results.startswith("(") else results))


def _end_of_list(text: str, start: int) -> int:
    """Return the offset after the bracket that closes the one at `start`, or the end of the text if none does."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in _OPENING) - (text[at] in _CLOSING)
        if not depth:
            return at + 1
    return len(text)


def _types(declared: str) -> tuple[str, ...]:
    """Return the type of each parameter or result in a list.

    Either all of them are named or none is. A name without a type takes the next type: `a, b int` gives `int` twice.
    """
    parts = [part.strip() for part in _split(declared) if part.strip()]
    named = [match.end() if (match := _NAMED.match(part)) else 0 for part in parts]
    if not any(named):
        return tuple(_plain(part) for part in parts)
    types: list[str] = []
    written = ""
    for part, end in zip(reversed(parts), reversed(named), strict=True):
        written = part[end:] if end else written
        types.append(_plain(written))
    return tuple(reversed(types))


def _split(declared: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(declared):
        depth += (letter in _OPENING) - (letter in _CLOSING)
        if letter == "," and not depth:
            parts.append(declared[start:at])
            start = at + 1
    return [*parts, declared[start:]]


def _plain(written: str) -> str:
    return _BLANKS.sub("", written).replace("interface{}", "any")
