"""Conversion between agents' paths, which are relative to the root, and the server's URIs and 0-based ranges."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.agents.link import EngineError, Json
from ctx_lsp.protocol.documents.uris import path_to_uri, uri_to_path
from ctx_lsp.text.ignore import pattern_of

# Lines after a path, such as `:10`, `:10-24`, `:10:5` and `#L10-L24`. Tools are about whole files and ignore them.
_LINES = re.compile(r"(?::\d+(?:[-:]\d+)?|#L\d+(?:-L?\d+)?)$")
_OTHER_URI = re.compile(r"(?!file:)[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_SPECIAL = frozenset("[]*?")  # characters that a pattern does not take literally
_ALL = "*"  # the pattern for all files


@dataclass(frozen=True, slots=True)
class AgentPaths:
    """Path conversion for an agent that works in `start`, which is the folder `root` or a folder in it.

    `named` is the path of `root` in the server's answers.
    """

    root: Path
    named: Path
    start: Path

    def uri(self, written: str) -> str:
        """Return the URI of a file or folder that an agent has written as a path or a URI, possibly with lines.

        A path is relative to the root, or to `start` if the file exists only there. Raises `EngineError` if no such
        path can exist.
        """
        if _OTHER_URI.match(written):
            raise EngineError(f"{written} is no file: use a path or a file: URI")
        try:
            if "\0" not in written:
                return path_to_uri(self._file(plain_path(written)))
        except (OSError, ValueError):  # too long for a name, or with half a character
            pass
        raise EngineError(f"{written!a} is not a path")

    def pattern(self, written: str) -> str:
        """Return a `.gitignore` pattern relative to the root.

        `written` may be such a pattern, an absolute path, or a path relative to `start` that begins with `./`.
        """
        path = plain_path(written)
        if path.startswith("./"):
            path = f"{self.start}/{path[2:]}"
        elif set(path) & _SPECIAL and _exists(self.root / path):  # such as `app/[id]/page.tsx`
            path = f"{self.root / path}"
        for folder in (self.root, self.named):
            file = Path(os.path.normpath(path))
            if file.is_relative_to(folder):
                pattern = _pattern_below(folder, file.relative_to(folder).parts)
                return pattern + ("/" if path.endswith("/") and pattern != _ALL else "")
        return path

    def symbol(self, written: str) -> str:
        """Return a symbol as the server names it: the path before `::` is relative to the root.

        Raises `EngineError` if this path is absolute and outside the root, because a file of the root may end alike.
        """
        path, separator, name = written.strip().strip("`").rpartition("::")
        file = plain_path(path)
        if not separator or not Path(file).is_absolute():
            return written
        if self.is_outside(file):
            raise EngineError(f"{file} is not in the folder {self.root}")
        return f"{self._inside(Path(os.path.normpath(file)))}::{name}"

    def exists(self, written: str) -> bool:
        """Return whether there is a file or folder in the root at what an agent has written."""
        try:
            return self._file(plain_path(written)).exists() and not self.is_outside(written)
        except (OSError, ValueError):
            return False

    def is_outside(self, written: str) -> bool:
        """Return whether a path leads out of the root."""
        try:
            file = self._file(plain_path(written))
        except (OSError, ValueError):
            return False
        return not any(file.is_relative_to(folder) for folder in (self.root, self.named))

    def path(self, uri: str) -> str:
        """Convert a URI to a path relative to the root. A URI outside the root is returned unchanged."""
        file = uri_to_path(uri)
        return (self._inside(file) if file is not None else None) or uri

    def lines(self, item: Json) -> str:
        """Return the path and 1-based line numbers of an item with `uri` and `range`, such as `src/app.py:10-24`."""
        first, last = item["range"]["start"]["line"] + 1, item["range"]["end"]["line"] + 1
        return f"{self.path(item['uri'])}:{first}-{last}"

    def _inside(self, file: Path) -> str | None:
        """Return the path of a file relative to the root, or None for a file outside the root."""
        folder = next((one for one in (self.named, self.root) if file.is_relative_to(one)), None)
        return file.relative_to(folder).as_posix() if folder is not None else None

    def _file(self, path: str) -> Path:
        inside, nearby = self.root / path, self.start / path
        whole = _LINES.sub("", path)
        if whole != path and not (inside.exists() or nearby.exists()):
            return self._file(whole)
        return Path(os.path.normpath(nearby if not inside.exists() and nearby.exists() else inside))


def _pattern_below(folder: Path, parts: Sequence[str]) -> str:
    """Return the pattern of a path below `folder`. Its leading parts that exist stand for themselves."""
    known = 0
    while known < len(parts) and _exists(folder.joinpath(*parts[: known + 1])):
        known += 1
    existing = pattern_of("/".join(parts[:known])) if known else ""
    return "/".join([existing, *parts[known:]]) or _ALL


def _exists(file: Path) -> bool:
    try:
        return file.exists()
    except (OSError, ValueError):  # too long for a name, or with a character that no path has
        return False


def plain_path(written: str) -> str:
    """Return the path in a `file:` URI, or `written` itself if it is no such URI."""
    file = uri_to_path(written) if written.lower().startswith("file:") else None
    return written if file is None else str(file)
