"""Incremental edges of edited files: references whose meaning cannot have changed are not resolved again.

The state of a few files is kept between calls. This saves time and never changes a result.
"""

from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.resolution.resolve import ResolvedFile, resolve_edited
from ctx_lsp.syntax.incremental.facts import KEPT_FILES

REUSES = 100  # edits after which a file is resolved as a whole, so that lookups that it no longer needs are dropped


class IncrementalEdges:
    """The latest resolutions of edited files. Not thread-safe."""

    def __init__(self) -> None:
        self._kept: Lru[str, ResolvedFile] = Lru(KEPT_FILES)  # by path

    def resolve(self, lookups: Lookups, *, may_reuse: bool) -> ResolvedFile:
        """Resolve the file of `lookups`; its edges are equal to those of `resolve_file`.

        `may_reuse` says whether all recorded lookups of the last resolution still have the same answers. If results of
        the last resolution are reused (`ResolvedFile.reuses`), these lookups must stay recorded.
        """
        own = lookups.own
        before = self._kept.pop(own.path)
        if before is not None and not (may_reuse and before.reuses < REUSES and before.outline == own.facts.outline):
            before = None
        resolved = resolve_edited(lookups, before)
        self._keep(own.path, resolved)
        return resolved

    def prepare(self, lookups: Lookups) -> None:
        """Keep the resolution of a file that is likely to be edited soon; its edges must be up to date."""
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
