"""Handlers for reports from the client that files and folders were created, changed, renamed or deleted.

Every report causes the reported paths to be read from disk again, whatever the kind of event. Events can arrive twice
(from the watcher and from the file operation) and out of order. An event for a folder often comes without events for
the files in it.
"""

from collections.abc import Iterable, Iterator

from ctx_lsp.protocol.documents.entry_lookup import EntryLookup
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.session import Session
from ctx_lsp.text.ignore import GIT_IGNORE_FILE


def did_change_watched_files(session: Session, params: types.DidChangeWatchedFilesParams) -> None:
    """Handle `workspace/didChangeWatchedFiles`: read the reported files and folders again."""
    changed_on_disk(session, [change.uri for change in params.changes])


def did_create_files(session: Session, params: types.CreateFilesParams) -> None:
    """Handle `workspace/didCreateFiles`: read the reported files and folders."""
    changed_on_disk(session, [file.uri for file in params.files])


def did_delete_files(session: Session, params: types.DeleteFilesParams) -> None:
    """Handle `workspace/didDeleteFiles`: remove deleted files from the index."""
    changed_on_disk(session, [file.uri for file in params.files])


def will_rename_files(_: Session, __: types.RenameFilesParams) -> None:
    """Handle `workspace/willRenameFiles`: return no edits, because the server does not rewrite imports.

    No preparation is needed either, because derived data is cached by content and reused for the renamed file.
    """


def did_rename_files(session: Session, params: types.RenameFilesParams) -> None:
    """Handle `workspace/didRenameFiles`: read the old and new paths in one batch.

    The single batch makes sure that every answer sees each file exactly once.
    """
    changed_on_disk(session, [uri for file in params.files for uri in (file.old_uri, file.new_uri)])


def changed_on_disk(session: Session, uris: Iterable[str]) -> None:
    """Reread the files and folders at `uris`, and `ctx-lsp.toml`.

    URIs outside the roots are ignored, except those of `.gitignore` files above a root.
    """
    given = dict.fromkeys(uris)
    entries = EntryLookup(session.roots, session.workspace)
    found = [*map(entries.path_of, given), *_roots_under_rules(session, entries, given)]
    paths = list(dict.fromkeys(path for path in found if path is not None))
    if paths:
        session.workspace.files_changed(paths)
        session.checks.disk_changed()
    session.read_settings_again()


def _roots_under_rules(session: Session, entries: EntryLookup, given: Iterable[str]) -> Iterator[str | None]:
    """Yield the workspace path of each root below the folder of a `.gitignore` file in `given`.

    The rules of that file apply to the root, which must therefore be read again.
    """
    for uri in given:
        file = entries.file_of(uri) if uri.endswith(f"/{GIT_IGNORE_FILE}") else None
        for root in session.roots.folders:
            if file is not None and file.parent in root.parents:
                yield session.workspace.workspace_path(root)
