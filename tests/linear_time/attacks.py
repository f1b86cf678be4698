"""Texts that make a backtracking engine slow, generated from the parsed form of a pattern.

Each unbounded repeat is pumped: a text that leads to it, its body many times, then a text that does not match. A
pattern that backtracks over one of them takes quadratic time or worse.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from re import _constants as op  # type: ignore[attr-defined]  # the parser has no public name since Python 3.11
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

PUMPED = 80_000  # characters of a worst case
FEW = 40  # repetitions: fewer cannot be pumped far
_PROBES = " a\nA0-\"'/=.#\t*@_([{<,:;|\\`~$!?\u00e9\0"  # characters that stand for a class, commonest first
_PER_CLASS = 5
_PER_NODE = 6
_ENDINGS = ("\0", "\n\0")

Node = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Attack:
    """A worst case of any length: a beginning, a part to repeat, and an ending that does not match."""

    lead: str
    unit: str
    ending: str

    def text(self, length: int) -> str:
        """Some `length` characters of it, and at least a few repetitions."""
        return self.lead + self.unit * max(FEW, length // len(self.unit)) + self.ending


def attacks(pattern: re.Pattern[Any]) -> Iterator[Attack]:
    """Worst cases for a pattern."""
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    flags = pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    seen: set[Attack] = set()
    for before, body in _repeats("", list(parser.parse(text, flags & ~re.DEBUG)), flags):
        for lead, unit in ((before, body), ("", before + body), ("", before), ("", body + "\n")):
            found = {Attack(lead, unit, ending): None for ending in _ENDINGS if unit}
            yield from (attack for attack in found if attack not in seen)
            seen.update(found)


def _repeats(before: str, nodes: Sequence[Node], flags: int) -> Iterator[tuple[str, str]]:
    """The texts that lead to each repeat that can be pumped, with a text that matches its body."""
    for kind, value in nodes:
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            _, most, inner = value
            if most is op.MAXREPEAT or most >= FEW:
                yield from ((before, body) for body in _samples(inner, flags) if body)
            yield from _repeats(before, inner, flags)
        elif kind is op.SUBPATTERN:
            yield from _repeats(before, value[3], flags)
        elif kind is op.BRANCH:
            for branch in value[1]:
                yield from _repeats(before, branch, flags)
        elif kind in (op.ASSERT, op.ASSERT_NOT):
            yield from _repeats(before, value[1], flags)
        elif kind is op.ATOMIC_GROUP:
            yield from _repeats(before, value, flags)
        before += next(iter(_samples([(kind, value)], flags)), "")


def _samples(nodes: Sequence[Node], flags: int) -> list[str]:
    """A few texts that match a sequence of nodes, at least one."""
    choices = [_node_samples(kind, value, flags) for kind, value in nodes]
    joined = ["".join(parts) for parts in itertools.islice(itertools.product(*choices), _PER_NODE)]
    return list(dict.fromkeys(joined))


def _node_samples(kind: object, value: Any, flags: int) -> list[str]:  # noqa: ANN401, PLR0911  # a node holds anything
    if kind is op.LITERAL:
        return [chr(value)]
    if kind is op.NOT_LITERAL:
        return [c for c in _PROBES if ord(c) != value][:_PER_CLASS]
    if kind is op.ANY:
        return ["a", " ", "\n"] if flags & re.DOTALL else ["a", " "]
    if kind is op.IN:
        return [c for c in (*_PROBES, *_members(value)) if _fits(c, value)][:_PER_CLASS] or [""]
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        least, _, inner = value
        return [unit * max(1, least) for unit in _samples(inner, flags)]
    if kind is op.SUBPATTERN:
        return _samples(value[3], flags)
    if kind is op.ATOMIC_GROUP:
        return _samples(value, flags)
    if kind is op.BRANCH:
        firsts = [_samples(branch, flags) for branch in value[1]]
        return [text for texts in itertools.zip_longest(*firsts) for text in texts if text is not None][:_PER_NODE]
    return [""]


def _members(items: Sequence[Node]) -> list[str]:
    return [chr(value[0] if kind is op.RANGE else value) for kind, value in items if kind in (op.LITERAL, op.RANGE)]


def _fits(character: str, items: Sequence[Node]) -> bool:
    negated = bool(items) and items[0][0] is op.NEGATE
    return any(_is_in(character, kind, value) for kind, value in items) != negated


def _is_in(character: str, kind: object, value: Any) -> bool:  # noqa: ANN401  # a node holds anything
    if kind is op.LITERAL:
        return ord(character) == int(value)
    if kind is op.RANGE:
        return bool(value[0] <= ord(character) <= value[1])
    if kind is op.CATEGORY:
        name = str(value).removeprefix("CATEGORY_")
        category = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}[name.removeprefix("NOT_")]
        return bool(re.match(category, character)) != name.startswith("NOT_")
    return False
