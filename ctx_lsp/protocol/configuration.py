"""Settings from the editor. `ctx_lsp.settings` defines the fields and the precedence of sources."""

import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import ctx_lsp
from ctx_lsp.settings import FIELDS, SECTIONS, Problem, Settings, load_settings

SECTION = "ctx-lsp"

log = logging.getLogger(__name__)


class Configuration:
    """The current settings. The editor's settings have two layers.

    The lower layer came with `initialize`. The upper layer is the editor's latest answer to `workspace/configuration`,
    updated with later notifications. It overrides the lower layer, setting by setting. A null in the upper layer unsets
    a setting in both.
    """

    settings: Settings
    problems: tuple[Problem, ...]

    def __init__(self, roots: Sequence[Path], editor: object) -> None:
        self._initial = _section(editor)
        self._section: dict[str, Any] = {}
        self._root = roots[0] if roots else None
        self._load()

    def pushed(self, given: object) -> bool:
        """Merge settings from the editor, and return whether any setting changed.

        `given` is either the section `ctx-lsp` or an object that contains this section.
        """
        self._section |= _section(given)
        return self._load()

    def answered(self, given: object) -> bool:
        """Replace all settings that the editor has sent since `initialize` with `given`, its complete settings.

        Return whether any setting changed.
        """
        self._section = _section(given)
        return self._load()

    def roots_changed(self, roots: Sequence[Path]) -> bool:
        """Use the settings file of the first root, if there is one. Return whether any setting changed."""
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
        loaded = load_settings(self._root, self._initial | self._section, os.environ)
        self.settings, self.problems = loaded.settings, loaded.problems
        logging.getLogger(ctx_lsp.__name__).setLevel(self.settings.log.level.upper())
        for problem in self.problems:
            if problem not in reported:
                log.warning("%s", problem)
        return self.settings != before


def _section(given: object) -> dict[str, Any]:
    """Return the settings in the editor's section `ctx-lsp`, keyed by full name, such as `pack.maxTokens`.

    The result is empty if `given` is not an object.
    """
    if isinstance(given, Mapping) and isinstance(given.get(SECTION), Mapping):
        given = given[SECTION]
    found: dict[str, Any] = {}
    for name, value in given.items() if isinstance(given, Mapping) else ():
        if name in SECTIONS and isinstance(value, Mapping):
            found |= {f"{name}.{inner}": one for inner, one in value.items()}
        elif name in SECTIONS and value is None:
            found |= {field: None for field in FIELDS if field.startswith(f"{name}.")}
        else:
            found[name] = value
    return found
