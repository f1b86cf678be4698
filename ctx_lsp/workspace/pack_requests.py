"""Requests for packs, as values independent of the revision, so that they can be repeated later.

They hold symbols instead of positions in texts, because an edit moves positions.
"""

from dataclasses import dataclass
from typing import Protocol

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.model import Pack, PackOptions
from ctx_lsp.workspace.analysis import Analysis


class PackRequest(Protocol):
    """A request for a pack."""

    def pack(self, analysis: Analysis, options: PackOptions, token: CancelToken) -> Pack:
        """Make the pack from `analysis`. Raises `BadRequest`, `Cancelled`."""


@dataclass(frozen=True, slots=True)
class QueryRequest:
    """A question; the symbols `here` are at the position where it was asked."""

    query: str
    here: tuple[str, ...] = ()

    def pack(self, analysis: Analysis, options: PackOptions, token: CancelToken) -> Pack:
        """Make the pack for the question."""
        return analysis.query(self.query, options, token, self.here)


@dataclass(frozen=True, slots=True)
class SymbolRequest:
    """The context of one symbol."""

    symbol: str

    def pack(self, analysis: Analysis, options: PackOptions, token: CancelToken) -> Pack:
        """Make the pack for the symbol."""
        return analysis.context_of(self.symbol, options, token)


@dataclass(frozen=True, slots=True)
class FilesRequest:
    """The context of files (workspace paths)."""

    paths: tuple[str, ...]

    def pack(self, analysis: Analysis, options: PackOptions, token: CancelToken) -> Pack:
        """Make the pack about the files, their dependants and their tests."""
        return analysis.context_for_files(self.paths, options, token)


@dataclass(frozen=True, slots=True)
class DiffRequest:
    """The context of a change: since the Git revision `base`, or of the unified `diff` if given."""

    base: str = "HEAD"
    diff: str | None = None

    def pack(self, analysis: Analysis, options: PackOptions, token: CancelToken) -> Pack:
        """Make the pack about the change, its dependants and its tests."""
        return analysis.context_for_diff(options, token, self.base, self.diff)
