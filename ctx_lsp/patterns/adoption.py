"""Adoption: how many files use each alternative of a category, and which files are good examples of the preferred one.

The alternatives of one file are derived from its facts (`syntax.alternatives`) and its edges. This module counts them
over all files of a family of languages, such as JavaScript and TypeScript. The language folders define categories and
alternatives.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from heapq import nsmallest
from threading import Lock
from typing import Literal, NamedTuple, Protocol
from weakref import ref

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.edges import FileEdges
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.graph.file_roles import is_project_code
from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.languages.folders import FOLDERS
from ctx_lsp.patterns.view import SURE
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.alternatives import alternatives_of
from ctx_lsp.syntax.symbol_kinds import TYPE_KINDS

CONFLICT_SHARE = 0.2  # alternatives are in conflict if at least two exceed this share of the files
PREFERRED_SHARE = 0.6  # minimum share of the files that the preferred alternative has
MIN_FILES = 3  # minimum number of files that use an alternative; fewer do not show a habit
MAX_GOLDEN = 2
IDLE_DAYS = 365  # without a change of a file, while others change; it may be what the team has left behind
MAX_DEPENDANTS = 9  # dependants of a golden file that count; more do not make it a better example
WAIT = 0.05  # seconds between the checks for cancellation while a request waits for another one

Key = tuple[str, str]
"""A category and the name of an alternative."""

Direction = Literal["rising", "declining"]


@dataclass(frozen=True, slots=True)
class AdoptedAlternative:
    """An alternative of a category, and how many files use it.

    `files` is the number of these files, and `share` is their share of the files that use any alternative. `trend` is
    "rising" or "declining" if `patterns.trend` has found such a trend in the history; otherwise it is empty.
    """

    name: str
    files: int
    share: float
    trend: Direction | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class Adoption:
    """The number of files in a family of languages that use each alternative of one category, most used one first.

    `files` counts the files that use any alternative. `preferred` is the alternative to use for new code, or "" if
    there is none. `conflict` names alternatives for the same purpose that are all common. `golden` holds the paths of
    the best examples of the preferred alternative.
    """

    language: str
    category: str
    files: int
    alternatives: tuple[AdoptedAlternative, ...]
    preferred: str
    conflict: tuple[str, ...]
    golden: tuple[str, ...]


class Ages(Protocol):
    """The times since files were last changed, taken from a history. `tips` identifies the state of the history."""

    @property
    def tips(self) -> tuple[str, ...]:
        """The newest commits."""

    def days_idle(self, path: str) -> float:
        """Return how many days before the newest commit a file was last changed; 0 if this is not known."""


class Preference(NamedTuple):
    """The preferred alternative of a category ("" for none), and the alternatives in conflict."""

    preferred: str
    conflict: tuple[str, ...]


class Counts(NamedTuple):
    """The part of `Adoptions` that stays the same for all snapshots with the same files and edges."""

    by_file: Mapping[str, frozenset[Key]]
    users: Mapping[str, Mapping[str, Counter[str]]]
    totals: Mapping[str, Counter[str]]
    preferences: Mapping[str, Mapping[str, Preference]]


@dataclass(frozen=True)
class Adoptions:
    """The alternatives that each file uses (`by_file`), and how many files use each alternative (`users`).

    `users` is keyed by family, category and alternative. `totals` counts the files that use any alternative of a
    category, and `preferences` has the preferred ones; both are keyed by family and category. Methods that read every
    file check `token` for cancellation and cache their results in `known_golden`.
    """

    snapshot: Snapshot
    by_file: Mapping[str, frozenset[Key]]
    users: Mapping[str, Mapping[str, Counter[str]]]
    totals: Mapping[str, Counter[str]]
    preferences: Mapping[str, Mapping[str, Preference]]
    token: CancelToken
    known_golden: "_KnownGolden"
    ages: Ages | None = None

    def all(self) -> tuple[Adoption, ...]:
        """Return the adoption of every category, sorted by family and category. Raises `Cancelled`."""
        return tuple(self.of(name, category) for name, own in sorted(self.users.items()) for category in sorted(own))

    def of(self, language: str, category: str) -> Adoption:
        """Return the adoption of a category in a family of languages. Raises `Cancelled`."""
        counts, files = self.users[language][category], self.totals[language][category]
        preferred, conflict = self.preferences[language][category]
        listed = tuple(AdoptedAlternative(name, count, round(count / files, 3)) for name, count in _ranked(counts))
        golden = self._golden(language, (category, preferred)) if preferred else ()
        return Adoption(language, category, files, listed, preferred, conflict, golden)

    def _golden(self, language: str, wanted: Key) -> tuple[str, ...]:
        """Return the best examples of an alternative among the files that use no other alternative of its category.

        Files that changed within `IDLE_DAYS` come first, then the most typical, then those with the most dependants.
        """
        request = language, wanted, self.ages.tips if self.ages else ()
        known = self.known_golden.get(request)
        if known is not None:
            return known
        only: list[str] = []
        for path, keys in self.by_file.items():
            self.token.check()
            is_alone = wanted in keys and sum(category == wanted[0] for category, _ in keys) == 1
            if is_alone and family(self.snapshot.files[path].language) == language:
                only.append(path)
        usual = {category: one.preferred for category, one in self.preferences[language].items()}
        typicality = {keys: _typicality(keys, usual) for keys in {self.by_file[path] for path in only}}
        dependants = self.snapshot.graph.dependants

        def rank(path: str) -> tuple[bool, int, int, str]:
            is_idle = self.ages is not None and self.ages.days_idle(path) > IDLE_DAYS
            return is_idle, -typicality[self.by_file[path]], -min(MAX_DEPENDANTS, len(dependants.get(path, ()))), path

        return self.known_golden.setdefault(request, tuple(nsmallest(MAX_GOLDEN, only, key=rank)))


_KnownGolden = dict[tuple[str, Key, tuple[str, ...]], tuple[str, ...]]
"""The best examples of an alternative in a family of languages, by the tips of the history."""


class _FileUse(NamedTuple):
    """The alternatives that a file uses, with the entry and the edges from which they were derived.

    `targets` holds the definitions that the relevant edges lead to, which may be in other files. It maps the id of each
    to whether the definition is a type.
    """

    entry: ref[FileEntry]
    edges: ref[FileEdges] | None
    targets: Mapping[str, bool]
    keys: frozenset[Key]

    def holds_for(self, snapshot: Snapshot, entry: FileEntry, edges: FileEdges | None) -> bool:
        if self.entry() is not entry or (self.edges() if self.edges else None) is not edges:
            return False
        return all(_is_type(snapshot, target) == is_type for target, is_type in self.targets.items())


class _Measured(NamedTuple):
    """The adoption measured in one snapshot. `golden` caches the best examples of each requested alternative."""

    snapshot: ref[Snapshot]
    files: Mapping[str, _FileUse]
    counts: Counts
    golden: _KnownGolden


class AdoptionIndex:
    """A thread-safe cache for measuring adoption. After an edit, only the changed files are examined again.

    Snapshots, files and edges are held weakly, so that no earlier revision stays in memory.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._latest: _Measured | None = None

    def at(self, snapshot: Snapshot, token: CancelToken, ages: Ages | None = None) -> Adoptions:
        """Measure the adoptions in a snapshot; repeating this for the latest snapshot is cheap. Raises `Cancelled`."""
        latest = self._latest
        if latest is None or latest.snapshot() is not snapshot:
            while not self._lock.acquire(timeout=WAIT):
                token.check()
            try:
                latest = self._latest = _measured(snapshot, self._latest, token)
            finally:
                self._lock.release()
        return Adoptions(snapshot, *latest.counts, token, latest.golden, ages)


def _measured(snapshot: Snapshot, known: _Measured | None, token: CancelToken) -> _Measured:
    """Count the files in a snapshot that use each alternative; reuse the results in `known` for unchanged files."""
    if known is not None and known.snapshot() is snapshot:
        return known
    before = known.files if known else {}
    now: dict[str, _FileUse] = {}
    is_same = len(snapshot.files) == len(before)
    for path, entry in snapshot.files.items():
        token.check()
        edges, use = snapshot.graph.by_file.get(path), before.get(path)
        if use is None or not use.holds_for(snapshot, entry, edges):
            use = _use_of(snapshot, entry, edges)
            is_same = False
        now[path] = use
    if known is not None and is_same:  # only something else has changed, such as vectors
        return known._replace(snapshot=ref(snapshot))
    counts = counted(snapshot, {path: use.keys for path, use in now.items() if use.keys})
    return _Measured(ref(snapshot), now, counts, {})


def counted(snapshot: Snapshot, by_file: Mapping[str, frozenset[Key]]) -> Counts:
    """Count the files by family, category and alternative, and choose the preferred alternatives."""
    users: defaultdict[str, defaultdict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    totals: defaultdict[str, Counter[str]] = defaultdict(Counter)
    groups = Counter((family(snapshot.files[path].language), keys) for path, keys in by_file.items())
    for (language, keys), files in groups.items():
        for category in {one for one, _ in keys}:
            totals[language][category] += files
        for category, name in keys:
            users[language][category][name] += files
    preferences = {
        language: {
            category: _preference(language, category, used, totals[language][category])
            for category, used in own.items()
        }
        for language, own in users.items()
    }
    return Counts(by_file, users, totals, preferences)


def _preference(language: str, category: str, users: Counter[str], files: int) -> Preference:
    """Choose the preferred alternative of a category, or find those in conflict.

    `users` counts the files that use each alternative, and `files` counts those that use at least one.
    """
    ranked = _ranked(users)
    common = tuple(name for name, count in ranked if count > CONFLICT_SHARE * files and count >= MIN_FILES)
    if len(common) > 1:
        return Preference("", () if category in _complementary(language) else common)
    best, count = ranked[0]
    return Preference(best if count >= max(MIN_FILES, PREFERRED_SHARE * files) else "", ())


def _use_of(snapshot: Snapshot, entry: FileEntry, edges: FileEdges | None) -> _FileUse:
    """Derive the alternatives that a file uses from its facts and its edges; none if it is not code of the project.

    An edge counts only if it leads to a type. For example, the edge of `raise self.error` leads to an attribute, which
    does not tell what kind of error is raised.
    """
    targets: dict[str, bool] = {}
    keys: frozenset[Key] = frozenset()
    if is_project_code(entry.path):
        rows = [(kind, key) for kind, role, key in _by_edge(entry.language) if role in (entry.role, "any")]
        wanted = {kind for kind, _ in rows}
        sure = [edge for edge in edges or () if edge.kind in wanted and edge.confidence >= SURE]
        targets = {edge.target: _is_type(snapshot, edge.target) for edge in sure}
        kinds = {edge.kind for edge in sure if targets[edge.target]}
        keys = entry.alternatives | {key for kind, key in rows if kind in kinds}
    return _FileUse(ref(entry), None if edges is None else ref(edges), targets, keys)


def _is_type(snapshot: Snapshot, target: str) -> bool:
    found = snapshot.definition(target)
    return found is not None and found.kind in TYPE_KINDS


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def _typicality(keys: frozenset[Key], usual: Mapping[str, str]) -> int:
    """Return how typical a file is: the number of its typical categories minus the number of its untypical ones.

    A category is typical if the file uses only the preferred alternative, and untypical if the file uses any other.
    Categories without a preferred alternative are ignored. `usual` maps each category to its preferred alternative.
    """
    names: defaultdict[str, set[str]] = defaultdict(set)
    for category, name in keys:
        names[category].add(name)
    return sum(1 if own == {usual[category]} else -1 for category, own in names.items() if usual[category])


@cache
def _by_edge(language: str) -> tuple[tuple[str, str, Key], ...]:
    return tuple((row.edge, row.role, row.key) for row in alternatives_of(language).rows if row.edge)


@cache
def _complementary(language: str) -> frozenset[str]:
    return frozenset().union(*_complements(language))


def _complements(language: str) -> Iterator[frozenset[str]]:
    """Yield, for each language of the family `language`, the categories whose alternatives are used side by side."""
    for name in FOLDERS.names():
        if family(name) == language:
            yield alternatives_of(name).complementary
