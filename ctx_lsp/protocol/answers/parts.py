"""Conversion of answer parts without document locations to wire types. The command line's JSON uses these types, too.

This module imports neither lsprotocol nor the session, because both take long to load.
"""

from collections.abc import Iterable

from ctx_lsp.packing.model import Completeness, PackEdge, PackTokens, ShownResults
from ctx_lsp.protocol.messages.kept_packs import (
    WireCommandSavings,
    WireDaySavings,
    WireHistory,
    WireRecentPack,
    WireSavings,
)
from ctx_lsp.protocol.messages.packs import (
    WireCompleteness,
    WirePackEdge,
    WirePackTokens,
    WireShown,
    WireUnresolved,
)  # fmt: skip
from ctx_lsp.protocol.messages.relations import WireGraphEdge, WirePathStep
from ctx_lsp.protocol.messages.search import (
    WireChannelEvidence,
    WireCoverage,
    WireExplanation,
    WireMatch,
    WirePartner,
    WireQueryAnalysis,
    WireSymbolCommit,
)  # fmt: skip
from ctx_lsp.protocol.messages.status import WireCacheUse, WireFailure
from ctx_lsp.protocol.messages.upkeep import WireCacheStore
from ctx_lsp.retrieval.model import Coverage, QueryAnalysis
from ctx_lsp.workspace import (
    CacheEntry,
    DaySavings,
    Explanation,
    GraphEdge,
    PathStep,
    PatternMatch,
    RecentPack,
    Savings,
    Status,
    SymbolCommit,
)  # fmt: skip


def wire_query(query: QueryAnalysis) -> WireQueryAnalysis:
    """Convert the analysis of a question to its wire type."""
    return WireQueryAnalysis(
        text=query.text,
        intent=query.intent,
        symbols=query.symbols,
        terms=query.terms,
        meant=query.meant,
        read_as=query.read_as,
        unmentioned=query.unmentioned,
        remark=query.remark,
        code=query.code,
    )


def wire_coverage(coverage: Coverage) -> WireCoverage:
    """Convert the coverage of the index to its wire type."""
    return WireCoverage(lexical=coverage.lexical, semantic=coverage.semantic)


def wire_explanation(explanation: Explanation) -> WireExplanation:
    """Convert the explanation of a symbol's rank to its wire type."""
    return WireExplanation(
        symbol=explanation.symbol,
        rank=explanation.rank,
        score=explanation.score,
        parts=dict(explanation.parts),
        channels=tuple(
            WireChannelEvidence(channel=one.channel, rank=one.rank, score=one.score, candidates=one.candidates)
            for one in explanation.channels
        ),
        role=explanation.role,
        level=explanation.level,
        relation=explanation.relation,
        reason=explanation.reason,
        patterns=tuple(map(_match, explanation.patterns)),
        warnings=explanation.warnings,
        read_as=explanation.read_as,
    )


def _match(match: PatternMatch) -> WireMatch:
    return WireMatch(
        pattern=match.pattern,
        role=match.role,
        partners=tuple(WirePartner(symbol=one.symbol, relation=one.relation) for one in match.partners),
        reason=match.reason,
        confidence=match.confidence,
    )


def wire_pack_tokens(tokens: PackTokens) -> WirePackTokens:
    """Convert token counts to their wire type."""
    return WirePackTokens(used=tokens.used, budget=tokens.budget, baseline=tokens.baseline, savings=tokens.savings)


def wire_completeness(completeness: Completeness) -> WireCompleteness:
    """Convert the completeness of a pack to its wire type."""
    return WireCompleteness(
        score=completeness.score,
        symbol_resolution=completeness.symbol_resolution,
        dependency_coverage=completeness.dependency_coverage,
        unresolved=tuple(
            WireUnresolved(symbol=one.symbol, needed_by=one.needed_by, reason=one.reason)
            for one in completeness.unresolved
        ),
    )


def wire_pack_edges(edges: Iterable[PackEdge]) -> tuple[WirePackEdge, ...]:
    """Convert the dependencies between the symbols of a pack to wire types."""
    return tuple(
        WirePackEdge(source=edge.source, target=edge.target, kind=edge.kind, confidence=edge.confidence)
        for edge in edges
    )


def wire_shown(shown: ShownResults) -> WireShown:
    """Convert the number of main results that a pack shows, and their total number, to a wire type."""
    return WireShown(main=shown.main, of=shown.of)


def wire_graph_edges(edges: Iterable[GraphEdge]) -> tuple[WireGraphEdge, ...]:
    """Convert edges of the dependency graph to wire types."""
    return tuple(
        WireGraphEdge(
            source=edge.source,
            target=edge.target,
            kind=edge.kind,
            confidence=edge.confidence,
            through=edge.through,
        )
        for edge in edges
    )


def wire_path(path: Iterable[PathStep]) -> tuple[WirePathStep, ...]:
    """Convert the steps of a path (from a test to a change) to wire types."""
    return tuple(WirePathStep(symbol=step.symbol, kind=step.kind, through=step.through) for step in path)


def wire_cache_use(status: Status) -> WireCacheUse:
    """Convert the path and the size of the workspace's cache to their wire type."""
    return WireCacheUse(
        path=status.cache.path,
        bytes=status.cache.bytes,
        shared=status.cache.shared,
        shared_found=status.cache.shared_found,
        shared_missing=status.cache.shared_missing,
    )


def wire_failures(status: Status) -> tuple[WireFailure, ...]:
    """Convert reports of indexing failures to wire types."""
    return tuple(WireFailure(path=one.path, stage=one.stage, report=one.report) for one in status.failures)


def wire_cache_stores(stores: Iterable[CacheEntry]) -> tuple[WireCacheStore, ...]:
    """Convert descriptions of the stores in the cache folder to wire types."""
    return tuple(
        WireCacheStore(
            kind=one.kind,
            root=one.root,
            bytes=one.bytes,
            last_used=one.last_used,
            exists=one.exists,
            file=one.file,
        )
        for one in stores
    )


def wire_history(packs: Iterable[RecentPack], *, kept: bool) -> WireHistory:
    """Convert the recent packs of a workspace to their wire type. `kept` is the setting `pack.history`."""
    recent = (
        WireRecentPack(
            pack_id=one.pack_id, kind=one.kind, title=one.title, asked_at=one.asked_at, asked_by=one.asked_by
        )
        for one in packs
    )
    return WireHistory(packs=tuple(recent), kept=kept)


def wire_savings(savings: Savings) -> WireSavings:
    """Convert token savings (by day, week and command, and in total) to their wire type."""
    return WireSavings(
        days=_dated(savings.days),
        weeks=_dated(savings.weeks),
        commands=tuple(
            WireCommandSavings(
                command=one.command, packs=one.packs, used=one.used, baseline=one.baseline, savings=one.savings
            )
            for one in savings.commands
        ),
        packs=savings.packs,
        used=savings.used,
        baseline=savings.baseline,
        savings=savings.savings,
        kept=savings.kept,
    )


def _dated(savings: Iterable[DaySavings]) -> tuple[WireDaySavings, ...]:
    return tuple(
        WireDaySavings(date=one.date, packs=one.packs, used=one.used, baseline=one.baseline, savings=one.savings)
        for one in savings
    )


def wire_symbol_commits(commits: Iterable[SymbolCommit]) -> tuple[WireSymbolCommit, ...]:
    """Convert the commits that changed a definition to wire types."""
    return tuple(WireSymbolCommit(one.name, one.author, one.time, one.subject) for one in commits)
