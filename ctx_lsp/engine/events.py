"""What the engine did, for tests and for the curious: counts of everything, and the latest events one by one."""

from collections import Counter, deque
from collections.abc import Hashable
from typing import Literal, NamedTuple

EventKind = Literal["changed", "computed", "unchanged", "adopted", "removed"]
"""changed: an input has another value. computed: a query gave another value than before. unchanged: it was computed
and gave the value it had, so nothing that read it is computed again. adopted: a value that was made earlier, from equal
reads, was taken over. removed: an input or a query's value is gone."""

RECENT = 4_096  # events kept one by one: a branch switch of a thousand files


class Event(NamedTuple):
    """One thing that happened to the value that `source` has for `key`."""

    revision: int
    kind: EventKind
    source: str
    key: Hashable


class EventLog:
    """Events as they happen. Not thread-safe: it belongs to the engine that writes it."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, EventKind]] = Counter()
        self._recent: deque[Event] = deque(maxlen=RECENT)

    def add(self, event: Event) -> None:
        """Note one event."""
        self.counts[event.source, event.kind] += 1
        self._recent.append(event)

    def by_source(self) -> dict[str, dict[str, int]]:
        """The counts by source and kind."""
        found: dict[str, dict[str, int]] = {}
        for (source, kind), count in sorted(self.counts.items()):
            found.setdefault(source, {})[kind] = count
        return found

    def since(self, revision: int) -> list[Event]:
        """The kept events of revisions after `revision`, oldest first."""
        return [event for event in self._recent if event.revision > revision]
