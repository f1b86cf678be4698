"""The folders that one process serves. Each has its own engine, so that answers about different folders never mix."""

import os
from collections.abc import Sequence
from pathlib import Path

from ctx_lsp.agents.engine_choice import EngineChoice
from ctx_lsp.agents.engines import AgentEngine
from ctx_lsp.agents.link import EngineError
from ctx_lsp.agents.paths import plain_path
from ctx_lsp.agents.spare import SpareServer

MAX_FOLDERS = 16  # each may need an engine of its own


class ServedFolders:
    """The folders in which agents work, with their engines. An engine starts when its folder is first used."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.served: tuple[Path, ...] = ()
        self._choices: dict[Path, EngineChoice] = {}
        self._spare = SpareServer()
        self.serve(paths)

    async def __aenter__(self) -> "ServedFolders":
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop all engines."""
        while self._choices:
            await self._choices.popitem()[1].close()
        self._spare.close()

    def serve(self, paths: Sequence[Path]) -> None:
        """Serve the folders `paths`, of which the first is the default. Only the first `MAX_FOLDERS` are served.

        Call `release` afterwards to end the engines of folders that are no longer served.
        """
        real = dict.fromkeys(Path(os.path.realpath(path)) for path in paths)
        self.served = tuple(real)[:MAX_FOLDERS]

    async def release(self) -> None:
        """End the engines of folders that are no longer served, except those that are answering a request."""
        for folder in [one for one, choice in self._choices.items() if one not in self.served and not choice.is_busy]:
            await self._choices.pop(folder).close()

    async def choice(self, folder: Path) -> EngineChoice:
        """Return the `EngineChoice` of a served folder, and start it when the folder is first used."""
        known = self._choices.get(folder)
        if known is None:
            known = self._choices[folder] = EngineChoice(folder, self._spare)
            known.start()
        return known

    def running(self, folder: Path) -> AgentEngine | None:
        """Return the engine that runs for a folder, or None. Starts no engine."""
        known = self._choices.get(folder)
        return known.running if known else None

    def has_hung_editor(self, folder: Path) -> bool:
        """Return whether an editor has the folder open, but its server does not answer."""
        known = self._choices.get(folder)
        return known is not None and known.has_hung_editor

    def find(self, written: str | None, files: Sequence[str] = ()) -> Path:
        """Return the served folder with the path or name `written`.

        If `written` is None, return the served folder that contains one of `files`, or else the default folder; only
        absolute paths in `files` are considered. Raises `EngineError` for a folder that is not served, or a name that
        several folders have.
        """
        if written is None:
            holders = [folder for folder in self.served if any(_is_in(file, folder) for file in files)]
            return max(holders, key=lambda folder: len(folder.parts), default=self.served[0])
        real = _real(written)
        found = [folder for folder in self.served if folder == real]
        found = found or [folder for folder in self.served if folder.name == written]
        if len(found) == 1:
            return found[0]
        problem = f"several folders are called {written}" if found else f"the folder {written} is not served"
        raise EngineError(f"{problem}; served: {', '.join(map(str, self.served))}")


def _is_in(file: str, folder: Path) -> bool:
    real = _real(file)
    return real is not None and real.is_relative_to(folder)


def _real(written: str) -> Path | None:
    """Return the real path of the absolute path or URI `written`; None if it is relative or not a valid path."""
    path = plain_path(written)
    try:
        return Path(os.path.realpath(path)) if Path(path).is_absolute() else None
    except (OSError, ValueError):
        return None
