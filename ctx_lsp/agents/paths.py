"""Paths in the agents' form, relative to the root, instead of the server's URIs and ranges from 0."""

import os
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.agents.link import Json
from ctx_lsp.protocol.documents.uris import path_to_uri, uri_to_path


@dataclass(frozen=True, slots=True)
class AgentPaths:
    """The folder `root`, which the server's answers spell `named`; the agent works in `start`, at or below it."""

    root: Path
    named: Path
    start: Path

    def uri(self, path: str) -> str:
        """The URI of a path from the root; from the agent's folder if the file exists only there."""
        inside = self.root / path
        nearby = self.start / path
        file = nearby if not inside.exists() and nearby.exists() else inside
        return path_to_uri(Path(os.path.normpath(file)))

    def path(self, uri: str) -> str:
        """The path from the root of a URI in an answer; a URI outside the root stays as it is."""
        file = uri_to_path(uri)
        for folder in (self.named, self.root):
            if file is not None and file.is_relative_to(folder):
                return file.relative_to(folder).as_posix()
        return uri

    def lines(self, item: Json) -> str:
        """The path and the lines of an entry with `uri` and `range`, counted from 1: `src/app.py:10-24`."""
        first, last = item["range"]["start"]["line"] + 1, item["range"]["end"]["line"] + 1
        return f"{self.path(item['uri'])}:{first}-{last}"
