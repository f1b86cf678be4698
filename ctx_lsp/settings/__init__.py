"""The product's settings: typed sections, read from the environment, the editor and `ctx-lsp.toml`.

`protocol.configuration` receives the editor's settings. This package only reads settings; other modules apply them.
"""

from ctx_lsp.settings.fields import FIELDS, SECTIONS, settings_table
from ctx_lsp.settings.sections import (
    HistorySettings,
    IndexSettings,
    JournalSettings,
    LogSettings,
    MetricsSettings,
    ModelSettings,
    PackSettings,
    SearchSettings,
    Settings,
)
from ctx_lsp.settings.sources import FILE_NAME, NOT_IN_FILE, LoadedSettings, Problem, load_settings, resolve_settings
from ctx_lsp.settings.storage import MEGABYTE, CacheSettings, SharingSettings, runs_file

__all__ = [
    "FIELDS",
    "FILE_NAME",
    "MEGABYTE",
    "NOT_IN_FILE",
    "SECTIONS",
    "CacheSettings",
    "HistorySettings",
    "IndexSettings",
    "JournalSettings",
    "LoadedSettings",
    "LogSettings",
    "MetricsSettings",
    "ModelSettings",
    "PackSettings",
    "Problem",
    "SearchSettings",
    "Settings",
    "SharingSettings",
    "load_settings",
    "resolve_settings",
    "runs_file",
    "settings_table",
]
