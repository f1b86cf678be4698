"""The folders of a workspace and the names of files in them. Files are neither listed nor read here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.text.overlay import Overlay, has_file


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
    def of(directories: Iterable[Path], holds: Callable[[Path, str], bool] = lambda *_: False) -> "Roots":
        """Roots for folders in order; later ones are prefixed by their name, made unique by a number.

        `holds` tells whether a folder has an entry of that name: the first root's files have no prefix to tell them by.
        """
        roots: list[Root] = []
        taken: set[str] = set()
        for position, directory in enumerate(dict.fromkeys(directories)):
            name, number = directory.name or "root", 1
            first = roots[0].directory if roots else directory
            while name in taken or (holds(first, name) and directory not in (first, first / name)):
                number += 1
                name = f"{directory.name}~{number}"
            taken.add(name)
            roots.append(Root(directory, f"{name}/" if position else ""))
        return Roots(tuple(roots))

    def locate(self, path: str) -> tuple[Root, str] | None:
        """The root that holds a workspace path, and the path relative to it; None for that of a mere buffer."""
        if not has_file(path):
            return None
        for root in reversed(self.all):
            if path.startswith(root.prefix):
                return root, path[len(root.prefix) :]
        return None

    def inner(self, root: Root) -> tuple[str, ...]:
        """The folders of `root` that are roots of their own and own their files; relative to it, with a slash."""
        others = (other.directory for other in self.all if other != root)
        inside = (other for other in others if other.is_relative_to(root.directory))
        return tuple(f"{other.relative_to(root.directory).as_posix()}/" for other in inside)

    def workspace_path(self, file: Path) -> str | None:
        """The workspace path of an absolute file; None outside every root. The innermost root wins."""
        holders = [root for root in self.all if file.is_relative_to(root.directory)]
        if not holders:
            return None
        root = max(holders, key=lambda candidate: len(candidate.directory.parts))
        return root.prefix + file.relative_to(root.directory).as_posix()

    def moved(self, path: str, to: "Roots") -> str | None:
        """What the file that `path` names here is called among the roots `to`; None outside all of them."""
        located = self.locate(path)
        return to.workspace_path(located[0].directory / located[1]) if located else None

    def moved_overlay(self, overlay: Overlay, to: "Roots") -> Overlay:
        """The buffers of `overlay` as they are called among the roots `to`; those outside all of them are left out."""
        named = ((self.moved(path, to), source) for path, source in overlay.items())
        return Overlay({path: source for path, source in named if path is not None})
