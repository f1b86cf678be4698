"""The server's own watching of folders, for clients that do not offer theirs. What the client reports is in `files`."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ctx_lsp.protocol.handlers.files import changed_on_disk
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.uris import path_to_uri
from ctx_lsp.settings import FILE_NAME


def allow_watching(session: Session) -> None:
    """Let the setting `index.watch` decide whether the server watches; the workspace takes the changes up itself."""

    def listener(files: Sequence[Path]) -> None:
        settings = [path_to_uri(file) for file in files if file.name == FILE_NAME]
        if settings:
            with suppress(RuntimeError):  # the loop has ended: nobody is waiting for this any more
                session.loop.call_soon_threadsafe(changed_on_disk, session, settings)

    session.workspace.allow_watching(session.support.watching, listener)
