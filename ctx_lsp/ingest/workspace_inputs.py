"""The inputs from which the index is derived. No files are read here."""

from collections import Counter
from dataclasses import dataclass, field

from ctx_lsp.snapshot.open_files import OpenFiles
from ctx_lsp.text.disk_files import SkipReason
from ctx_lsp.text.overlay import Overlay
from ctx_lsp.text.paths import PathMap
from ctx_lsp.text.roots import Roots


@dataclass
class Inputs:
    """The current inputs of the index: the workspace's folders, the open buffers, and the state of the files on disk.

    Only the writer changes them. `open_files` compares the buffers with their files.

    Texts read from disk are kept in the index entries, not here. `skipped` maps skipped paths to reasons. `known` holds
    the paths of the files to index, or None until they have been listed. `waiting` counts the paths that have changed
    on disk and are still to be read again. `unseen` estimates how many more paths may have changed; a finished scan
    resets it to 0. `beyond_limit` counts the files that the last scan left out because the workspace has too many, and
    `missing` holds the workspace folders that the scan did not find.
    """

    roots: Roots = field(default_factory=Roots)
    overlay: Overlay = field(default_factory=Overlay)
    open_files: OpenFiles = field(default_factory=OpenFiles)
    skipped: PathMap[SkipReason] = field(default_factory=PathMap)
    known: set[str] | None = None
    waiting: int = 0
    unseen: int = 0
    beyond_limit: int = 0
    missing: tuple[str, ...] = ()

    def has_room(self, path: str, max_files: int) -> bool:
        """Return whether `path` is among the files to index, or `max_files` allows one more."""
        return self.known is None or path in self.known or len(self.known) < max_files

    def warnings(self, max_files: int) -> tuple[str, str]:
        """Return two warnings: one about missing folders and the one from `limit_warning`. Either may be ""."""
        missing = f"Not indexed, because there is no such folder: {', '.join(self.missing)}." if self.missing else ""
        return missing, self.limit_warning(max_files)

    def limit_warning(self, max_files: int) -> str:
        """Return the warning that the workspace has more than `max_files` files, or "" if it does not."""
        left_out = self.skip_counts()["too_many"]
        if not left_out:
            return ""
        files = "1 file is" if left_out == 1 else f"{left_out:,} files are"
        return (
            f"{files} not indexed, because the workspace has more than {max_files:,}. Choose folders with "
            "`index.include` or `index.exclude`, or raise `index.maxFiles`."
        )

    def skip_counts(self) -> Counter[SkipReason]:
        """Count the skipped paths by reason. Any thread may call this."""
        counts = Counter(self.skipped.copy().values())
        if self.beyond_limit:
            counts["too_many"] += self.beyond_limit
        return counts
