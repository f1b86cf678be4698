"""The inputs: every fact from outside that the index is derived from. No files are read here."""

from dataclasses import dataclass, field

from ctx_lsp.text.disk_files import SkipReason
from ctx_lsp.text.overlay import Overlay
from ctx_lsp.text.paths import PathMap
from ctx_lsp.text.roots import Roots


@dataclass
class Inputs:
    """The current inputs. Only the writer changes them.

    The text on disk is not here but in the entries derived from it. `skipped` maps skipped paths to reasons. `known`
    holds the paths of the files to index, or None until they have been listed. `waiting` is how many paths have changed
    on disk and are still to be read again. `unseen` estimates how many more may have changed, until the scan that looks
    for them has ended.
    """

    roots: Roots = field(default_factory=Roots)
    overlay: Overlay = field(default_factory=Overlay)
    skipped: PathMap[SkipReason] = field(default_factory=PathMap)
    known: set[str] | None = None
    waiting: int = 0
    unseen: int = 0
