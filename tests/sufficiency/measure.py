"""Makes packs and baselines, and counts the needs of a function that each shows.

A symbol counts as shown if the lines of its declaration are shown at one of its sites. A pack's own figures are
compared with that count, and are not part of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.detail.levels import declaration_lines
from ctx_lsp.packing.formats.tokens import count_file_tokens
from ctx_lsp.packing.model import Pack, PackOptions, PackRequest, SymbolSubject
from ctx_lsp.settings import CacheSettings, IndexSettings, Settings
from ctx_lsp.workspace import Workspace
from ctx_lsp.workspace.analysis import Analysis
from tests.graph_oracle.commands import work_folder
from tests.graph_oracle.fetch import workspace
from tests.graph_oracle.oracle import Oracle, Place
from tests.graph_oracle.packages import Package
from tests.sufficiency.asked import Asked
from tests.sufficiency.baselines import files_in_import_order, filled, imports_of, nearest_chunks
from tests.sufficiency.shown import Shown, lines_of, shown_by

BUDGETS = (1_000, 2_000, 4_000, 8_000)
PACK, FILES, CHUNKS = "contextAt", "whole files", "nearest chunks"
METHODS = (PACK, FILES, CHUNKS)


@dataclass(frozen=True, slots=True)
class ShownContext:
    """The result for one function within one budget: the shown needs, and the tokens used."""

    present: frozenset[str]
    tokens: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results for one function, by method and budget.

    `whole` are the tokens of every file that defines something needed; `completeness` is the pack's word, by budget,
    as far as it shows a body.
    """

    package: str
    asked: Asked
    given: Mapping[tuple[str, int], ShownContext]
    whole: int
    completeness: Mapping[int, float]

    def share(self, method: str, budget: int) -> float:
        """Share of the needed symbols that is shown."""
        return len(self.given[method, budget].present) / len(self.asked.needed)

    def saved(self, method: str, budget: int) -> float:
        """Share of the tokens of whole files that is not used."""
        return 1.0 - self.given[method, budget].tokens / self.whole


class Measuring:
    """The measurement of one package, with data shared by its functions."""

    def __init__(self, name: str, analysis: Analysis, oracle: Oracle) -> None:
        self._name = name
        self._analysis = analysis
        self._files = {path: entry for path, entry in analysis.snapshot.files.items() if path in oracle.paths}
        self._sources = {path: lines_of(entry.source) for path, entry in analysis.snapshot.files.items()}
        self._kinds = oracle.kinds
        self._imported = imports_of(oracle)
        self._spans = {(path, span.name_start): span for path, one in self._files.items() for span in one.facts.spans}

    def outcome(self, asked: Asked, methods: Sequence[str] = METHODS) -> Outcome:
        """The results of all methods for a function."""
        given: dict[tuple[str, int], ShownContext] = {}
        completeness: dict[int, float] = {}
        files = list(files_in_import_order(asked.place[0], self._imported, self._sources)) if FILES in methods else []
        chunks = list(nearest_chunks(self._analysis, self._question(asked))) if CHUNKS in methods else []
        for budget in BUDGETS:
            if PACK in methods:
                pack = self.pack(asked, budget)
                given[PACK, budget] = self._given(asked, shown_by(pack.text, self._sources), pack.tokens.used)
                if pack.completeness.score is not None:
                    completeness[budget] = pack.completeness.score
            if FILES in methods:
                given[FILES, budget] = self._given(asked, *filled(files, self._sources, budget, cut=True))
            if CHUNKS in methods:
                given[CHUNKS, budget] = self._given(asked, *filled(chunks, self._sources, budget, cut=False))
        homes = {path for sites in asked.needed.values() for path, _ in sites}
        whole = sum(count_file_tokens(self._files[path].source) for path in homes)
        return Outcome(self._name, asked, given, whole, completeness)

    def pack(self, asked: Asked, budget: int) -> Pack:
        """The pack for a function."""
        symbol = self._analysis.symbol_at(*asked.place)
        assert symbol is not None
        request = PackRequest(SymbolSubject(symbol), PackOptions(max_tokens=budget))
        return self._analysis.pack(request, CancelToken())

    def definitions(self, sites: frozenset[Place]) -> frozenset[str]:
        """The ids of our definitions at some sites, and of their main definitions in the graph."""
        found = set()
        for path, start in sites:
            entry = self._files[path]
            for index, span in enumerate(entry.facts.spans):
                if span.name_start == start:
                    found |= {entry.definitions[index].id, entry.definitions[entry.main_indices[index]].id}
        return frozenset(found)

    def kind(self, symbol: str) -> str:
        """The kind of a symbol of the compiler's index."""
        return self._kinds[symbol]

    def _given(self, asked: Asked, shown: Shown, tokens: int) -> ShownContext:
        present = (symbol for symbol, sites in asked.needed.items() if any(self._is_shown(one, shown) for one in sites))
        return ShownContext(frozenset(present), tokens)

    def _is_shown(self, site: Place, shown: Shown) -> bool:
        """Whether the declaration at a site is shown; without one in our index, the line of the name."""
        path, start = site
        source, span = self._files[path].source, self._spans.get(site)
        line = source.line_at(start)
        ranges = declaration_lines(source, span) if span else ((line, line + 1),)
        return all(shown.get(path, frozenset()).issuperset(range(*one)) for one in ranges)

    def _question(self, asked: Asked) -> str:
        path, _ = asked.place
        span = self._spans[asked.place]
        source = self._files[path].source
        return f"{source.slice(span.name_start, span.name_end)}\n{source.slice(span.start, span.end)}"


@contextmanager
def analysis_of(package: Package) -> Iterator[Analysis]:
    """Our index of a package with vectors; its cache is beside the compilers' indexes."""
    settings = Settings(
        index=IndexSettings(include=(f"/{package.root}/",), vendored=True),
        cache=CacheSettings(directory=str(work_folder("cache"))),
    )
    ours = Workspace([workspace(package)], settings)
    ours.start()
    try:
        if not ours.wait_ready():
            raise SystemExit(f"{package.name} could not be indexed: {'; '.join(ours.status().warnings)}")
        yield ours.analysis().result()
    finally:
        ours.close()
