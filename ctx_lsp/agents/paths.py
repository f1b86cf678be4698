"""Conversion between agents' paths, which are relative to the root, and the server's URIs and 0-based ranges."""

import os
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.agents.link import EngineError, Json
from ctx_lsp.protocol.documents.uris import path_to_uri, uri_to_path


@dataclass(frozen=True, slots=True)
class AgentPaths:
    """Path conversion for an agent that works in `start`, which is the folder `root` or a folder in it.

    `named` is the path of `root` in the server's answers.
    """

    root: Path
    named: Path
    start: Path

    def uri(self, path: str) -> str:
        """Return the URI of `path`, which is relative to the root, or to `start` if the file exists only there.

        Raises `EngineError` if no such path can exist.
        """
        inside = self.root / path
        nearby = self.start / path
        try:
            if "\0" not in path:
                file = nearby if not inside.exists() and nearby.exists() else inside
                return path_to_uri(Path(os.path.normpath(file)))
        except (OSError, ValueError):  # too long for a name, or with half a character
            pass
        raise EngineError(f"{path!a} is not a path")

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
