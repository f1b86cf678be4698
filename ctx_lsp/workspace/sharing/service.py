"""Opens and closes a workspace's connections to its team's shared cache and to published repositories."""

from ctx_lsp.ingest.writer import Writer
from ctx_lsp.published.service import PublishedRepositories
from ctx_lsp.settings import SharingSettings
from ctx_lsp.sharing.connecting import SharedPlace, open_database, open_rows
from ctx_lsp.sharing.row_source import NoRows
from ctx_lsp.sharing.schema import REPOSITORIES
from ctx_lsp.sharing.storage import SharingError
from ctx_lsp.sharing.tier import SharedTier, SharingUse


def shared_place(settings: SharingSettings) -> SharedPlace:
    """Return the location of the shared storage, and the sources of the keys, as given in the settings."""
    return SharedPlace(settings.location, settings.team_key, settings.writer_key, settings.trusted_writers)


def published_place(url: str) -> SharedPlace:
    """Return the location of published repositories. No keys are needed, because the database decides who may read."""
    return SharedPlace(url, "")


class SharingService:
    """Access to a team's shared cache, which supplies rows that the local cache lacks, and to published repositories.

    Each is used only if its location is set. `published` is None if no location of published repositories is set.
    """

    def __init__(self) -> None:
        self._tier: SharedTier | None = None
        self._settings = SharingSettings()
        self.published: PublishedRepositories | None = None

    def use(self, settings: SharingSettings, writer: Writer) -> None:
        """Use the locations in `settings` from now on. Returns immediately; has no effect if nothing has changed."""
        if settings == self._settings:
            return
        self._settings = settings
        self.close()
        if settings.location:
            place = shared_place(settings)
            self._tier = SharedTier(place.shown, lambda: open_rows(place))
        if settings.repositories:
            database = published_place(settings.repositories)
            self.published = PublishedRepositories(
                database.shown, lambda: open_database(database, REPOSITORIES), settings.search_seconds
            )
        source = self._tier or NoRows()
        writer.put(lambda writer: writer.use_shared(source))

    def text(self, repository: str, revision: str, path: str) -> bytes | None:
        """Return the text of a file in a published repository; None if it is not published. Raises `SharingError`."""
        if self.published is None:
            raise SharingError("sharing.repositories is not set")
        return self.published.text(repository, revision, path)

    @property
    def counts(self) -> tuple[str, int, int]:
        """The shared cache's location, and its numbers of found and missing rows since the settings last changed."""
        use = self._tier.use if self._tier else SharingUse()
        return use.location, use.found, use.missing

    @property
    def problem(self) -> str:
        """The reason why the shared cache cannot be used; empty if there is no problem."""
        return self._tier.use.problem if self._tier else ""

    def close(self) -> None:
        """Stop using the shared cache and published repositories."""
        if self._tier is not None:
            self._tier.close()
            self._tier = None
        if self.published is not None:
            self.published.close()
            self.published = None
