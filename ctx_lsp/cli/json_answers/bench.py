"""Conversion of the benchmark report and of profiles to JSON."""

from collections.abc import Mapping

from ctx_lsp.cli.json_answers.evaluation import spread_json
from ctx_lsp.cli.json_answers.values import JsonObject
from ctx_lsp.evaluation.bench.bench import BenchReport, Ratios
from ctx_lsp.evaluation.bench.figures import Spread
from ctx_lsp.evaluation.bench.freshness import Freshness
from ctx_lsp.evaluation.bench.graph import GraphScale
from ctx_lsp.evaluation.bench.profile import ProfileReport, StageTimes
from ctx_lsp.evaluation.bench.scale import Scale
from ctx_lsp.evaluation.bench.server import ServerFigures, ServerStart
from ctx_lsp.evaluation.bench.start import ColdStartComparison, EngineStart
from ctx_lsp.evaluation.bench.switch import BranchSwitch


def bench_json(report: BenchReport) -> JsonObject:
    """Convert a benchmark report to JSON."""
    return {
        "files": report.files,
        "lines": report.lines,
        "symbols": report.symbols,
        "chunks": report.chunks,
        "cache": report.cache,
        "server": _server(report.server),
        "rebuild": {
            "seconds": spread_json(report.rebuild.seconds),
            "processor": spread_json(report.rebuild.processor),
        },
        "warm": _engine_start(report.warm),
        "search": _spreads(report.search),
        "reranked": _spreads(report.reranked),
        "query": _spreads(report.query),
        "editsBySymbol": _freshness(report.edits_by_symbol),
        "editsByFile": _freshness(report.edits_by_file),
        "switch": {
            "files": report.switch.files,
            "there": _branch_switch(report.switch.there),
            "back": _branch_switch(report.switch.back),
        },
        "ratios": _ratios(report.ratios),
        "scale": [_scale(one) for one in report.scale],
        "graph": [_graph_scale(one) for one in report.graph],
        "coldStartComparison": _comparison(report.cold_start_comparison) if report.cold_start_comparison else None,
    }


def _spreads(spreads: Mapping[str, Spread]) -> JsonObject:
    return {name: spread_json(one) for name, one in spreads.items()}


def _server(server: ServerFigures) -> JsonObject:
    loop, memory = server.loop, server.memory
    return {
        "cold": _server_start(server.cold),
        "warm": _server_start(server.warm),
        "loop": {
            "ping": spread_json(loop.ping),
            "edit": spread_json(loop.edit),
            "rename": spread_json(loop.rename),
            "places": loop.places,
            "lines": loop.lines,
        },
        "idle": server.idle,
        "memory": {
            "edits": memory.edits,
            "before": memory.before,
            "quarter": memory.quarter,
            "after": memory.after,
            "mean": memory.mean,
        },
    }


def _server_start(start: ServerStart) -> JsonObject:
    return {
        "initialized": start.initialized,
        "searchable": start.searchable,
        "embedded": start.embedded,
        "processor": start.processor,
        "resident": start.resident,
    }


def _engine_start(start: EngineStart) -> JsonObject:
    return {
        "searchable": spread_json(start.searchable),
        "embedded": spread_json(start.embedded),
        "searchableOwn": spread_json(start.searchable_own),
        "embeddedOwn": spread_json(start.embedded_own),
        "processor": spread_json(start.processor),
    }


def _freshness(edits: Freshness) -> JsonObject:
    return {
        **_edit_times(edits),
        "toParse": edits.to_parse,
        "byKind": _spreads(edits.by_kind),
        "stale": edits.stale,
        "elsewhere": edits.elsewhere,
    }


def _edit_times(edits: Freshness) -> JsonObject:
    return {
        "lines": spread_json(edits.lines),
        "applied": spread_json(edits.applied),
        "lexical": spread_json(edits.lexical),
        "processor": spread_json(edits.processor),
        "semantic": spread_json(edits.semantic),
        "parse": spread_json(edits.parse),
    }


def _branch_switch(switch: BranchSwitch) -> JsonObject:
    return {"fresh": switch.fresh, "embedded": switch.embedded, "stale": switch.stale}


def _ratios(ratios: Ratios) -> JsonObject:
    return {
        "editToRebuild": ratios.edit_to_rebuild,
        "editToRebuildProcessor": ratios.edit_to_rebuild_processor,
        "editToParse": ratios.edit_to_parse,
        "semanticEditToEmbedding": ratios.semantic_edit_to_embedding,
        "warmToColdEmbedded": ratios.warm_to_cold_embedded,
    }


def _scale(scale: Scale) -> JsonObject:
    return {
        "files": scale.files,
        "symbols": scale.symbols,
        "chunks": scale.chunks,
        "searchable": scale.searchable,
        "resident": scale.resident,
        "edits": {
            **_edit_times(scale.edits),
            "to_parse": scale.edits.to_parse,  # these two keep snake_case for existing readers of reports
            "by_kind": _spreads(scale.edits.by_kind),
            "stale": scale.edits.stale,
            "elsewhere": scale.edits.elsewhere,
        },
    }


def _graph_scale(scale: GraphScale) -> JsonObject:
    cost = scale.cost
    return {
        "cost": {
            "files": cost.files,
            "lines": cost.lines,
            "symbols": cost.symbols,
            "references": cost.references,
            "edges": cost.edges,
            "factsSeconds": cost.facts_seconds,
            "graphSeconds": cost.graph_seconds,
            "factsBytes": cost.facts_bytes,
            "graphBytes": cost.graph_bytes,
        },
        "toFacts": scale.to_facts,
        "factsBytesPerSymbol": scale.facts_bytes_per_symbol,
        "graphBytesPerSymbol": scale.graph_bytes_per_symbol,
    }


def _comparison(comparison: ColdStartComparison) -> JsonObject:
    return {
        "command": comparison.command,
        "ours": spread_json(comparison.ours),
        "theirs": spread_json(comparison.theirs),
        "oursProcessor": spread_json(comparison.ours_processor),
        "theirsProcessor": spread_json(comparison.theirs_processor),
        "ratio": comparison.ratio,
        "processorRatio": comparison.processor_ratio,
    }


def profile_json(report: ProfileReport, to_semble: float | None) -> JsonObject:
    """Convert a profile to JSON, with times in milliseconds. `to_semble` is the result of `semble_ratio`."""
    return {
        "files": report.files,
        "lines": report.lines,
        "coldStart": _stage_times(report.cold_start),
        "edits": _stage_times(report.edits),
        "questions": _stage_times(report.questions),
        "ratios": {
            "coldStartToParse": report.ratios.cold_start,
            "editToParse": report.ratios.edit,
            "questionToParse": report.ratios.question,
            "coldStartToSemble": to_semble,
        },
    }


def _stage_times(times: StageTimes) -> JsonObject:
    return {
        "stages": {stage: dict(by_language) for stage, by_language in times.stages.items()},
        "events": dict(times.events),
        "total": times.total,
    }
