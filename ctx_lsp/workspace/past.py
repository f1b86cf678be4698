"""Answers about the history in one revision: partners of a change, what has changed since, and why a line is there.

A `Past` object is immutable and thread-safe, like the `Analysis` that creates it.
"""

from collections.abc import Collection
from dataclasses import dataclass

from ctx_lsp.features.past.partners import FilePartner, missing_partners
from ctx_lsp.history.histories import Histories
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.roots import Roots


@dataclass(frozen=True, slots=True)
class Past:
    """Queries about the past of the code. `day` is the current day as days since 1970."""

    snapshot: Snapshot
    roots: Roots
    histories: Histories
    day: int

    def missing_partners(self, touched: Collection[str]) -> tuple[FilePartner, ...]:
        """Return the files that usually change with some of the touched files and are not among them."""
        return missing_partners(self.snapshot, self.histories, touched)
