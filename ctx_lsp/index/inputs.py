"""The inputs: every settable fact that the index is derived from. Nothing is derived here, and no file is read.

Four facts: the roots, the text on disk as last read, the text of open buffers (which wins), and what was skipped.
"""

from dataclasses import dataclass, field
from pathlib import Path

from ctx_lsp.text.disk import SkipReason
from ctx_lsp.text.overlay import Overlay


@dataclass(frozen=True, slots=True)
class Root:
    """A workspace folder. Workspace paths of its files start with `prefix` (empty for the first root)."""

    directory: Path
    prefix: str


def make_roots(directories: list[Path]) -> tuple[Root, ...]:
    """Roots for workspace folders in order; later ones are prefixed by their name, made unique by a number."""
    roots: list[Root] = []
    taken: set[str] = set()
    for position, directory in enumerate(dict.fromkeys(directories)):
        name = directory.name or "root"
        number = 1
        while name in taken:
            number += 1
            name = f"{directory.name}~{number}"
        taken.add(name)
        roots.append(Root(directory, f"{name}/" if position else ""))
    return tuple(roots)


@dataclass
class Inputs:
    """The current inputs; only the writer changes them."""

    roots: tuple[Root, ...] = ()
    overlay: Overlay = field(default_factory=Overlay)
    skipped: dict[str, SkipReason] = field(default_factory=dict)

    def locate(self, path: str) -> tuple[Root, str] | None:
        """The root that holds a workspace path, and the path relative to it."""
        for root in reversed(self.roots):
            if root.prefix and path.startswith(root.prefix):
                return root, path[len(root.prefix) :]
        return (self.roots[0], path) if self.roots else None

    def workspace_path(self, file: Path) -> str | None:
        """The workspace path of an absolute file; None outside every root. The innermost root wins."""
        holders = [root for root in self.roots if file.is_relative_to(root.directory)]
        if not holders:
            return None
        root = max(holders, key=lambda candidate: len(candidate.directory.parts))
        return root.prefix + file.relative_to(root.directory).as_posix()
