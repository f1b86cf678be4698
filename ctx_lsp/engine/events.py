"""The engine's event log, for tests and diagnostics: counts of all events, and the latest events one by one."""

from collections import Counter, deque
from collections.abc import Hashable
from typing import Literal, NamedTuple

EventKind = Literal["changed", "computed", "unchanged", "adopted", "removed"]
"""changed: an input has a new value. computed: a query returned a value that differs from the previous one. unchanged:
a query was recomputed and returned the same value, so its readers are not recomputed. adopted: a value from an earlier
run with equal reads was stored instead of computing it. removed: a value of an input or a query was removed."""

RECENT = 4_096  # events kept one by one: enough for a branch switch of a thousand files


class Event(NamedTuple):
    """A change, computation or removal of the value of `key` in `source`."""

    revision: int
    kind: EventKind
    source: str
    key: Hashable


class EventLog:
    """A log of events in the order in which they happened. Not thread-safe: it belongs to the engine that writes it."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, EventKind]] = Counter()
        self._recent: deque[Event] = deque(maxlen=RECENT)

    def add(self, event: Event) -> None:
        """Add one event."""
        self.counts[event.source, event.kind] += 1
        self._recent.append(event)

    def by_source(self) -> dict[str, dict[str, int]]:
        """Return the event counts, keyed by source and then by kind."""
        found: dict[str, dict[str, int]] = {}
        for (source, kind), count in sorted(self.counts.items()):
            found.setdefault(source, {})[kind] = count
        return found

    def since(self, revision: int) -> list[Event]:
        """Return the recent events that happened after `revision`, oldest first."""
        return [event for event in self._recent if event.revision > revision]
