"""Answers to requests about navigation and dependencies in one revision.

A `Relations` object is immutable and thread-safe, like the `Analysis` that creates it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features import hierarchy, navigation
from ctx_lsp.features.affected_tests import tests_of_changes, tests_of_files
from ctx_lsp.features.changes import NO_CHANGES, changes_since, nothing_changed
from ctx_lsp.features.impact import external_impact, files_impact, impact
from ctx_lsp.features.model import AffectedTests, BadRequest, Cycle, Cycles, Impact, Neighbourhood, Patterns
from ctx_lsp.features.navigation import DefinitionLocation, Highlight, NameAtPosition, name_at
from ctx_lsp.features.neighbourhood import Direction, check_kinds, neighbourhood
from ctx_lsp.features.nodes import Node, node_of
from ctx_lsp.features.past.removed_names import users_of_removed
from ctx_lsp.features.past.trends import trends_of
from ctx_lsp.features.patterns import patterns
from ctx_lsp.features.repository_map import RepositoryMap, repository_map
from ctx_lsp.features.symbol_names import are_of_code, definitions_named
from ctx_lsp.features.symbols import resolve_symbol, unknown_symbol
from ctx_lsp.graph.cycles import import_cycles, round_trip
from ctx_lsp.history.histories import Histories
from ctx_lsp.patterns.departures import without_migrations
from ctx_lsp.patterns.trend import with_trends
from ctx_lsp.published.service import PublishedRepositories
from ctx_lsp.retrieval.gaps import gaps
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.disk import Limits
from ctx_lsp.text.roots import Roots
from ctx_lsp.workspace.indexed_files import IndexedFiles
from ctx_lsp.workspace.pack_cache import PackCache
from ctx_lsp.workspace.sharing.definitions import Elsewhere, definition_elsewhere, is_imported

MAX_DEPTH = 10  # edges; beyond this distance, everything depends on everything


@dataclass(frozen=True, slots=True)
class Relations:
    """Queries for navigation and dependencies. Positions are byte offsets, and the order of results is deterministic.

    The parameter `name` of a method is the name that `name_at` found at a position. Answers about dependencies leave
    out the notes that are not in force, unless the request is about such a note. `packs` caches which ones these are,
    and which alternatives files use. `limits` decides which files are indexed.
    """

    snapshot: Snapshot
    roots: Roots
    published: PublishedRepositories | None = None
    histories: Histories = field(default_factory=Histories)
    packs: PackCache = field(default_factory=PackCache)
    limits: Limits = field(default_factory=Limits)

    def is_imported(self, path: str, offset: int) -> bool:
        """Return whether the name at a position comes from a package; False if no repositories are published."""
        return self.published is not None and is_imported(self.snapshot, path, offset)

    def definition_elsewhere(self, path: str, offset: int, token: CancelToken) -> Elsewhere | None:
        """Find the definition of the name at a position in a published repository, at the pinned version.

        The result is None if the name is not imported from a package, or no repositories are published. This waits for
        the database. Raises `Cancelled`.
        """
        return definition_elsewhere(self.snapshot, self.roots, self.published, path, offset, token)

    def name_at(self, path: str, offset: int) -> NameAtPosition | None:
        """Return the name at a position and its possible meanings; None for keywords, literals and local variables."""
        return name_at(self.snapshot, path, offset)

    def definitions(self, name: NameAtPosition) -> tuple[DefinitionLocation, ...]:
        """Return the definitions that the name can refer to, highest confidence first."""
        return navigation.definitions(self.snapshot, name)

    def type_definitions(self, name: NameAtPosition) -> tuple[DefinitionLocation, ...]:
        """Return the definitions of the types that the name denotes, or of the declared types of a value."""
        return navigation.type_definitions(self.snapshot, name)

    def references(
        self, name: NameAtPosition, declarations: bool, token: CancelToken
    ) -> tuple[DefinitionLocation, ...]:
        """Return all references to the named symbol. `declarations` adds its definitions. Raises `Cancelled`."""
        return navigation.references(self.snapshot, name, declarations, token)

    def highlights(self, path: str, name: NameAtPosition) -> tuple[Highlight, ...]:
        """Return the references to the named symbol in the file at `path`."""
        return navigation.highlights(self.snapshot, path, name)

    def implementations(self, name: NameAtPosition, token: CancelToken) -> tuple[DefinitionLocation, ...]:
        """Return the implementations, subtypes and overrides of the named symbol at all levels. Raises `Cancelled`."""
        return navigation.implementations(self.snapshot, name, token)

    def callables(self, name: NameAtPosition) -> tuple[Node, ...]:
        """Return the functions and other callables that the name can mean, as roots of a call hierarchy."""
        return hierarchy.callables(self.snapshot, name)

    def types(self, name: NameAtPosition) -> tuple[Node, ...]:
        """Return the types that the name can mean, as roots of a type hierarchy."""
        return hierarchy.types(self.snapshot, name)

    def incoming_calls(self, node: str, token: CancelToken) -> tuple[hierarchy.CallSites, ...]:
        """Return the callers of a symbol. Raises `Cancelled`."""
        return hierarchy.incoming_calls(self.snapshot, node, token)

    def outgoing_calls(self, node: str, token: CancelToken) -> tuple[hierarchy.CallSites, ...]:
        """Return the callees of a symbol, or of the top level of a file. Raises `Cancelled`."""
        return hierarchy.outgoing_calls(self.snapshot, node, token)

    def supertypes(self, node: str) -> tuple[Node, ...]:
        """Return the direct supertypes of a type."""
        return hierarchy.supertypes(self.snapshot, node)

    def subtypes(self, node: str) -> tuple[Node, ...]:
        """Return the direct subtypes of a type."""
        return hierarchy.subtypes(self.snapshot, node)

    def node(self, node: str) -> Node | None:
        """Return the graph node for a symbol id or file path, or None if there is no such symbol or file."""
        return node_of(self.snapshot, node)

    def graph(
        self, root: str, direction: Direction, kinds: Sequence[str] | None, depth: int, token: CancelToken
    ) -> Neighbourhood:
        """Return the graph around `root`, a symbol's name or a file's path. Raises `BadRequest`, `Cancelled`."""
        _check_depth(depth)
        check_kinds(kinds)
        node = root if root in self.snapshot.files else resolve_symbol(self.snapshot, root).id
        return neighbourhood(
            self.snapshot, node, direction, kinds, depth, token, self.packs.notes.left_out(self, token)
        )

    def impact(self, symbol: str, depth: int, token: CancelToken) -> Impact:
        """Find the dependants of the symbol named `symbol`, or of the external module with this name.

        A symbol in code takes precedence over a module, and a module over symbols such as keys and headings, because a
        manifest has a key for each imported package. Raises `BadRequest`, `Cancelled`.
        """
        _check_depth(depth)
        leaves_out = self.packs.notes.left_out(self, token)
        named = definitions_named(self.snapshot, symbol)
        if not are_of_code(named) and self.snapshot.definition(symbol) is None:
            found = external_impact(self.snapshot, symbol, depth, token, leaves_out)
            if found is not None:
                return found
            if not named:
                raise unknown_symbol(self.snapshot, f"no symbol or imported module named {symbol!r}", symbol)
        return impact(self.snapshot, resolve_symbol(self.snapshot, symbol), depth, token, leaves_out)

    def files_impact(self, paths: Sequence[str], depth: int, token: CancelToken) -> Impact:
        """Find the dependants of the files and folders at `paths`. Raises `BadRequest`, `Cancelled`."""
        _check_depth(depth)
        return files_impact(
            self.snapshot, self._files.inside(paths), depth, token, self.packs.notes.left_out(self, token)
        )

    def tests_of_files(self, paths: Sequence[str], token: CancelToken) -> AffectedTests:
        """Find the tests that reach code in the files and folders at `paths`. Raises `BadRequest`, `Cancelled`."""
        return tests_of_files(self.snapshot, self.roots, self._files.inside(paths), token)

    def tests_since(self, base: str, token: CancelToken) -> AffectedTests:
        """Find the tests that reach the changes since the Git revision `base`. Raises `BadRequest`, `Cancelled`."""
        since = changes_since(self.snapshot, self.roots, base, token)
        warnings = (nothing_changed(base),) if since.is_none else since.warnings
        users = users_of_removed(self.snapshot, since, token)
        found = tests_of_changes(self.snapshot, self.roots, since.changes, users, warnings, token)
        return replace(found, unchanged=since.is_none)

    def patterns(
        self, symbol: str | None, kinds: Sequence[str] | None, token: CancelToken, base: str | None = None,
        trends: bool = False,
    ) -> Patterns:  # fmt: skip
        """Find the patterns and framework roles of one symbol or of all symbols. Raises `BadRequest`, `Cancelled`.

        `kinds` limits the patterns to these kinds; None means all kinds. If neither a symbol nor a kind is given, also
        measure the adoption of alternatives; with an empty `kinds`, do only this. With `base`, also find rare
        alternatives in the lines that changed since this Git revision. With `trends`, say which alternatives are rising
        or declining, and leave out a rare one if it is rising, or if the usual one is declining. The first call with
        `trends` takes seconds.
        """
        definition = resolve_symbol(self.snapshot, symbol) if symbol else None
        since = changes_since(self.snapshot, self.roots, base, token) if base is not None else NO_CHANGES
        is_whole = definition is None and not kinds
        adopted = self.packs.adoption.at(self.snapshot, token, self.histories) if is_whole else None
        found = patterns(self.snapshot, definition, kinds, token, adopted, since.hunks)
        if trends and found.adoption:
            known = trends_of(self.roots, token)
            rare = tuple(without_migrations(found.departures, known))
            found = replace(found, adoption=with_trends(found.adoption, known), departures=rare)
        return replace(found, warnings=(*found.warnings, *since.warnings))

    def cycles(self) -> Cycles:
        """Find the groups of files that import each other. This takes about a second in a large workspace."""
        groups = import_cycles(self.snapshot.graph)
        cycles = tuple(Cycle(group, round_trip(self.snapshot.graph, group)) for group in groups)
        return Cycles(self.snapshot.revision, cycles, gaps(self.snapshot, by_meaning=False))

    def map(self, max_tokens: int, token: CancelToken) -> RepositoryMap:
        """Build the map of the repository within a token budget. Raises `Cancelled`."""
        return repository_map(self.snapshot, max_tokens, token)

    @property
    def _files(self) -> IndexedFiles:
        return IndexedFiles(self.snapshot, self.roots, self.limits)


def _check_depth(depth: int) -> None:
    if not 1 <= depth <= MAX_DEPTH:
        raise BadRequest(f"depth must be a number from 1 to {MAX_DEPTH}")
