"""`ctx-lsp.agents`: attached agents, the packs that they fetched, the switch that stops serving them, and wishes."""

from concurrent.futures import Future

from ctx_lsp.protocol.attach.activity import AgentWishes
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.messages.agents import AgentsParams, WireAgents
from ctx_lsp.protocol.routes import Call, analysis_now
from ctx_lsp.protocol.session import Session
from ctx_lsp.workspace import Analysis


def switch(session: Session, params: AgentsParams) -> "Future[Analysis]":
    """Start or stop serving agents, if the parameters say so, and capture an analysis to resolve symbols with."""
    if params.serve and not session.configuration.settings.agents.attach:
        raise invalid_params("agents are not served, because agents.attach is off in the settings")
    if params.serve is not None:
        session.agents.is_stopped = not params.serve
        session.offer_to_agents()
    return analysis_now(session, params)


def agents(call: Call[Analysis], params: AgentsParams) -> WireAgents:
    """Handle `ctx-lsp.agents`: apply the wishes, if any are given, and report the activity of agents."""
    activity = call.session.agents
    pin = _ids(call, params.pin, activity.wishes.pin)
    exclude = _ids(call, params.exclude, activity.wishes.exclude)
    for symbol in pin:
        if symbol in exclude:
            raise invalid_params(f"{symbol} is both pinned and excluded")
    activity.wishes = AgentWishes(pin, exclude)
    return WireAgents(
        serving=not activity.refusal,
        reason=activity.refusal,
        attached=activity.attached(),
        packs=activity.packs(),
        pin=pin,
        exclude=exclude,
    )


def _ids(call: Call[Analysis], written: tuple[str, ...] | None, before: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of the symbols in `written`, or `before` if there is no list. Raises `BadRequest`.

    A symbol of `before` may be gone from the index; it stays in the list, in case it comes back.
    """
    if written is None:
        return before
    return tuple(dict.fromkeys(one if one in before else call.captured.symbol_named(one) for one in written))
