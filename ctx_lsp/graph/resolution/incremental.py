"""Incremental edges of edited files: references whose meaning cannot have changed are not resolved again.

The state of a few files is kept between calls. This saves time and never changes a result.
"""

from collections.abc import Set as AbstractSet

from ctx_lsp.base.lru import Lru
from ctx_lsp.engine.sources import Cell
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.resolution.resolve import resolve_edited
from ctx_lsp.graph.resolution.reuse import ResolvedFile, reuse
from ctx_lsp.syntax.incremental.facts import KEPT_FILES

REUSES = 100  # edits after which the whole file is resolved, in order to drop lookups that it no longer needs


class IncrementalEdges:
    """The latest resolutions of edited files. Not thread-safe."""

    def __init__(self) -> None:
        self._kept: Lru[str, ResolvedFile] = Lru(KEPT_FILES)  # by path

    def resolve(self, lookups: Lookups, cells: AbstractSet[Cell] | None) -> ResolvedFile:
        """Resolve the file of `lookups`; its edges are equal to those of `resolve_file`.

        `cells` holds the table cells that the last edges were computed from and that have changed since; None if no
        edges were computed before. If results are reused (`ResolvedFile.reuses` is not 0), the caller must also keep
        the lookups that were recorded for the last resolution.
        """
        own = lookups.own
        before = self._kept.pop(own.path)
        reusable = None
        if before is not None and before.reuses < REUSES and cells is not None:
            reusable = reuse(before, own, cells)
        resolved = resolve_edited(lookups, reusable)
        self._keep(own.path, resolved)
        return resolved

    def prepare(self, lookups: Lookups) -> None:
        """Resolve a file that is likely to be edited soon, and keep the result; its edges must be up to date."""
        if lookups.own.path not in self._kept:
            self._keep(lookups.own.path, resolve_edited(lookups, None))

    def _keep(self, path: str, resolved: ResolvedFile) -> None:
        if not resolved.met_limit:
            self._kept.put(path, resolved)

    def forget(self, path: str) -> None:
        """Forget the last resolution of a file.

        Call this if the file was removed, or its edges were set without `resolve`.
        """
        self._kept.pop(path)
