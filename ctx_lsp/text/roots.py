"""The folders of a workspace, and the workspace paths of the files in these folders."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.text.disk_files import PATH_END
from ctx_lsp.text.overlay import Overlay, has_file


@dataclass(frozen=True, slots=True)
class Root:
    """A workspace folder. The workspace paths of its files begin with `prefix`, which is empty for the first root."""

    directory: Path
    prefix: str


@dataclass(frozen=True, slots=True)
class RootSelection:
    """Some folders of a workspace (`chosen`), and all of its folders (`all`), as prefixes of workspace paths."""

    chosen: tuple[str, ...]
    all: tuple[str, ...]

    def __contains__(self, path: str) -> bool:
        head, slash, _ = path.partition("/")
        prefix = head + slash
        return (prefix if slash and prefix in self.all else "") in self.chosen


@dataclass(frozen=True, slots=True)
class Roots:
    """All folders of the workspace, in order."""

    all: tuple[Root, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each folder, by which requests select it."""
        return tuple(root.prefix.rstrip("/") or root.directory.name or "root" for root in self.all)

    def selected(self, names: Iterable[str]) -> RootSelection:
        """Return the folders with these names. Raises `KeyError` for a name that no folder has."""
        prefixes = dict(zip(self.names, (root.prefix for root in self.all), strict=True))
        return RootSelection(tuple(prefixes[name] for name in names), tuple(prefixes.values()))

    @staticmethod
    def of(directories: Iterable[Path], holds: Callable[[Path, str], bool] = lambda *_: False) -> "Roots":
        """Build roots from folders, in order. The prefix of each root after the first is a unique name.

        `holds` returns whether a folder has an entry with a given name. Paths in the first root have no prefix, so the
        name of another root must differ from all entries of the first root.
        """
        roots: list[Root] = []
        taken: set[str] = set()
        for position, directory in enumerate(dict.fromkeys(directories)):
            plain = directory.name.replace(PATH_END, "%3A%3A") or "root"
            name, number = plain, 1
            first = roots[0].directory if roots else directory
            while name in taken or (holds(first, name) and directory not in (first, first / name)):
                number += 1
                name = f"{plain}~{number}"
            taken.add(name)
            roots.append(Root(directory, f"{name}/" if position else ""))
        return Roots(tuple(roots))

    def locate(self, path: str) -> tuple[Root, str] | None:
        """Split a workspace path into its root and the path relative to that root.

        Returns None for the path of a buffer without a file.
        """
        if not has_file(path):
            return None
        for root in reversed(self.all):
            if path.startswith(root.prefix):
                return root, path[len(root.prefix) :]
        return None

    def inner(self, root: Root) -> tuple[str, ...]:
        """Return the paths of the other roots inside `root`, relative to `root` and ending in a slash."""
        others = (other.directory for other in self.all if other != root)
        inside = (other for other in others if other.is_relative_to(root.directory))
        return tuple(f"{other.relative_to(root.directory).as_posix()}/" for other in inside)

    def workspace_path(self, file: Path) -> str | None:
        """Convert an absolute path to a workspace path; return None if the path is outside all roots."""
        holders = [root for root in self.all if file.is_relative_to(root.directory)]
        if not holders:
            return None
        root = max(holders, key=lambda candidate: len(candidate.directory.parts))
        return root.prefix + file.relative_to(root.directory).as_posix()

    def moved(self, path: str, to: "Roots") -> str | None:
        """Return the path of the file at `path` under the roots `to`, or None if these roots lack the file."""
        located = self.locate(path)
        return to.workspace_path(located[0].directory / located[1]) if located else None

    def moved_overlay(self, overlay: Overlay, to: "Roots") -> Overlay:
        """Convert the paths of all buffers to paths under the roots `to`; leave out buffers outside these roots."""
        named = ((self.moved(path, to), source) for path, source in overlay.items())
        return Overlay({path: source for path, source in named if path is not None})
