"""Workspace folders: their URIs as the client spells them, and their real paths.

A folder can have several names (a link to it, `/tmp` and `/private/tmp` on macOS), and clients use them inconsistently.
The workspace gets real paths, so that each file has one name there. Answers use the client's names.
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
    """A workspace folder: the client's URI, the path in that URI, and the same path with links resolved."""

    uri: str
    named: Path
    real: Path


@dataclass(frozen=True, slots=True)
class ClientRoots:
    """Workspace folders in the client's order. Immutable. Two names of one folder make one root."""

    all: tuple[Folder, ...] = ()

    @property
    def folders(self) -> list[Path]:
        """Real paths of the folders, absolute and without duplicates. They need not exist."""
        return list(dict.fromkeys(folder.real for folder in self.all))

    def changed(self, added: Iterable[str], removed: Iterable[str]) -> "ClientRoots":
        """Return the folders without `removed` and with `added` at the end. Folders already there keep their place."""
        gone = {uri_to_path(uri) for uri in removed}
        folders = {folder.named: folder for folder in self.all if folder.named not in gone}
        for uri in added:
            named = uri_to_path(uri)
            if named is None:
                log.warning("ignoring a workspace folder without a file: URI: %s", uri)
            elif named not in folders:
                folders[named] = Folder(uri, named, _real(named))
        return ClientRoots(tuple(folders.values()))

    def real_document(self, file: Path) -> Path:
        """Return the file that an editor writes when it saves `file`, with links resolved.

        Two names of a file must lead to one text in the index. If the resolved file is outside the workspace folders,
        links are resolved only in the folder's part of the path. A `file` that is outside by name too is returned
        unchanged.
        """
        real = _real(file)
        return real if self._holds(real) else self._below_real(file) or file

    def real_entry(self, file: Path, known: dict[Path, Path]) -> Path:
        """Return the real path of a changed file or folder, which may have been deleted or may be a link itself.

        Links are resolved only for an entry that is outside every folder by its name. `known` caches the real paths of
        parent folders, because one message can report thousands of files.
        """
        below = self._below_real(file)
        if below is not None:
            return below
        if file.parent not in known:
            known[file.parent] = _real(file.parent)
        return known[file.parent] / file.name

    def uri_of(self, real: Path) -> str:
        """Return the URI of the file at a real path. The part for its folder is spelt as by the client."""
        holders = [folder for folder in self.all if real.is_relative_to(folder.real)]
        if not holders:
            return path_to_uri(real)
        folder = max(holders, key=lambda holder: len(holder.real.parts))
        relative = real.relative_to(folder.real)
        return child_uri(folder.uri, relative.as_posix() if relative.parts else "")

    def _holds(self, real: Path) -> bool:
        return any(real.is_relative_to(folder.real) for folder in self.all)

    def _below_real(self, file: Path) -> Path | None:
        """Return `file` with the path of its innermost root, under either name, made real; None if it has no root."""
        found = [
            (len(name.parts), folder.real / file.relative_to(name))
            for folder in self.all
            for name in (folder.named, folder.real)
            if file.is_relative_to(name)
        ]
        return max(found)[1] if found else None


def initial_roots(params: types.InitializeParams) -> ClientRoots:
    """Return the folders given in `initialize`: its workspace folders, or else its root URI or root path."""
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
