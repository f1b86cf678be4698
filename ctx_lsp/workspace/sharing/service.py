"""The shared tier of one workspace and its published repositories: opened and closed as the settings say."""

from ctx_lsp.ingest.writer import Writer
from ctx_lsp.published.service import PublishedRepositories
from ctx_lsp.settings import SharingSettings
from ctx_lsp.sharing.connecting import SharedPlace, open_database, open_rows
from ctx_lsp.sharing.row_source import NoRows
from ctx_lsp.sharing.schema import REPOSITORIES
from ctx_lsp.sharing.storage import SharingError
from ctx_lsp.sharing.tier import SharedTier, SharingUse


def shared_place(settings: SharingSettings) -> SharedPlace:
    """Return the place that the settings name."""
    return SharedPlace(settings.location, settings.team_key, settings.writer_key, settings.trusted_writers)


def published_place(url: str) -> SharedPlace:
    """Return the place of published repositories, which needs no keys: the database decides who may read."""
    return SharedPlace(url, "")


class SharingService:
    """Asks a team's shared cache for what the local one lacks, and published repositories on questions about them.

    Nothing is asked while no place is set. `published` is None without published repositories.
    """

    def __init__(self) -> None:
        self._tier: SharedTier | None = None
        self._settings = SharingSettings()
        self.published: PublishedRepositories | None = None

    def use(self, settings: SharingSettings, writer: Writer) -> None:
        """Ask at the location in `settings` from now on. Returns immediately, and does nothing if they are the same."""
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
        """Return the text of a file in a published repository, if it is published. Raises `SharingError`."""
        if self.published is None:
            raise SharingError("sharing.repositories is not set")
        return self.published.text(repository, revision, path)

    @property
    def counts(self) -> tuple[str, int, int]:
        """The location, and how many rows were found there and not found, since the last change of the settings."""
        use = self._tier.use if self._tier else SharingUse()
        return use.location, use.found, use.missing

    @property
    def problem(self) -> str:
        """The reason why nothing comes from the location; empty if there is no problem."""
        return self._tier.use.problem if self._tier else ""

    def close(self) -> None:
        """Ask no more."""
        if self._tier is not None:
            self._tier.close()
            self._tier = None
        if self.published is not None:
            self.published.close()
            self.published = None
