"""Workspace folders: their URIs as the client spells them, and their real paths.

A folder can have several names (`/tmp` and `/private/tmp` on macOS, for example), and clients use them inconsistently.
The workspace uses only real paths, so that each file has exactly one name. Answers use the client's names.
"""

import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.protocol.documents.uris import child_uri, path_to_uri, uri_to_path
from ctx_lsp.protocol.lsp import types

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Folder:
    """A workspace folder: the client's URI, the path in that URI, and the same path with links resolved."""

    uri: str
    named: Path
    real: Path


@dataclass(frozen=True, slots=True)
class ClientRoots:
    """An immutable list of workspace folders in the client's order. Two names for the same folder count as one root."""

    all: tuple[Folder, ...] = ()

    @property
    def folders(self) -> list[Path]:
        """Absolute real paths of the folders, without duplicates. The folders need not exist."""
        return list(dict.fromkeys(folder.real for folder in self.all))

    def changed(self, added: Iterable[str], removed: Iterable[str]) -> "ClientRoots":
        """Return the folders without `removed` and with `added` at the end. Other folders keep their order."""
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
        """Return the path of the document `file` with links resolved, so that all names of a file give the same path.

        If the resolved path is outside the workspace folders, links are resolved only in the part of `file` that names
        the workspace folder. If `file` itself is also outside the workspace folders, it is returned unchanged.
        """
        real = _real(file)
        return real if self._holds(real) else self._below_real(file) or file

    def real_entry(self, file: Path, known: dict[Path, Path]) -> Path:
        """Return the real path of a changed file or folder, which may have been deleted or may itself be a link.

        In a path below a workspace folder, only the part that names the workspace folder is resolved. In other paths,
        the parent folder is resolved. `known` caches the real paths of parent folders, because one message can report
        thousands of files.
        """
        below = self._below_real(file)
        if below is not None:
            return below
        if file.parent not in known:
            known[file.parent] = _real(file.parent)
        return known[file.parent] / file.name

    def uri_of(self, real: Path) -> str:
        """Return the URI of the file at a real path. The workspace folder is spelt as the client spells it."""
        holders = [folder for folder in self.all if real.is_relative_to(folder.real)]
        if not holders:
            return path_to_uri(real)
        folder = max(holders, key=lambda holder: len(holder.real.parts))
        relative = real.relative_to(folder.real)
        return child_uri(folder.uri, relative.as_posix() if relative.parts else "")

    def _holds(self, real: Path) -> bool:
        return any(real.is_relative_to(folder.real) for folder in self.all)

    def _below_real(self, file: Path) -> Path | None:
        """Return `file` with links resolved in the path of its innermost root, or None if it is outside all roots."""
        found = [
            (len(name.parts), folder.real / file.relative_to(name))
            for folder in self.all
            for name in (folder.named, folder.real)
            if file.is_relative_to(name)
        ]
        return max(found)[1] if found else None


def initial_roots(params: types.InitializeParams) -> ClientRoots:
    """Return the folders given in `initialize`.

    These are the workspace folders. If they are missing, the root URI is used, and if that is missing too, the root
    path.
    """
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
