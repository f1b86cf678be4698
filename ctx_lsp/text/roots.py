"""The folders of a workspace and the workspace paths of their files. No files are listed or read here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.text.overlay import Overlay, has_file


@dataclass(frozen=True, slots=True)
class Root:
    """A workspace folder. The workspace paths of its files start with `prefix`, which is empty for the first root."""

    directory: Path
    prefix: str


@dataclass(frozen=True, slots=True)
class Roots:
    """The workspace folders in order, and conversions between workspace paths and files."""

    all: tuple[Root, ...] = ()

    @staticmethod
    def of(directories: Iterable[Path], holds: Callable[[Path, str], bool] = lambda *_: False) -> "Roots":
        """Build roots from folders, in order. Each later root has its name, made unique by a number, as prefix.

        `holds` returns whether a folder has an entry with a given name. It is needed because paths of the first root
        have no prefix, so the entries of that root must not share a name with another root.
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
        """Return the root of a workspace path and the path relative to that root; None for a buffer without a file."""
        if not has_file(path):
            return None
        for root in reversed(self.all):
            if path.startswith(root.prefix):
                return root, path[len(root.prefix) :]
        return None

    def inner(self, root: Root) -> tuple[str, ...]:
        """Return the other roots inside `root`, which own their files: relative to `root` and ending in a slash."""
        others = (other.directory for other in self.all if other != root)
        inside = (other for other in others if other.is_relative_to(root.directory))
        return tuple(f"{other.relative_to(root.directory).as_posix()}/" for other in inside)

    def workspace_path(self, file: Path) -> str | None:
        """Return the workspace path of the absolute path `file`, in the innermost root around it, or None."""
        holders = [root for root in self.all if file.is_relative_to(root.directory)]
        if not holders:
            return None
        root = max(holders, key=lambda candidate: len(candidate.directory.parts))
        return root.prefix + file.relative_to(root.directory).as_posix()

    def moved(self, path: str, to: "Roots") -> str | None:
        """Return the workspace path that the file at `path` has under the roots `to`; None outside all of them."""
        located = self.locate(path)
        return to.workspace_path(located[0].directory / located[1]) if located else None

    def moved_overlay(self, overlay: Overlay, to: "Roots") -> Overlay:
        """Rename the buffers of `overlay` for the roots `to`; buffers outside all of them are left out."""
        named = ((self.moved(path, to), source) for path, source in overlay.items())
        return Overlay({path: source for path, source in named if path is not None})
