"""The inputs: every settable fact that the index is derived from. Nothing is derived here, and no file is read."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ctx_lsp.text.disk import SkipReason
from ctx_lsp.text.overlay import Overlay


@dataclass(frozen=True, slots=True)
class Root:
    """A workspace folder. Workspace paths of its files start with `prefix` (empty for the first root)."""

    directory: Path
    prefix: str


@dataclass(frozen=True, slots=True)
class Roots:
    """The workspace folders in order, and the names of files in them."""

    all: tuple[Root, ...] = ()

    @staticmethod
    def of(directories: Iterable[Path]) -> "Roots":
        """Roots for folders in order; later ones are prefixed by their name, made unique by a number."""
        roots: list[Root] = []
        taken: set[str] = set()
        for position, directory in enumerate(dict.fromkeys(directories)):
            name, number = directory.name or "root", 1
            while name in taken:
                number += 1
                name = f"{directory.name}~{number}"
            taken.add(name)
            roots.append(Root(directory, f"{name}/" if position else ""))
        return Roots(tuple(roots))

    def locate(self, path: str) -> tuple[Root, str] | None:
        """The root that holds a workspace path, and the path relative to it."""
        for root in reversed(self.all):
            if path.startswith(root.prefix):
                return root, path[len(root.prefix) :]
        return None

    def workspace_path(self, file: Path) -> str | None:
        """The workspace path of an absolute file; None outside every root. The innermost root wins."""
        holders = [root for root in self.all if file.is_relative_to(root.directory)]
        if not holders:
            return None
        root = max(holders, key=lambda candidate: len(candidate.directory.parts))
        return root.prefix + file.relative_to(root.directory).as_posix()


@dataclass
class Inputs:
    """The current inputs as the writer has them; only the writer changes them.

    The text on disk is not kept here but in the entries made from it; `skipped` says what was passed over and why.
    """

    roots: Roots = field(default_factory=Roots)
    overlay: Overlay = field(default_factory=Overlay)
    skipped: dict[str, SkipReason] = field(default_factory=dict)
