"""Publishes data to a team's shared storage, and checks and migrates the storage.

The commands are `ctx-lsp index --publish` and `ctx-lsp sharing`.
"""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from ctx_lsp.cache.archive import cached_rows
from ctx_lsp.settings import Settings, SharingSettings
from ctx_lsp.sharing.connecting import NOT_SET, migrate, open_publisher, open_rows, public_key
from ctx_lsp.sharing.storage import SharingError
from ctx_lsp.workspace.cache_location import cache_location
from ctx_lsp.workspace.sharing.service import shared_place
from ctx_lsp.workspace.workspace import Workspace

if TYPE_CHECKING:
    from ctx_lsp.sharing.shared_rows import Published  # its module needs an optional package


def publish_cache(workspace: Workspace, settings: Settings, root: Path) -> "Published":
    """Share the cached data of `workspace`, whose only folder is `root`.

    Raises `SharingError`. Its message says how much was shared before the failure.
    """
    check_publication(settings)
    location = cache_location(settings.cache)
    if location.folder is None or location.seal is None:
        problem = location.problem or "the cache is off (cache.enabled), and only cached data is shared"
        raise SharingError(f"nothing was shared: {problem}")
    keys = workspace.cache_keys().result()
    with closing(open_publisher(shared_place(settings.sharing))) as publisher:
        return publisher.publish(cached_rows(location.folder, root, keys, location.seal))


def check_publication(settings: Settings) -> None:
    """Raise `SharingError` if the location, a key or a required Python package is missing, or writing is not allowed.

    Call this before indexing, so that a problem is reported before any work is done.
    """
    if not settings.sharing.location:
        raise SharingError(f"nothing was shared: {NOT_SET}")
    try:
        with closing(open_publisher(shared_place(settings.sharing))) as publisher:
            publisher.check()
    except SharingError as error:
        raise SharingError(f"nothing was shared: {error}") from error


def check_sharing(settings: SharingSettings) -> str:
    """Check that the shared storage can be read with the keys of `settings`; return the finding as a sentence.

    Raises `SharingError`.
    """
    with closing(open_rows(shared_place(settings))) as rows:
        remark = rows.check()
    return f"the shared storage can be read{f', but {remark}' if remark else ''}"


def migrate_tables(settings: SharingSettings) -> list[int]:
    """Bring the tables of the shared database up to date; return the numbers of the applied migrations.

    Raises `SharingError`.
    """
    return migrate(shared_place(settings))


def writers_public_key(settings: SharingSettings) -> str:
    """Return the public key that belongs to the writer's key in `settings`. Raises `SharingError`."""
    return public_key(shared_place(settings))
