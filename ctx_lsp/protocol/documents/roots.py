"""The workspace folders: as the client names them, and where they really are. Which files they hold is the workspace's.

A folder may be reached by several names (a link to it, `/tmp` and `/private/tmp` on macOS), and clients are not true to
one. The workspace gets real paths, so that a file has one name there; answers go by the client's.
"""

import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from ctx_lsp.protocol.documents.uris import child_uri, path_to_uri, uri_to_path

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Folder:
    """A workspace folder: what the client calls it, the path that this names, and the same path without links."""

    uri: str
    named: Path
    real: Path


@dataclass(frozen=True, slots=True)
class ClientRoots:
    """Workspace folders in the client's order; immutable. Two names of one folder make one root."""

    all: tuple[Folder, ...] = ()

    @property
    def folders(self) -> list[Path]:
        """The real folders, absolute, each once; they need not exist."""
        return list(dict.fromkeys(folder.real for folder in self.all))

    def changed(self, added: Iterable[str], removed: Iterable[str]) -> "ClientRoots":
        """Folders taken away, then others added at the end. One that is there already stays where it is."""
        gone = {uri_to_path(uri) for uri in removed}
        folders = {folder.named: folder for folder in self.all if folder.named not in gone}
        for uri in added:
            named = uri_to_path(uri)
            if named is None:
                log.warning("a workspace folder that is no file: URI is left out: %s", uri)
            elif named not in folders:
                folders[named] = Folder(uri, named, _real(named))
        return ClientRoots(tuple(folders.values()))

    def real_document(self, file: Path) -> Path:
        """The file that an editor writes when it saves `file`, links followed; `file` where that is outside.

        Two names of a file are one text, and one buffer must not stand beside the file that it was read from.
        """
        real = _real(file)
        return real if self._holds(real) else self._below_real(file) or file

    def real_entry(self, file: Path, known: dict[Path, Path]) -> Path:
        """Where a file or folder that something has happened to really is; it may be gone, and may itself be a link.

        Links are followed only for what lies in no folder by its name. `known` keeps folders looked up before: one
        message can bring thousands of files.
        """
        below = self._below_real(file)
        if below is not None:
            return below
        if file.parent not in known:
            known[file.parent] = _real(file.parent)
        return known[file.parent] / file.name

    def uri_of(self, real: Path) -> str:
        """The URI of a file by its real path, spelt as the client spells the folder that it is in."""
        holders = [folder for folder in self.all if real.is_relative_to(folder.real)]
        if not holders:
            return path_to_uri(real)
        folder = max(holders, key=lambda holder: len(holder.real.parts))
        relative = real.relative_to(folder.real)
        return child_uri(folder.uri, relative.as_posix() if relative.parts else "")

    def _holds(self, real: Path) -> bool:
        return any(real.is_relative_to(folder.real) for folder in self.all)

    def _below_real(self, file: Path) -> Path | None:
        """`file` below the real folder of the innermost root that it lies in, by that root's one name or the other."""
        found = [
            (len(name.parts), folder.real / file.relative_to(name))
            for folder in self.all
            for name in (folder.named, folder.real)
            if file.is_relative_to(name)
        ]
        return max(found)[1] if found else None


def initial_roots(params: types.InitializeParams) -> ClientRoots:
    """The folders of `initialize`: workspace folders, else the older root URI, else the oldest root path."""
    uris: list[str] = []
    if params.workspace_folders is not None:
        uris = [folder.uri for folder in params.workspace_folders]
    elif params.root_uri is not None:
        uris = [params.root_uri]
    elif params.root_path and Path(params.root_path).is_absolute():
        uris = [path_to_uri(Path(params.root_path))]
    return ClientRoots().changed(added=uris, removed=())


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
