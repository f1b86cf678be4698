"""`ctx-lsp.status` and `ctx-lsp.reindex`: the state of the server, and having files read again."""

import platform
from concurrent.futures import Future
from importlib.metadata import version
from typing import Any

import ctx_lsp
from ctx_lsp.base.checks import broken_invariants
from ctx_lsp.protocol import messages
from ctx_lsp.protocol.handlers.places import paths_of
from ctx_lsp.protocol.handlers.watching import who_watches
from ctx_lsp.protocol.routes import Call
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.shapes import shape
from ctx_lsp.workspace import ReindexCounts, Status

PACKAGES = ("pygls", "lsprotocol", "tree-sitter", "tree-sitter-language-pack", "bm25s", "usearch", "onnxruntime")


def status(call: Call[None], _: messages.StatusParams) -> object:
    """`ctx-lsp.status`: of this moment; all it waits for is the writer's current step."""
    now = call.session.workspace.status()
    return _index(now) | {
        "latencies": shape(call.session.latencies.summary()),
        "watching": who_watches(call.session),
        "versions": versions(),
        "settings": {"problems": [str(problem) for problem in call.session.configuration.problems]},
        "brokenInvariants": dict(broken_invariants),
    }


def start_reindex(session: Session, params: messages.ReindexParams) -> "Future[ReindexCounts]":
    """Set off the reading; in order with the edits before and after."""
    if params.files is None:
        return session.workspace.reindex(None, params.force)
    names = session.names()
    return session.workspace.reindex(paths_of(names, params.files), params.force)


def reindex(call: Call[ReindexCounts], _: messages.ReindexParams) -> object:
    """`ctx-lsp.reindex`: what was redone."""
    return shape(call.captured)


def versions() -> dict[str, str]:
    """Versions of the server and of what its answers depend on."""
    return {"ctx-lsp": ctx_lsp.__version__, "python": platform.python_version()} | {
        name: version(name) for name in PACKAGES
    }


def _index(now: Status) -> dict[str, Any]:
    """The part of a status that the workspace knows, grouped as the protocol has it."""
    return {
        "state": now.state,
        "searchable": now.searchable,
        "revision": now.revision,
        "coverage": shape(now.coverage),
        "counts": {
            "files": now.files,
            "symbols": now.symbols,
            "chunks": now.chunks,
            "edges": now.edges,
            "keptBack": now.kept_back,
            "summaries": now.summaries,
        },
        "languages": dict(now.languages),
        "skipped": dict(now.skipped),
        "cache": shape(now.cache),
        "memory": {"rssBytes": now.memory_bytes},
        "model": now.model,
        "reranker": now.reranker,
        "work": {source: dict(kinds) for source, kinds in now.work.items()},
        "failures": [shape(one) for one in now.failures],
        "warnings": list(now.warnings),
    }
