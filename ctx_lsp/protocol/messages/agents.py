"""Messages of `ctx-lsp.agents`: attached agents, their packs, and the symbols to pin or exclude in later packs."""

from typing import Annotated

from ctx_lsp.protocol.messages.common import Names, Params, Placed, WireObject, doc


class AgentsParams(Params, frozen=True):
    """The parameters of `ctx-lsp.agents`. All are optional; without any, the command only reports."""

    serve: Annotated[
        bool | None,
        doc("false: disconnect all agents, and serve none until the server exits. true: serve them again."),
    ] = None
    pin: Annotated[Names | None, doc("Symbols that enter every pack for agents first; replaces the earlier list.")] = (
        None
    )
    exclude: Annotated[
        Names | None, doc("Symbols of which packs for agents show no line; replaces the earlier list.")
    ] = None


class WireAttachedAgent(WireObject, frozen=True):
    """An agent that is attached now."""

    name: Annotated[str, doc("The agent's name and version, as it introduced itself; empty before its first call.")]
    since: Annotated[str, doc("When it attached: a time in UTC, in ISO 8601.")]
    packs: Annotated[int, doc("How many packs it has fetched.")]


class WireAgentPiece(Placed, frozen=True):
    """One piece of a fetched pack."""

    symbol: Annotated[str | None, doc("The symbol; null for text without one.")]
    tokens: Annotated[int, doc("Tokens of the piece.")]


class WireAgentPack(WireObject, frozen=True):
    """A pack that an agent fetched."""

    pack_id: Annotated[str, doc("The id of the pack; `ctx-lsp.packText` returns the document.")]
    question: Annotated[str, doc("The question, or the name of the symbol, files or change that the pack is about.")]
    agent: Annotated[str, doc("The name of the agent.")]
    at: Annotated[str, doc("When it was fetched: a time in UTC, in ISO 8601.")]
    tokens: Annotated[int, doc("Tokens of its text.")]
    pieces: Annotated[tuple[WireAgentPiece, ...], doc("The pieces, in the order of the text.")]


class WireAgents(WireObject, frozen=True):
    """The state of the service for agents: attached agents, the packs they fetched, and pinned or excluded symbols."""

    serving: Annotated[bool, doc("Whether agents can attach now.")]
    reason: Annotated[str, doc("Why they cannot; empty if they can.")]
    attached: Annotated[tuple[WireAttachedAgent, ...], doc("The agents that are attached now.")]
    packs: Annotated[tuple[WireAgentPack, ...], doc("The packs that were fetched last, the latest first; at most 50.")]
    pin: Annotated[tuple[str, ...], doc("Symbols that enter every pack for agents first.")]
    exclude: Annotated[tuple[str, ...], doc("Symbols of which packs for agents show no line.")]
