"""Handlers of the commands `ctx-lsp.status` and `ctx-lsp.dashboard`: the state and the metrics of the server."""

import platform
from functools import cache
from importlib.metadata import version

import ctx_lsp
from ctx_lsp.base.checks import broken_invariants
from ctx_lsp.protocol.answers.dashboard import DashboardFigures, dashboard_text
from ctx_lsp.protocol.answers.upkeep import wire_status
from ctx_lsp.protocol.handlers.watching import who_watches
from ctx_lsp.protocol.messages.common import NoParams
from ctx_lsp.protocol.messages.status import WireDashboard, WireStatus
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import days_of_whole_weeks

PACKAGES = ("pygls", "lsprotocol", "tree-sitter", "tree-sitter-language-pack", "bm25s", "usearch", "onnxruntime")
SHOWN_LATENCIES = 32  # in the plot of a command
SHOWN_DAYS = 8 * 7  # of savings


def status(call: Call[None], _: NoParams) -> WireStatus:
    """Handle `ctx-lsp.status`: return the state of the server.

    The answer waits for the writer thread's current step and for changes that are already queued, but not for the rest
    of indexing.
    """
    session = call.session
    return wire_status(
        session.workspace.status(),
        latencies=session.figures.latencies.summary(),
        agents=len(session.agents.attached()),
        watching=who_watches(session),
        versions=versions(),
        problems=[str(problem) for problem in session.configuration.problems],
        broken_invariants=broken_invariants,
    )


def dashboard(call: Call[None], _: NoParams) -> WireDashboard:
    """Handle `ctx-lsp.dashboard`: return a Markdown document with the metrics since the server started."""
    session = call.session
    latencies = session.figures.latencies
    return WireDashboard(
        dashboard_text(
            DashboardFigures(
                uptime=session.monitor.uptime,
                status=session.workspace.status(),
                latencies=latencies.summary(),
                latest=latencies.latest(SHOWN_LATENCIES),
                monitor=session.monitor,
                size=session.monitor.index_size(),
                savings=session.workspace.savings(days_of_whole_weeks(SHOWN_DAYS)),
            )
        )
    )


@cache  # each look-up reads the metadata of a distribution, and leaves a cycle of references
def versions() -> dict[str, str]:
    """Return the versions of the server, of Python and of the libraries that affect answers."""
    return {"ctx-lsp": ctx_lsp.__version__, "python": platform.python_version()} | {
        name: version(name) for name in PACKAGES
    }
