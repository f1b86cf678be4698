"""Agent activity as shown to the user: attached agents, fetched packs, proposed notes, and the user's wishes.

The wishes are symbols to pin or exclude in later packs. `listener` serves the agents, and `agent_table` applies the
wishes. Nothing is stored on disk.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

from ctx_lsp.base.timestamps import now
from ctx_lsp.protocol.messages.agents import WireAgentPack, WireAgentPiece, WireAttachedAgent
from ctx_lsp.protocol.messages.notes import WireProposal
from ctx_lsp.protocol.messages.packs import WirePack

MAX_PACKS = 50  # fetched packs that are listed
MAX_PROPOSALS = 20  # proposed notes that wait for the user; of more, the earliest are dropped
UNNAMED = "agent"  # the name recorded for an agent that has not given its own


@dataclass(frozen=True, slots=True)
class AgentWishes:
    """The ids of the symbols that the user pins or excludes in packs for agents."""

    pin: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Attached:
    """One agent with its name, the time at which it attached, and the number of its packs."""

    name: str
    since: str
    packs: int = 0


class AgentActivity:
    """The agents of one session, their packs and proposed notes, and the user's wishes. Thread-safe."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        """Start without agents.

        `on_change` is called whenever an agent attaches, leaves or fetches a pack. The call may be on any thread.
        """
        self._on_change = on_change
        self._lock = Lock()
        self._changing = Lock()  # held while `change_wishes` runs, which may look up symbols
        self._attached: dict[int, _Attached] = {}
        self._packs: deque[WireAgentPack] = deque(maxlen=MAX_PACKS)
        self._proposals: deque[WireProposal] = deque(maxlen=MAX_PROPOSALS)
        self.wishes = AgentWishes()
        self.is_stopped = False  # the user has stopped the service for agents, and has not started it again
        self.is_start_wanted = False  # the user's latest request was to start; a start is done only while this holds
        self.refusal = ""  # the reason why agents cannot attach now; empty if they can

    def change_wishes(self, change: Callable[[AgentWishes], AgentWishes]) -> AgentWishes:
        """Replace the wishes with the result of `change`. If `change` raises an error, the wishes stay as they are.

        Concurrent calls run one after the other.
        """
        with self._changing:
            self.wishes = change(self.wishes)
            return self.wishes

    def attach(self, connection: int, name: str) -> None:
        """Add the agent of a connection, or rename it if it is already attached."""
        with self._lock:
            known = self._attached.get(connection)
            self._attached[connection] = replace(known, name=name) if known else _Attached(name, now())
        self._on_change()

    def detach(self, connection: int) -> None:
        """Remove the agent of a connection, if there is one."""
        with self._lock:
            gone = self._attached.pop(connection, None)
        if gone is not None:
            self._on_change()

    def record(self, connection: int, pack: WirePack) -> None:
        """Add a pack that the agent of a connection fetched."""
        pieces = (WireAgentPiece(one.uri, one.range, one.symbol, one.tokens) for one in pack.items)
        with self._lock:
            agent = self._attached.get(connection, _Attached("", ""))
            if connection in self._attached:
                self._attached[connection] = replace(agent, packs=agent.packs + 1)
            self._packs.appendleft(
                WireAgentPack(pack.pack_id, pack.query.text, agent.name, now(), pack.tokens.used, tuple(pieces))
            )
        self._on_change()

    def propose(self, proposal: WireProposal) -> bool:
        """Add a note that an agent proposes. Return False if a proposal with the same text is already waiting."""
        with self._lock:
            if any(one.text == proposal.text for one in self._proposals):
                return False
            self._proposals.appendleft(proposal)
            return True

    def accept(self, text: str) -> None:
        """Drop the proposal with this text, if there is one, because the user has accepted it as a note."""
        with self._lock:
            left = (one for one in self._proposals if one.text != text)
            self._proposals = deque(left, MAX_PROPOSALS)

    def proposals(self) -> tuple[WireProposal, ...]:
        """Return the notes that agents propose, latest first."""
        with self._lock:
            return tuple(self._proposals)

    def name_of(self, connection: int) -> str:
        """Return the name of the agent of a connection, or `UNNAMED`."""
        with self._lock:
            agent = self._attached.get(connection)
            return agent.name if agent and agent.name else UNNAMED

    def attached(self) -> tuple[WireAttachedAgent, ...]:
        """Return the agents that are attached now, in the order in which they attached."""
        with self._lock:
            return tuple(WireAttachedAgent(one.name, one.since, one.packs) for one in self._attached.values())

    def packs(self) -> tuple[WireAgentPack, ...]:
        """Return the last `MAX_PACKS` packs that agents fetched, latest first."""
        with self._lock:
            return tuple(self._packs)
