"""Handlers of `ctx-lsp.agents`, which reports on agents, pins or excludes symbols, and starts or stops the service."""

from concurrent.futures import Future
from functools import partial
from threading import Event

from ctx_lsp.protocol.attach.activity import AgentWishes
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.messages.agents import AgentsParams, WireAgents
from ctx_lsp.protocol.routes import Call, analysis_now
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.transport.inbox import on_loop
from ctx_lsp.workspace import Analysis

START_SECONDS = 1.0  # for the loop to open the socket; a loop that has ended never does


def switch(session: Session, params: AgentsParams) -> "Future[Analysis]":
    """Stop serving agents if the parameters ask for it, and capture an analysis for looking up symbols.

    Raises `RequestError` if agents are to be served but the settings forbid it.
    """
    if params.serve and not session.configuration.settings.agents.attach:
        raise invalid_params("agents are not served, because agents.attach is off in the settings")
    if params.serve is not None:
        session.agents.is_start_wanted = params.serve
    if params.serve is False:
        session.agents.is_stopped = True
        session.offer_to_agents()
    return analysis_now(session, params)


def agents(call: Call[Analysis], params: AgentsParams) -> WireAgents:
    """Handle `ctx-lsp.agents`: update pins and exclusions, start serving if requested, and report the agents' activity.

    Raises `BadRequest` if a symbol is unknown, and `RequestError` if a symbol is both pinned and excluded.
    """
    activity = call.session.agents
    wishes = activity.change_wishes(partial(_changed, call, params))
    if params.serve:
        _start(call.session)
    return WireAgents(
        serving=not activity.refusal,
        reason=activity.refusal,
        attached=activity.attached(),
        packs=activity.packs(),
        pin=wishes.pin,
        exclude=wishes.exclude,
    )


def _start(session: Session) -> None:
    """Start serving agents on the loop thread, and wait until this is done, for `START_SECONDS` at most.

    If a request to stop has arrived in the meantime, agents are not served.
    """
    is_done = Event()

    def start() -> None:
        if session.agents.is_start_wanted:
            session.agents.is_stopped = False
            session.offer_to_agents()
        is_done.set()

    on_loop(session.loop, start)
    is_done.wait(START_SECONDS)


def _changed(call: Call[Analysis], params: AgentsParams, before: AgentWishes) -> AgentWishes:
    """Apply the changes requested in `params` to the pins and exclusions in `before`, and return the result.

    Raises `BadRequest` if a symbol is unknown, and `RequestError` if a symbol is both pinned and excluded.
    """
    pin = _ids(call, params.pin, before.pin)
    exclude = _ids(call, params.exclude, before.exclude)
    for symbol in pin:
        if symbol in exclude:
            raise invalid_params(f"{symbol} is both pinned and excluded")
    return AgentWishes(pin, exclude)


def _ids(call: Call[Analysis], written: tuple[str, ...] | None, before: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of the symbols in `written`, or the ids in `before` if `written` is None.

    Raises `BadRequest` if a symbol is unknown. An id that `before` contains is valid even if its symbol is no longer in
    the index, because the symbol may come back.
    """
    if written is None:
        return before
    return tuple(dict.fromkeys(one if one in before else call.captured.symbol_named(one) for one in written))
