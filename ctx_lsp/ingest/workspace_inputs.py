"""The inputs from which the index is derived. No files are read here."""

from dataclasses import dataclass, field

from ctx_lsp.text.disk_files import SkipReason
from ctx_lsp.text.overlay import Overlay
from ctx_lsp.text.paths import PathMap
from ctx_lsp.text.roots import Roots


@dataclass
class Inputs:
    """The current inputs. Only the writer changes them.

    Texts read from disk are kept in the index entries, not here. `skipped` maps skipped paths to reasons. `known` holds
    the paths of the files to index, or None until they have been listed. `waiting` counts the paths that have changed
    on disk and are still to be read again. `unseen` estimates how many more paths may have changed; a finished scan
    resets it to 0.
    """

    roots: Roots = field(default_factory=Roots)
    overlay: Overlay = field(default_factory=Overlay)
    skipped: PathMap[SkipReason] = field(default_factory=PathMap)
    known: set[str] | None = None
    waiting: int = 0
    unseen: int = 0
