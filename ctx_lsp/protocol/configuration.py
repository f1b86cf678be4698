"""Settings from the editor. `ctx_lsp.settings` defines the fields and the precedence of sources."""

import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import ctx_lsp
from ctx_lsp.settings import Problem, Settings, load_settings

SECTION = "ctx-lsp"

log = logging.getLogger(__name__)


class Configuration:
    """The current settings. Later settings from the editor are merged into earlier ones, field by field."""

    settings: Settings
    problems: tuple[Problem, ...]

    def __init__(self, roots: Sequence[Path], editor: object) -> None:
        self._editor = _section(editor)
        self._root = roots[0] if roots else None
        self._load()

    def pushed(self, given: object) -> bool:
        """Merge settings from the editor, and return whether any setting changed.

        `given` is either the section `ctx-lsp` or an object that contains this section.
        """
        self._editor = _laid_over(self._editor, _section(given))
        return self._load()

    def roots_changed(self, roots: Sequence[Path]) -> bool:
        """Read the settings file of the first root. Return whether any setting changed."""
        self._root = roots[0] if roots else None
        return self._load()

    def disk_changed(self) -> bool:
        """Read the settings file again. Return whether any setting changed.

        Call this method after any change on disk, even if the settings file was not reported, because the file also
        appears and disappears with its parent folders. Reading the file takes a fraction of a millisecond.
        """
        return self._load()

    def _load(self) -> bool:
        before, reported = getattr(self, "settings", None), getattr(self, "problems", ())
        loaded = load_settings(self._root, self._editor, os.environ)
        self.settings, self.problems = loaded.settings, loaded.problems
        logging.getLogger(ctx_lsp.__name__).setLevel(self.settings.log.level.upper())
        for problem in self.problems:
            if problem not in reported:
                log.warning("%s", problem)
        return self.settings != before


def _section(given: object) -> dict[str, Any]:
    """Return the section `ctx-lsp` of the editor's settings, or an empty section if the settings are invalid."""
    if isinstance(given, Mapping) and isinstance(given.get(SECTION), Mapping):
        given = given[SECTION]
    return dict(given) if isinstance(given, Mapping) else {}


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return `below` overridden by `above`, with objects merged field by field. A null in `above` means "not set"."""
    merged = dict(below)
    for name, value in above.items():
        lower = merged.get(name)
        if isinstance(value, Mapping) and isinstance(lower, Mapping):
            merged[name] = _laid_over(lower, value)
        elif value is not None:
            merged[name] = value
    return merged
