"""Conversion between agents' paths, which are relative to the root, and the server's URIs and 0-based ranges."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.agents.link import EngineError, Json
from ctx_lsp.protocol.documents.uris import path_to_uri, uri_to_path

# Lines after a path, such as `:10`, `:10-24`, `:10:5` and `#L10-L24`. Tools are about whole files and ignore them.
_LINES = re.compile(r"(?::\d+(?:[-:]\d+)?|#L\d+(?:-L?\d+)?)$")


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
        try:
            if "\0" not in written:
                return path_to_uri(self._file(plain_path(written)))
        except (OSError, ValueError):  # too long for a name, or with half a character
            pass
        raise EngineError(f"{written!a} is not a path")

    def pattern(self, written: str) -> str:
        """Return a `.gitignore` pattern relative to the root. `written` may be such a pattern, or an absolute path."""
        path = plain_path(written)
        if path.startswith("./"):
            return path[1:]
        for folder in (self.root, self.named):
            if Path(path).is_relative_to(folder):
                inside = Path(path).relative_to(folder).as_posix()
                return "*" if inside == "." else f"/{inside}" + ("/" if path.endswith("/") else "")
        return path

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
        for folder in (self.named, self.root):
            if file is not None and file.is_relative_to(folder):
                return file.relative_to(folder).as_posix()
        return uri

    def lines(self, item: Json) -> str:
        """Return the path and 1-based line numbers of an item with `uri` and `range`, such as `src/app.py:10-24`."""
        first, last = item["range"]["start"]["line"] + 1, item["range"]["end"]["line"] + 1
        return f"{self.path(item['uri'])}:{first}-{last}"

    def _file(self, path: str) -> Path:
        inside, nearby = self.root / path, self.start / path
        whole = _LINES.sub("", path)
        if whole != path and not (inside.exists() or nearby.exists()):
            return self._file(whole)
        return Path(os.path.normpath(nearby if not inside.exists() and nearby.exists() else inside))


def plain_path(written: str) -> str:
    """Return the path in a `file:` URI, or `written` itself if it is no such URI."""
    file = uri_to_path(written) if written.lower().startswith("file:") else None
    return written if file is None else str(file)
