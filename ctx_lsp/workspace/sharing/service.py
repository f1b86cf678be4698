"""The shared tier of one workspace: opened and closed as the settings say."""

from ctx_lsp.ingest.writer import Writer
from ctx_lsp.settings import SharingSettings
from ctx_lsp.sharing.connecting import SharedPlace, open_rows
from ctx_lsp.sharing.row_source import NoRows
from ctx_lsp.sharing.tier import SharedTier, SharingUse


def shared_place(settings: SharingSettings) -> SharedPlace:
    """Return the place that the settings name."""
    return SharedPlace(settings.location, settings.team_key, settings.writer_key, settings.trusted_writers)


class SharingService:
    """Asks a team's shared cache for what the local one lacks. Nothing is asked while no location is set."""

    def __init__(self) -> None:
        self._tier: SharedTier | None = None
        self._settings = SharingSettings()

    def use(self, settings: SharingSettings, writer: Writer) -> None:
        """Ask at the location in `settings` from now on. Returns immediately, and does nothing if they are the same."""
        if settings == self._settings:
            return
        self._settings = settings
        self.close()
        if settings.location:
            place = shared_place(settings)
            self._tier = SharedTier(place.shown, lambda: open_rows(place))
        source = self._tier or NoRows()
        writer.put(lambda writer: writer.use_shared(source))

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
