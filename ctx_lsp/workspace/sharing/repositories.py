"""Publishes the index of a repository, and withdraws it: `ctx-lsp publish`."""

from contextlib import closing
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.changes import changes_since
from ctx_lsp.published.content import content_of
from ctx_lsp.published.model import CHANGED, Audience, Revision
from ctx_lsp.published.publication import (
    PublishedCounts,
    check_name,
    check_release,
    count_readable,
    publish,
    withdraw,
)
from ctx_lsp.sharing.connecting import migrate, open_database
from ctx_lsp.sharing.schema import REPOSITORIES
from ctx_lsp.sharing.storage import SharingError
from ctx_lsp.text.git import GitError, resolve_revision, tags_of
from ctx_lsp.workspace.analysis import Analysis
from ctx_lsp.workspace.sharing.service import published_place


def publish_repository(
    analysis: Analysis, root: Path, url: str, name: str, audience: Audience, *, with_text: bool, release: str = ""
) -> PublishedCounts:
    """Publish the index of `root`, the only folder of `analysis`, under `name`, as the current state or as `release`.

    A release must match a commit exactly, because its texts are looked up by commit. Raises `SharingError`.
    """
    revision = Revision(revision_of(analysis, root), _tags(root), release)
    if release and (not revision.commit or revision.commit.endswith(CHANGED)):
        raise SharingError("a release needs a Git commit without local changes: commit your changes first")
    content = content_of(analysis.snapshot, revision, analysis.model_identity, with_text=with_text)
    with closing(open_database(published_place(url), REPOSITORIES)) as database:
        return publish(database, name, content, audience)


def withdraw_repository(url: str, name: str, release: str = "") -> bool:
    """Delete what is published under `name`, or only `release` if it is given; return whether anything was deleted.

    Raises `SharingError`.
    """
    with closing(open_database(published_place(url), REPOSITORIES)) as database:
        return withdraw(database, name, release)


def check_repositories(url: str, name: str, release: str = "") -> None:
    """Raise `SharingError` if the database, the name or the release cannot be used.

    Call this before indexing, so that a problem is reported before any work is done.
    """
    check_name(name)
    check_release(release)
    with closing(open_database(published_place(url), REPOSITORIES)) as database:
        database.check_writing()


def check_search(url: str) -> str:
    """Check that published repositories can be read; return the finding as a sentence. Raises `SharingError`."""
    with closing(open_database(published_place(url), REPOSITORIES)) as database:
        readable = count_readable(database)
    return f"published repositories can be searched: {readable:,} that you may read"


def migrate_repositories(url: str) -> list[int]:
    """Bring the tables for published repositories up to date; return the numbers of the applied migrations.

    Raises `SharingError`.
    """
    return migrate(published_place(url), REPOSITORIES)


def revision_of(analysis: Analysis, root: Path) -> str:
    """Return the hash of the checked-out commit, with the suffix `CHANGED` if files differ from it; "" outside Git."""
    try:
        commit = resolve_revision(root, "HEAD")
    except GitError:
        return ""
    changes = changes_since(analysis.snapshot, analysis.past.roots, commit, CancelToken()).changes
    return commit + CHANGED if changes else commit


def _tags(root: Path) -> tuple[str, ...]:
    """Return the tags of the commit that is checked out; none outside of Git."""
    try:
        return tags_of(root, "HEAD")
    except GitError:
        return ()
