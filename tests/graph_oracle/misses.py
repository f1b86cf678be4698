"""Sorts differences into classes, largest first, with a few samples each. Not used for held-out packages."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.parser import parse
from ctx_lsp.text.source import SourceText
from tests.graph_oracle.compare import Miss

SAMPLES = 6
_ANSWER = 60  # characters of a symbol's name that tell enough

_WORD = re.compile(rb"[\w$]+")
_SHAPES = (  # the text before a name → how its receiver looks; the first that fits
    (re.compile(rb"(?:\bself|\bthis|\bcls)(?:\?|!)?\.#?$"), "self."),
    (re.compile(rb"\bsuper(?:\([^()]*\))?\.$"), "super."),
    (re.compile(rb"\)(?:\?|!)?\.$"), "call()."),
    (re.compile(rb"\](?:\?|!)?\.$"), "item[]."),
    (re.compile(rb"(?:\bself|\bthis|\bcls)(?:[?!]?\.[\w$]+)+[?!]?\.$"), "self.a."),
    (re.compile(rb"[\w$]+[?!]?\.[\w$]+[?!]?\.$"), "a.b."),
    (re.compile(rb"(?:^|[^\w$.])_*[A-Z][\w$]*[?!]?\.$"), "Name."),
    (re.compile(rb"[\w$][?!]?\.$"), "name."),
    (re.compile(rb"\.$"), "…."),
    (re.compile(rb"@$"), "@"),
    (re.compile(rb"\bnew\s+$"), "new "),
)


class MissClass(NamedTuple):
    """A class of similar differences: its name, its size, and samples as lines."""

    name: str
    size: int
    samples: tuple[str, ...]


def sizes(misses: Iterable[Miss], sources: Mapping[str, SourceText]) -> Counter[str]:
    """The number of differences in each class."""
    return Counter(_class(miss, sources[miss.place[0]]) for miss in misses)


def classes(misses: Iterable[Miss], sources: Mapping[str, SourceText], count: int) -> Iterator[MissClass]:
    """The `count` largest classes."""
    grouped: dict[str, list[Miss]] = {}
    for miss in misses:
        grouped.setdefault(_class(miss, sources[miss.place[0]]), []).append(miss)
    largest = sorted(grouped.items(), key=lambda item: (-len(item[1]), item[0]))[:count]
    for name, group in largest:
        picked = group[:: max(1, len(group) // SAMPLES)][:SAMPLES]
        yield MissClass(name, len(group), tuple(_sample(miss, sources[miss.place[0]]) for miss in picked))


def _class(miss: Miss, source: SourceText) -> str:
    around = _nodes(miss, source) if miss.row in ("definitions", "imports") else _shape(miss, source)
    return " / ".join(part for part in (miss.row, miss.outcome, miss.kind, around) if part)


def _shape(miss: Miss, source: SourceText) -> str:
    """The shape of the receiver, and whether the name is called, set or only read."""
    if miss.row in ("inheritance", "overrides"):
        return ""
    at = miss.place[1]
    line_start, line_end = source.line_range(source.line_at(at))
    before, after = source.data[line_start:at], source.data[at:line_end]
    receiver = next((name for pattern, name in _SHAPES if pattern.search(before)), "bare")
    rest = after[match.end() :].lstrip() if (match := _WORD.match(after)) else after
    use = "call" if rest.startswith(b"(") else "write" if re.match(rb"=(?![=>])", rest) else "read"
    return f"{receiver}{'name' if receiver[-1] in '.@ ' else ''} {use}"


def _nodes(miss: Miss, source: SourceText) -> str:
    """The syntax nodes around the place, innermost first."""
    tree = parse(language(language_of(miss.place[0])).grammar, source.data)
    node = tree.root_node.descendant_for_byte_range(miss.place[1], miss.place[1] + 1) if tree else None
    kinds: list[str] = []
    while node is not None and len(kinds) < 5:
        kinds.append(node.type)
        node = node.parent
    return " < ".join(kinds)


def _sample(miss: Miss, source: SourceText) -> str:
    path, at = miss.place
    line = source.line_at(at)
    text = source.slice(*source.line_range(line)).strip()
    expected = " → ".join(part.split(" ")[-1] for part in miss.expected.split(" → "))
    said = f"{expected[-2 * _ANSWER :]}" + (f" | ours: {miss.answer[-_ANSWER:]}" if miss.answer else "")
    return f"{path}:{line + 1}:{at - source.line_range(line)[0] + 1}: {text[:100]}  [{said}]"
