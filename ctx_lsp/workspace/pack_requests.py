"""What a pack was asked for, as values that hold for any revision: the same can be asked again later.

Places in texts have become symbols here, because an edit moves places.
"""

from dataclasses import dataclass
from typing import Protocol

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.model import Pack, PackOptions
from ctx_lsp.workspace.analysis import Analysis


class PackRequest(Protocol):
    """One way to ask for a pack."""

    def pack(self, analysis: Analysis, options: PackOptions, token: CancelToken) -> Pack:
        """The pack that `analysis` gives. Raises `BadRequest`, `Cancelled`."""


@dataclass(frozen=True, slots=True)
class QueryRequest:
    """A question; the symbols `here`, where it was asked from, come first."""

    query: str
    here: tuple[str, ...] = ()

    def pack(self, analysis: Analysis, options: PackOptions, token: CancelToken) -> Pack:
        """What answers the question."""
        return analysis.query(self.query, options, token, self.here)


@dataclass(frozen=True, slots=True)
class SymbolRequest:
    """What a reader of one symbol needs."""

    symbol: str

    def pack(self, analysis: Analysis, options: PackOptions, token: CancelToken) -> Pack:
        """The symbol with what it needs."""
        return analysis.context_of(self.symbol, options, token)


@dataclass(frozen=True, slots=True)
class FilesRequest:
    """What a reader of some files (workspace paths) needs."""

    paths: tuple[str, ...]

    def pack(self, analysis: Analysis, options: PackOptions, token: CancelToken) -> Pack:
        """All that is in the files, whom it reaches and what tests it."""
        return analysis.context_for_files(self.paths, options, token)


@dataclass(frozen=True, slots=True)
class DiffRequest:
    """What a reader of a change needs: since the git revision `base`, or of the unified `diff` if there is one."""

    base: str = "HEAD"
    diff: str | None = None

    def pack(self, analysis: Analysis, options: PackOptions, token: CancelToken) -> Pack:
        """What has changed, whom it reaches and what tests it."""
        return analysis.context_for_diff(options, token, self.base, self.diff)
