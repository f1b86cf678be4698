"""Scores our index against a compiler's index, and keeps every difference.

Definitions are compared as symbols: a symbol of the oracle is found if one of our definitions is at one of its sites,
and one of our groups is right if a member is at a compared symbol. Definitions that the oracle ignores as unreachable
are set aside.

References are compared by position, over the oracle's occurrences of compared symbols outside their definitions. An
answer is right if its surest target is at a place of the oracle's symbol, or where the oracle has no symbol and the
target has its name in its file: of a variable that two branches assign, the oracle may read one alone. No answer, or
*external*, is a miss; another workspace symbol is a miss and an error; a workspace symbol where the oracle has
something else is an error. These cases are counted and set aside: places of our definitions that the oracle takes for
uses (a second overload, a setter, a variable assigned again under another condition); members that scip-python takes
for the builtin of the same name (`self.type`); answers where the oracle has none (unreachable code, members of values
of unknown type), or a workspace symbol of a kind that is not compared, or a local symbol at the place of ours; answers
in another file where the oracle could not resolve the import of the name; a symbol of the same name that the oracle
refers to but defines nowhere, because it takes its definition for unreachable; and default exports without a name,
which are local symbols there.

Imports have no places in our index: a name in an import is right if one of the file's imports with that name resolves
to the symbol.

Inheritance is compared as the set of pairs (class, ancestor in the workspace): one of the oracles lists all ancestors,
so both sides are closed transitively. The oracle's pairs are those that it lists and those of the bases that it
resolves in class headers, because scip-python omits those of a class used before its class statement, and
scip-typescript those of interfaces. Overrides are the pairs that it lists and those that follow from the names of
methods, because it lists no accessors; constructors override nothing. Our additional pairs of a class are set aside if
the oracle could not resolve one of its direct or indirect bases.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeVar

from ctx_lsp.text.source import SourceText
from tests.graph_oracle.oracle import Kind, Oracle, Place
from tests.graph_oracle.ours import Group, Ours
from tests.graph_oracle.scip import descriptors, is_local

Row = Literal["definitions", "references", "imports", "references with imports", "inheritance", "overrides"]
ROWS: tuple[Row, ...] = (
    "definitions", "references", "imports", "references with imports", "inheritance", "overrides",
)  # fmt: skip
Outcome = Literal["missed", "external", "wrong", "too much"]
Node = TypeVar("Node")

_WORD = re.compile(rb"[\w$\x80-\xff]+")
_BUILTIN = re.compile(r".* builtins/\w+(?:#|\(\)\.)")
_BUILTINS_DOT = b"builtins."
_CLASSES: frozenset[Kind] = frozenset({"class"})
_CONSTRUCTORS = frozenset({"__init__().", "__new__().", "`<constructor>`().", "`<init>`()."})
_MEMBERS: frozenset[Kind] = frozenset({"method", "field"})


class Score(NamedTuple):
    """`found` of the `expected` items of the oracle, and `right` of our `answered` items."""

    found: int = 0
    expected: int = 0
    right: int = 0
    answered: int = 0

    def plus(self, other: "Score") -> "Score":
        """The sum of both scores."""
        return Score(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def recall(self) -> float:
        """Share of the oracle's items that we have; 1 if it has none."""
        return self.found / self.expected if self.expected else 1.0

    @property
    def precision(self) -> float:
        """Share of our items that are right; 1 if we have none."""
        return self.right / self.answered if self.answered else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


class Miss(NamedTuple):
    """A difference: its place, the oracle's answer, and ours."""

    row: Row
    outcome: Outcome
    place: Place
    kind: str  # of the oracle's symbol
    expected: str
    answer: str = ""


@dataclass
class Comparison:
    """The scores of one workspace with every difference, and counts of what was set aside, by reason."""

    scores: dict[Row, Score] = field(default_factory=dict)
    misses: list[Miss] = field(default_factory=list)
    aside: Counter[str] = field(default_factory=Counter)


def compare(oracle: Oracle, ours: Ours, sources: Mapping[str, SourceText]) -> Comparison:
    """Compare one workspace."""
    return Comparing(oracle, ours, sources).run()


class Comparing:
    """One running comparison."""

    def __init__(self, oracle: Oracle, ours: Ours, sources: Mapping[str, SourceText]) -> None:
        self._oracle = oracle
        self._ours = ours
        self._sources = sources
        self._symbols = {
            group: frozenset(symbol for place in places for symbol in oracle.compared(place))
            for group, places in ours.groups.items()
        }
        self._unsure = oracle.unsure
        self._made = Comparison()

    def run(self) -> Comparison:
        """Fill in all scores."""
        scores = self._made.scores
        scores["definitions"] = self._oracle_definitions().plus(self._our_definitions())
        scores |= self._references()
        scores["references with imports"] = scores["references"].plus(scores["imports"])
        ancestors, overridden = self.hierarchy()
        unsure = self._oracle.unsure
        self._unsure = unsure | {one for one, other in ancestors if other in unsure}
        scores["inheritance"] = self._pairs("inheritance", ancestors, self._ours.edges("inherits", "implements"))
        scores["overrides"] = self._pairs("overrides", overridden, self._ours.edges("overrides"))
        return self._made

    def hierarchy(self) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
        """The oracle's pairs of a class and an ancestor, and of a member and one that it overrides."""
        ancestors = _closure(self._implemented(_CLASSES))
        return ancestors, _closure(self._implemented(_MEMBERS)) | self._overridden_by_name(ancestors)

    def nodes_of(self, symbol: str) -> frozenset[str]:
        """Our definitions of one of the oracle's symbols."""
        return frozenset(
            one.id for group, symbols in self._symbols.items() if symbol in symbols for one in self._ours.members[group]
        )

    def _miss(self, row: Row, outcome: Outcome, place: Place, kind: str, expected: str, answer: str = "") -> None:
        self._made.misses.append(Miss(row, outcome, place, kind, expected, answer))

    def _oracle_definitions(self) -> Score:
        found = 0
        for symbol, sites in sorted(self._oracle.sites.items()):
            if sites & self._ours.defined:
                found += 1
            else:
                self._miss("definitions", "missed", min(sites), self._oracle.kinds[symbol], symbol)
        return Score(found=found, expected=len(self._oracle.sites))

    def _our_definitions(self) -> Score:
        right = answered = 0
        for group, one in self._ours.compared.items():
            places = self._ours.groups[group]
            theirs = {symbol for place in places for symbol in self._oracle.at.get(place, ())}
            if self._symbols[group]:
                right += 1
            elif self._is_nameless(group):
                self._made.aside["definitions: default exports and blocks of tests, which have no name"] += 1
                continue
            elif not any(self._oracle.has_read(one.path, *self._ours.span(one)) for one in self._ours.members[group]):
                self._made.aside["definitions: in code that the oracle takes for unreachable"] += 1
                continue
            elif self._is_local_there(group, theirs):
                self._made.aside["definitions: of a symbol that is local there"] += 1
                continue
            else:
                self._miss("definitions", "too much", places[0], one.kind, " ".join(sorted(theirs)), one.id)
            answered += 1
        return Score(right=right, answered=answered)

    def _is_nameless(self, group: Group) -> bool:
        """Whether a group is a nameless default export or a titled test: no symbol, or a local one, there."""
        is_function = self._ours.members[group][0].kind == "Function"
        places = ((self._sources[path], at) for path, at in self._ours.groups[group])
        return all(
            _word(source, at) == "default" or (is_function and source.data[at : at + 1] in (b'"', b"'", b"`"))
            for source, at in places
        )

    def _references(self) -> dict[Row, Score]:
        meanings = dict(self._ours.meanings())
        sites = frozenset(place for places in self._oracle.sites.values() for place in places)
        scores: dict[Row, Score] = {"references": Score(), "imports": Score()}
        for place in sorted((self._oracle.at.keys() | meanings.keys()) - sites):
            row: Row = "imports" if place in self._oracle.imports else "references"
            expected = self._oracle.compared(place)
            if expected and place in self._ours.defined:
                self._made.aside["references: where we have a definition"] += 1
                continue
            targets: Collection[Group] = [target] if (target := meanings.get(place)) else ()
            if row == "imports":
                imported = self._ours.imported(place, _word(self._sources[place[0]], place[1])) if expected else ()
                targets = imported or targets  # a list of exports names what is in the file, too
            if expected:
                score = self._expected(row, place, expected, targets, is_seen=place in meanings)
            else:
                score = self._unexpected(row, place, targets)
            scores[row] = scores[row].plus(score)
        return scores

    def _expected(
        self, row: Row, place: Place, expected: frozenset[str], targets: Collection[Group], *, is_seen: bool
    ) -> Score:
        """Score a place where the oracle has a compared symbol; `is_seen`: we have a reference there."""
        symbol = min(expected)
        paths = {path for path, _ in self._oracle.sites[symbol]}
        if any(
            self._symbols[target] & expected if self._symbols.get(target) else self._is_named_so(target, symbol, paths)
            for target in targets
        ):
            return Score(1, 1, 1, 1)
        outcome: Outcome = "wrong" if targets else "external" if is_seen else "missed"
        self._miss(row, outcome, place, self._oracle.kinds[symbol], symbol, self._names(targets))
        return Score(0, 1, 0, 1 if targets else 0)

    def _unexpected(self, row: Row, place: Place, targets: Collection[Group]) -> Score:
        """Score a place where the oracle has no compared symbol."""
        if not any(target in self._ours.compared for target in targets):
            return Score()
        theirs = self._oracle.at.get(place, frozenset())
        reason = self._reason_to_set_aside(place, theirs, targets)
        if reason:
            self._made.aside[f"references: {reason}"] += 1
            return Score()
        kind = "local" if is_local(min(theirs)) else "external"
        self._miss(row, "too much", place, kind, min(theirs), self._names(targets))
        return Score(answered=1)

    def _reason_to_set_aside(self, place: Place, theirs: frozenset[str], targets: Collection[Group]) -> str:
        """Why an answer of ours cannot be judged where the oracle has no compared symbol, or "" if it can."""
        if not theirs:
            return "the oracle is silent"
        if theirs & self._oracle.others:
            return "of a kind that is not compared"
        if self._is_taken_for_builtin(place, theirs):
            return "members that the oracle takes for the builtin of the same name"
        if theirs <= self._oracle.nowhere and any(self._is_named_so(one, min(theirs), {one[0]}) for one in targets):
            return "to a symbol that the oracle defines nowhere"
        return self._reason_of_local(place, theirs, targets)

    def _reason_of_local(self, place: Place, theirs: frozenset[str], targets: Collection[Group]) -> str:
        """Why an answer of ours cannot be judged where the oracle has a local symbol, or "" if it can."""
        if theirs <= self._oracle.unresolved and all(path != place[0] for path, _ in targets):
            return "to an import that the oracle could not resolve"
        if is_local(min(theirs)) and all(map(self._is_nameless, targets)):
            return "to a default export without a name"
        sites = {site for symbol in theirs for site in self._oracle.local_sites.get(symbol, ())}
        is_bound = not sites.isdisjoint(self._oracle.imports)  # by `require`
        if is_bound or any(self._is_local_there(target, theirs) for target in targets):
            return "to a symbol that is local there"
        return ""

    def _is_taken_for_builtin(self, place: Place, theirs: Collection[str]) -> bool:
        """Whether the oracle has a builtin class or function at a member of something else than that module."""
        path, start = place
        before = self._sources[path].data[max(0, start - len(_BUILTINS_DOT)) : start]
        is_member = before.endswith(b".") and before != _BUILTINS_DOT
        return is_member and all(_BUILTIN.fullmatch(symbol) for symbol in theirs)

    def _is_named_so(self, target: Group, symbol: str, paths: Collection[str]) -> bool:
        """Whether a definition of ours in one of some files has a symbol's name, with the names around it."""
        names = [step.name for step in descriptors(symbol) if step.suffix != "namespace"]
        one = self._ours.compared.get(target)
        return one is not None and one.path in paths and ".".join(names) == one.qualname

    def _is_local_there(self, target: Group, theirs: Collection[str]) -> bool:
        """Whether the oracle has a local symbol where a definition of ours stands: a key of an object, for example."""
        sites = self._oracle.local_sites
        return any(not sites.get(symbol, frozenset()).isdisjoint(self._ours.groups[target]) for symbol in theirs)

    def _names(self, targets: Collection[Group]) -> str:
        files = self._ours.snapshot.files
        return " ".join(sorted(files[path].definitions[index].id for path, index in targets))

    def _implemented(self, kinds: frozenset[Kind]) -> Iterator[tuple[str, str]]:
        """Symbols of some kinds, with the symbols that they implement according to the oracle."""
        for symbol, targets in self._oracle.implemented.items():
            if self._oracle.kinds[symbol] in kinds:
                yield from ((symbol, target) for target in targets)

    def _overridden_by_name(self, ancestors: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
        """Pairs of a method of a class and a member of that name of an ancestor."""
        members: dict[str, dict[str, str]] = {}
        for symbol, kind in self._oracle.kinds.items():
            holder, _, last = symbol.rpartition("#")
            if kind in _MEMBERS and last not in _CONSTRUCTORS:
                members.setdefault(f"{holder}#", {})[last.strip("`().")] = symbol
        pairs = ((one, other) for one, other in ancestors if one in members and other in members)
        return {
            (members[one][name], members[other][name])
            for one, other in pairs
            for name in members[one].keys() & members[other].keys()
            if self._oracle.kinds[members[one][name]] == "method"
        }

    def _pairs(self, row: Row, theirs: set[tuple[str, str]], edges: Iterable[tuple[Group, Group]]) -> Score:
        kinds = _CLASSES if row == "inheritance" else _MEMBERS
        mine: dict[tuple[str, str], Place] = {}
        for source, target in _closure(edges):
            reached = self._paired(target, kinds) or {self._names([target])}
            for one in self._paired(source, kinds):
                mine |= {(one, other): self._ours.groups[source][0] for other in reached}
        aside = {pair for pair in mine.keys() - theirs if f"{pair[0].rpartition('#')[0]}#" in self._unsure}
        self._made.aside[f"{row}: where the oracle could not resolve a base"] += len(aside)
        for one, other in sorted(theirs - mine.keys()):
            self._miss(row, "missed", min(self._oracle.sites[one]), self._oracle.kinds[one], f"{one} → {other}")
        for pair in sorted(mine.keys() - theirs - aside):
            self._miss(row, "too much", mine[pair], "", " → ".join(pair))
        both = len(theirs & mine.keys())
        return Score(both, len(theirs), both, len(mine) - len(aside))

    def _paired(self, group: Group, kinds: frozenset[Kind]) -> set[str]:
        """The symbols of a group; only its methods if a field has the same name, as in Java."""
        symbols = self._of_kinds(group, kinds)
        return {symbol for symbol in symbols if self._oracle.kinds[symbol] == "method"} or symbols

    def _of_kinds(self, group: Group, kinds: frozenset[Kind]) -> set[str]:
        return {symbol for symbol in self._symbols.get(group, ()) if self._oracle.kinds[symbol] in kinds}


def _closure(pairs: Iterable[tuple[Node, Node]]) -> set[tuple[Node, Node]]:
    """The transitive closure of pairs, without pairs of equal nodes."""
    direct: dict[Node, set[Node]] = {}
    for source, target in pairs:
        direct.setdefault(source, set()).add(target)
    found = set()
    for source in direct:
        waiting, seen = [source], set[Node]()
        while waiting:
            fresh = direct.get(waiting.pop(), set()) - seen
            seen |= fresh
            waiting += fresh
        found |= {(source, target) for target in seen - {source}}
    return found


def _word(source: SourceText, start: int) -> str:
    match = _WORD.match(source.data, start)
    return match[0].decode() if match else ""
