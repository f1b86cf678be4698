"""The workspace folders as the client names them. Which files they hold is the workspace's."""

import logging
from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types

from ctx_lsp.protocol.convert import path_to_uri, uri_to_path

log = logging.getLogger(__name__)


class Roots:
    """Workspace folders in the client's order. Folders of other schemes than `file:` are left out with a warning."""

    def __init__(self, uris: Iterable[str] = ()) -> None:
        self._folders: dict[Path, None] = {}
        self.change(added=uris, removed=())

    @property
    def folders(self) -> list[Path]:
        """The folders, absolute; they need not exist."""
        return list(self._folders)

    def change(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """Take folders away, then add others at the end."""
        for uri in removed:
            if (folder := uri_to_path(uri)) is not None:
                self._folders.pop(folder, None)
        for uri in added:
            if (folder := uri_to_path(uri)) is not None:
                self._folders[folder] = None
            else:
                log.warning("a workspace folder that is no file: URI is left out: %s", uri)


def initial_roots(params: types.InitializeParams) -> Roots:
    """The folders of `initialize`: workspace folders, else the older root URI, else the oldest root path."""
    if params.workspace_folders is not None:
        return Roots(folder.uri for folder in params.workspace_folders)
    if params.root_uri is not None:
        return Roots([params.root_uri])
    if params.root_path and Path(params.root_path).is_absolute():
        return Roots([path_to_uri(Path(params.root_path))])
    return Roots()
