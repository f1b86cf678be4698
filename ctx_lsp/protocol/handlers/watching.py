"""Chooses who watches files for changes: by default the client if it can, otherwise the server.

`files` handles the client's reports of changes.
"""

import logging
from concurrent.futures import Future
from contextlib import suppress

from ctx_lsp.protocol.handlers.files import changed_on_disk
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.status import Watcher
from ctx_lsp.protocol.session import Session

WATCHER_ID = "ctx-lsp-files"

log = logging.getLogger(__name__)


def allow_watching(session: Session, client_watches: bool | None) -> bool:
    """Let the workspace watch its folders if the setting `index.watch` asks for it.

    `client_watches` says whether the client watches the folders; it is None until the client has answered. Return
    whether all changes since the previous call were seen.
    """

    def changed() -> None:
        session.checks.disk_changed()
        session.read_settings_again()

    def listener() -> None:
        with suppress(RuntimeError):  # the loop has ended, so the work is no longer needed
            session.loop.call_soon_threadsafe(changed)

    return session.workspace.allow_watching(client_watches, listener)


def ask_to_watch(session: Session) -> None:
    """Ask the client to watch the folders. Until the client answers, the server watches them.

    If the server has missed changes in the meantime, all folders are read again.
    """

    def answered(answer: "Future[None]") -> None:
        if answer.cancelled():  # the connection has ended
            return
        session.client_watches = answer.exception() is None
        if not session.client_watches:
            log.warning("the client does not watch files (%s); the server does, unless index.watch is off",
                        answer.exception())  # fmt: skip
        if not allow_watching(session, session.client_watches):
            changed_on_disk(session, [folder.uri for folder in session.roots.all])

    watchers = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*")])
    registration = types.Registration(WATCHER_ID, types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watchers)
    asked = session.client.client_register_capability(types.RegistrationParams([registration]))
    asked.add_done_callback(answered)


def who_watches(session: Session) -> Watcher:
    """Return who watches for changes on disk now: "server" (even if the client also does), "client" or "nobody"."""
    if session.workspace.watches:
        return "server"
    return "client" if session.client_watches else "nobody"
