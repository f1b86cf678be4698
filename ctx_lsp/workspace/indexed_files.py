"""Finds the files of the index that a request names by the paths of files and folders, and says why one is missing."""

import posixpath
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from ctx_lsp.claims.nearest import nearest_paths
from ctx_lsp.features.model import BadRequest
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.disk import Disk, Limits, Skipped
from ctx_lsp.text.disk_files import SkipReason, path_exists
from ctx_lsp.text.generated import METADATA
from ctx_lsp.text.roots import Roots

REASONS: Mapping[SkipReason, str] = {
    "ignored": "an ignore file (such as .gitignore) leaves it out",
    "excluded": "the settings (index.exclude or index.include) leave it out",
    "vendored": "it counts as code of others (index.vendored)",
    "generated": "it counts as generated",
    "worktree": "it is in another worktree of Git",
    "too_large": "it is larger than index.maxFileBytes",
    "long_line": "one of its lines is too long",
    "binary": "it is not text",
    "too_many": "the workspace has more files than index.maxFiles",
    "special": "it is not a regular file",
    "symlink": "it is a link",
    "outside": "it is a link out of the workspace folder",
    "unreadable": "it cannot be read",
    "missing": "it does not exist",
}
_OUTSIDE = "it is outside the workspace folder"


@dataclass(frozen=True, slots=True)
class IndexedFiles:
    """The indexed files of one revision. `limits` decides which files of the folders in `roots` are indexed."""

    snapshot: Snapshot
    roots: Roots
    limits: Limits

    def known(self, path: str) -> str:
        """Return `path`. Raises `BadRequest` if it is not the path of an indexed file."""
        if path not in self.snapshot.files:
            raise self.missing(path)
        return path

    def inside(self, paths: Sequence[str]) -> tuple[str, ...]:
        """Return the files among `paths`, and those in the folders among them.

        Raises `BadRequest` for a path at which nothing is indexed.
        """
        given = self.at(paths)
        for path, found in given.items():
            if not found:
                raise self.missing(path)
        return tuple(dict.fromkeys(one for found in given.values() for one in found))

    def at(self, paths: Sequence[str]) -> dict[str, list[str]]:
        """Return the indexed files at or below each of `paths`, sorted; an empty list for a path without any."""
        sorted_files = sorted(self.snapshot.files)
        return {path: _files_at(sorted_files, path) for path in paths}

    def missing(self, path: str) -> BadRequest:
        """Return the error for a path at which nothing is indexed, with the reason and the most similar path."""
        if exists_below(self.roots, path):
            reason = reason_unread(self.roots, self.limits, path)
            return BadRequest(f"{path} is not in the index" + (f", because {reason}" if reason else ""))
        if self.roots.all and _is_outside(path):
            return BadRequest(f"{path} is not in the index, because {_OUTSIDE}")
        problem = f"{path} is not in the index, because it does not exist"
        nearest = nearest_paths(path, list(self.snapshot.files))
        return BadRequest(problem + (f"; nearest: {', '.join(nearest)}" if nearest else ""))


def _files_at(sorted_files: Sequence[str], path: str) -> list[str]:
    """Return the paths in `sorted_files` that are below the folder `path`, or only `path` if it is a file."""
    place = bisect_left(sorted_files, path)
    if sorted_files[place : place + 1] == [path]:
        return [path]
    folder = path[:-1] if path == "." or path.endswith("/.") else path  # a workspace folder itself
    beginning = folder if folder.endswith("/") or not folder else f"{folder}/"
    below = islice(sorted_files, bisect_left(sorted_files, beginning), None)
    return list(takewhile(lambda one: one.startswith(beginning), below))


def _is_outside(path: str) -> bool:
    """Return whether a path leads out of the workspace folders, or is absolute, which no path within them is."""
    return path.startswith("/") or posixpath.normpath(path).split("/")[0] == ".."


def exists_below(roots: Roots, path: str) -> bool:
    """Return whether there is a file or folder at a workspace path, without following links out of its root."""
    located = roots.locate(path)
    return located is not None and path_exists(located[0].directory, located[1])


def reason_unread(roots: Roots, limits: Limits, path: str) -> str:
    """Return why the file at a workspace path is not indexed, or would not be if it existed; "" if nothing is known."""
    located = roots.locate(path)
    if located is None:
        return ""
    root, inner = located[0].directory, located[1]
    if METADATA.intersection(inner.split("/")):
        return "it belongs to version control"
    skipped = Disk().check(root, inner, limits)
    if skipped is None and (root / inner).is_file():
        read = Disk().read(root, inner, limits)
        skipped = read if isinstance(read, Skipped) else None
    return REASONS[skipped.reason] if skipped is not None else ""
