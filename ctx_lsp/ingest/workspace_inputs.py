"""The inputs: every settable fact that the index is derived from. Nothing is derived here, and no file is read."""

from dataclasses import dataclass, field

from ctx_lsp.text.disk_files import SkipReason
from ctx_lsp.text.overlay import Overlay
from ctx_lsp.text.paths import PathMap
from ctx_lsp.text.roots import Roots


@dataclass
class Inputs:
    """The current inputs as the writer has them; only the writer changes them.

    The text on disk is not kept here but in the entries made from it; `skipped` says what was passed over and why.
    `known` holds the paths of the files that there are to index, or None until they have been listed; `waiting` is how
    many paths have changed on disk and are still to be read again; `unseen` is how many more may have, as far as is
    known, until the scan that looks for them has ended.
    """

    roots: Roots = field(default_factory=Roots)
    overlay: Overlay = field(default_factory=Overlay)
    skipped: PathMap[SkipReason] = field(default_factory=PathMap)
    known: set[str] | None = None
    waiting: int = 0
    unseen: int = 0
