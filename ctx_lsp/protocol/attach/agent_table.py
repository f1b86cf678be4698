"""The requests that an agent may send.

All of these requests are read-only: they do not change the workspace, its cache or its settings. They run the same
commands as the editor's requests, so agents and the editor get the same answers.
"""

from pathlib import Path

from msgspec import Struct

import ctx_lsp
from ctx_lsp.protocol.attach.sockets import ATTACH
from ctx_lsp.protocol.commands import COMMANDS
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.messages.common import Name
from ctx_lsp.protocol.routes import OnLoop
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.table import RouteTable

READ_ONLY_COMMANDS = (
    "ctx-lsp.search",
    "ctx-lsp.query",
    "ctx-lsp.contextAt",
    "ctx-lsp.contextForFiles",
    "ctx-lsp.contextForDiff",
    "ctx-lsp.packText",
    "ctx-lsp.explain",
    "ctx-lsp.impact",
    "ctx-lsp.testScope",
    "ctx-lsp.map",
    "ctx-lsp.status",
)


class AttachParams(Struct, frozen=True):
    """Parameters of `ctx-lsp.attach`, an agent's first request. `root` is the real path of the agent's folder."""

    root: Name


def agent_table(root: Path) -> RouteTable:
    """Build the route table for agents that work in the folder `root`."""

    def attach(session: Session, params: AttachParams) -> object:
        if Path(params.root) != root:
            raise invalid_params(f"this server works on {root}, not on {params.root}")
        return {"uri": session.roots.all[0].uri, "version": ctx_lsp.__version__}

    routes = {command.name: command.route for command in COMMANDS}
    reading = {name: routes[name] for name in READ_ONLY_COMMANDS}
    return RouteTable(requests={}, notifications={}, commands={ATTACH: OnLoop(AttachParams, attach), **reading})
