"""The settings sections about stored data: the cache, and the storage that a team shares."""

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from ctx_lsp.base.user_folders import cache_folder, data_folder, written_path

MEGABYTE = 1_000_000


class CacheSettings(Struct, frozen=True, rename="camel"):
    """Settings for the cache, which holds data derived from files: facts, edges and vectors."""

    directory: Annotated[
        str,
        Meta(
            description="Folder of the cache; empty: the user's cache folder (not in ctx-lsp.toml: a repository must "
            "not choose where files are written)"
        ),
    ] = ""
    enabled: Annotated[bool, Meta(description="Keep the cache between runs")] = True
    encryption: Annotated[
        str,
        Meta(
            description='Source of the key that encrypts the cache, the history of packs and the journal: "off" (no '
            'encryption), "keyring" (the system\'s; a key is created if it has none), "command:COMMAND" (its output) '
            'or "file:PATH". Needs `ctx-lsp[encryption]`. When it is switched on, the journal is encrypted, and other '
            "unencrypted data is deleted (not in ctx-lsp.toml: a repository must not run commands)"
        ),
    ] = "off"
    max_megabytes: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            description="Size of the cache folder above which the least recently used data is deleted (not in "
            "ctx-lsp.toml: a repository must not delete the data of others)",
        ),
    ] = 2048

    @property
    def max_bytes(self) -> int:
        """The size limit of the cache folder, in bytes."""
        return self.max_megabytes * MEGABYTE

    @property
    def path(self) -> Path:
        """The cache folder: `directory` with `~` expanded, or the user's cache folder."""
        return written_path(self.directory) if self.directory else cache_folder()


class SharingSettings(Struct, frozen=True, rename="camel"):
    """Settings for the shared part of a team's cache, and for repositories that the team publishes."""

    location: Annotated[
        str,
        Meta(
            description="Folder or PostgreSQL database (`postgresql://…`) through which a team shares its index, "
            "encrypted; empty: nothing is shared. Needs `ctx-lsp[team]` (not in ctx-lsp.toml: a repository must not "
            "choose where data goes)"
        ),
    ] = ""
    repositories: Annotated[
        str,
        Meta(
            description="PostgreSQL database (`postgresql://…`) of published repositories, which are searched too by "
            "questions of the scope `everywhere`; empty: none. Needs `ctx-lsp[team]` (not in ctx-lsp.toml)"
        ),
    ] = ""
    search_seconds: Annotated[
        float,
        Meta(
            ge=0.05,
            le=60,
            description="How long a question waits for published repositories before it is answered without them "
            "(not in ctx-lsp.toml)",
        ),
    ] = 1.0
    team_key: Annotated[
        str,
        Meta(
            description='Source of the team\'s key, without which shared data cannot be read: "keyring", '
            '"command:COMMAND" or "file:PATH" (not in ctx-lsp.toml)'
        ),
    ] = "keyring"
    trusted_writers: Annotated[
        tuple[str, ...],
        Meta(description="Public keys of the writers whose shared data is trusted (not in ctx-lsp.toml)"),
    ] = ()
    writer_key: Annotated[
        str,
        Meta(
            description="Like `sharing.teamKey`, for the key that signs what `ctx-lsp index --publish` shares (not in "
            "ctx-lsp.toml)"
        ),
    ] = "keyring"


def runs_file() -> Path:
    """Return the path of the file that records evaluation runs."""
    return data_folder() / "evaluations.jsonl"
