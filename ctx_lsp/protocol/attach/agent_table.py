"""The requests that an agent may send.

All of these requests are read-only: they do not change the workspace, its cache or its settings. They run the same
commands as the editor's requests, so agents and the editor get the same answers, with two exceptions: packs for agents
also follow the user's wishes, and a note from an agent is only a proposal that the user may accept (`activity`).
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

import ctx_lsp
from ctx_lsp.base.timestamps import now
from ctx_lsp.protocol.attach.sockets import ATTACH, MAX_NAME, PING, PROPOSING_COMMAND, agent_source
from ctx_lsp.protocol.commands import COMMANDS
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.messages.common import Name
from ctx_lsp.protocol.messages.notes import RememberParams, WireNewNote, WireProposal, WireProposed
from ctx_lsp.protocol.messages.packs import WirePack
from ctx_lsp.protocol.routes import (
    Call,
    InBackground,
    OnLoop,
    analysis_for_agent,
    analysis_of_command,
)  # fmt: skip
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.table import PING_ROUTE, RouteTable
from ctx_lsp.workspace import Analysis, BadRequest

READ_ONLY_COMMANDS = (
    "ctx-lsp.search",
    "ctx-lsp.query",
    "ctx-lsp.contextAt",
    "ctx-lsp.contextForFiles",
    "ctx-lsp.contextForDiff",
    "ctx-lsp.packText",
    "ctx-lsp.explain",
    "ctx-lsp.check",
    "ctx-lsp.recall",
    "ctx-lsp.impact",
    "ctx-lsp.testScope",
    "ctx-lsp.map",
    "ctx-lsp.status",
)
MAX_NAMED = 10  # excluded symbols that a warning names


class AttachParams(Struct, frozen=True):
    """Parameters of `ctx-lsp.attach`, an agent's first request. `root` is the real path of the agent's folder.

    `client` is the agent's name. If the name becomes known later, the request is sent again.
    """

    root: Name
    client: str = ""


def agent_table(root: Path, connection: int) -> RouteTable:
    """Build the route table for the agent of a connection. An agent of a folder other than `root` cannot attach."""

    def attach(session: Session, params: AttachParams) -> object:
        if Path(params.root) != root:
            raise invalid_params(f"this server works on {root}, not on {params.root}")
        session.agents.attach(connection, params.client[:MAX_NAME])
        return {"uri": session.roots.all[0].uri, "version": ctx_lsp.__version__}

    commands = {command.name: command for command in COMMANDS}
    routes = {name: _waiting_route(commands[name].route) for name in (*READ_ONLY_COMMANDS, PROPOSING_COMMAND)}
    reading = {
        name: _pack_route(routes[name], connection) if commands[name].answer is WirePack else routes[name]
        for name in READ_ONLY_COMMANDS
    }
    proposing = {PROPOSING_COMMAND: _proposal_route(routes[PROPOSING_COMMAND], connection)}
    attaching = {ATTACH: OnLoop(AttachParams, attach)}
    return RouteTable(requests={PING: PING_ROUTE}, notifications={}, commands={**attaching, **reading, **proposing})


def _waiting_route(route: InBackground[Any, Any]) -> InBackground[Any, Any]:
    """Return a route that waits until the editor has reloaded the files that the agent has just changed."""
    return replace(route, capture=analysis_for_agent) if route.capture is analysis_of_command else route


def _proposal_route(route: InBackground[Any, Analysis], connection: int) -> InBackground[Any, Analysis]:
    """Return a route for `ctx-lsp.remember` that writes no file but proposes the note to the user.

    A note that contains false statements is not proposed.
    """
    make: Callable[[Call[Analysis], RememberParams], Any] = route.compute

    def compute(call: Call[Analysis], params: RememberParams) -> WireNewNote:
        session, agent = call.session, call.session.agents.name_of(connection)
        source = agent_source(agent)
        drafted: WireNewNote = make(call, structs.replace(params, source=source, proposed=True, apply=False))
        if drafted.contradictions:
            return drafted
        proposal = WireProposal(params.type, params.text, params.about, source, now()[:10])
        if session.agents.propose(proposal):
            session.tell_proposed(WireProposed(agent, params.text.strip().splitlines()[0].lstrip("# ")))
        return structs.replace(drafted, offered=True)

    return InBackground(route.params, route.capture, compute, route.lane)


def _pack_route(route: InBackground[Any, Analysis], connection: int) -> InBackground[Any, Analysis]:
    """Return a route for a command that makes packs. The route applies the user's wishes and records each pack."""
    make: Callable[[Call[Analysis], Any], Any] = route.compute

    def compute(call: Call[Analysis], params: Any) -> WirePack:  # noqa: ANN401  # of any command that makes packs
        agents = call.session.agents
        call = replace(call, asked_by=agents.name_of(connection))
        wishes = agents.wishes  # read once, because the user may change the wishes meanwhile
        pinned, excluded = (_existing(call.captured, names) for names in (wishes.pin, wishes.exclude))
        options = params.options
        wished = structs.replace(options, pin=(*options.pin, *pinned), exclude=(*options.exclude, *excluded))
        pack: WirePack = make(call, structs.replace(params, options=wished))
        if excluded:  # an agent that asks for one of them must not conclude that there is no such code
            pack = structs.replace(pack, warnings=(*pack.warnings, _left_out(excluded)))
        agents.record(connection, pack)
        return pack

    return InBackground(route.params, route.capture, compute, route.lane)


def _left_out(excluded: Sequence[str]) -> str:
    named = ", ".join(excluded[:MAX_NAMED]) + (", …" if len(excluded) > MAX_NAMED else "")
    return f"The user of the editor has excluded: {named}"


def _existing(analysis: Analysis, symbols: Iterable[str]) -> list[str]:
    """Return the ids of those `symbols` that are in the index."""
    found = []
    for symbol in symbols:
        with suppress(BadRequest):
            found.append(analysis.symbol_named(symbol))
    return found
