"""The command `ctx-lsp sharing`, which prepares and checks the storage in which a team shares derived data."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from ctx_lsp.cli.printing import print_line
from ctx_lsp.cli.session import settings_of
from ctx_lsp.settings import SharingSettings
from ctx_lsp.workspace import (
    SharingError,
    check_search,
    check_sharing,
    migrate_repositories,
    migrate_tables,
    writers_public_key,
)


@click.group(short_help="Set up and check the storage that a team shares.")
def sharing() -> None:
    """Prepare and check the storage in which a team shares data derived from its code (sharing.location)."""


@sharing.command(short_help="Check that shared data can be read.")
def check() -> None:
    """Check the storage at sharing.location and at sharing.repositories, as set in the environment.

    Also check whether the team key matches the data that trusted writers have shared.
    """
    settings = _settings()
    with _problems():
        if settings.location or not settings.repositories:
            print_line(check_sharing(settings))
        if settings.repositories:
            print_line(check_search(settings.repositories))


@sharing.command("public-key", short_help="Print the public key of this writer.")
def public_key() -> None:
    """Print the public key that belongs to sharing.writerKey. Readers list it in sharing.trustedWriters."""
    with _problems():
        print_line(writers_public_key(_settings()))


@sharing.command(short_help="Create or update the tables in PostgreSQL.")
@click.option("--url", metavar="URL", help="Connect as another role. Default: sharing.location.")
@click.option("--search", is_flag=True, help="The tables of published repositories; default: sharing.repositories.")
def migrate(url: str | None, search: bool) -> None:
    """Create or update the tables in PostgreSQL. The database role must be allowed to create schemas and roles.

    Each migration is applied once, and none can be undone.
    """
    settings = _settings() if url is None else settings_of(Path.cwd(), CTX_LSP_SHARING_LOCATION=url).sharing
    with _problems():
        applied = migrate_repositories(url or settings.repositories) if search else migrate_tables(settings)
    print_line(f"applied: {', '.join(map(str, applied))}" if applied else "the tables are up to date")


def _settings() -> SharingSettings:
    return settings_of(Path.cwd()).sharing


@contextmanager
def _problems() -> Iterator[None]:
    """If the `with` block raises `SharingError`, end the command with the error's message."""
    try:
        yield
    except SharingError as error:
        raise click.ClickException(str(error)) from error
