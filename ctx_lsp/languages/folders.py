"""Reads the language folders: their names, their inheritance, and the sections of each `language.toml`.

Each layer reads the sections it needs into its own dataclass; this module does not know the meaning of keys.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, TypeVar, get_origin, get_type_hints

import msgspec

Form = TypeVar("Form")
Section = Mapping[str, Any]

SECTIONS = frozenset({"files", "syntax", "visibility", "modules", "registration", "tests", "patterns"})
"""The sections (top-level TOML tables) that `language.toml` may contain."""

SEPARATE = frozenset({"types"})
"""Sections in separate files, because they are long and most processes need them for few languages."""

_SETTINGS = "language.toml"
_WITHOUT_FOLDER = "without_outline.toml"


class BadLanguage(ValueError):
    """Error raised for invalid contents of a language folder, such as an unknown key. The message names the file."""


class Folders:
    """The language folders in a root folder. Each language folder is read on first use."""

    def __init__(self, root: Traversable) -> None:
        """Read from `root`, which holds the language folders and a table of the languages that have no folder."""
        self._root = root
        self._tables: dict[str, Section] = {}
        self._inherited: dict[str, tuple[str, ...]] = {}

    def names(self) -> tuple[str, ...]:
        """Return the names of all folders, sorted: languages, and families that languages inherit from."""
        return tuple(sorted(one.name for one in self._root.iterdir() if one.joinpath(_SETTINGS).is_file()))

    def inherited(self, name: str) -> tuple[str, ...]:
        """Return the folders that `name` inherits from, followed by `name` itself; empty if there is no such folder."""
        if name not in self._inherited:
            self._inherited[name] = tuple(dict.fromkeys(self._lineage(name)))
        return self._inherited[name]

    def files(self) -> dict[str, Section]:
        """Return the `files` section of every language, keyed by name, including languages that have no folder."""
        own = {name: self._table(name)["files"] for name in self.names() if "files" in self._table(name)}
        return own | tomllib.loads(self._root.joinpath(_WITHOUT_FOLDER).read_text("utf-8"))

    def section(self, language: str, name: str, form: type[Form]) -> Form:
        """Convert section `name` of a language to the dataclass `form`; missing keys get their default values.

        Values in the language's own folder override inherited values, except that sets are merged. Raises `BadLanguage`
        for an unknown key or a value of the wrong type.
        """
        hints = get_type_hints(form)
        merged: dict[str, Any] = {}
        for folder in self.inherited(language):
            for key, value in self._section(folder, name).items():
                if key not in hints:
                    raise BadLanguage(f"{folder}/{self._file_of(name)}: nobody reads {key} in [{name}]")
                adds = get_origin(hints[key]) is frozenset and key in merged
                merged[key] = [*merged[key], *value] if adds else value
        return converted(merged, form, f"{language}/{self._file_of(name)}: [{name}]")

    def text(self, folder: str, file: str) -> str | None:
        """Return the text of a file in a language folder; None if the file does not exist."""
        found = self._root.joinpath(folder, file)
        return found.read_text("utf-8") if found.is_file() else None

    def _lineage(self, name: str) -> Iterator[str]:
        if self.text(name, _SETTINGS) is None:
            return
        for parent in self._table(name).get("inherits", ()):
            if self.text(parent, _SETTINGS) is None:
                raise BadLanguage(f"{name}/{_SETTINGS}: there is no folder {parent} to inherit")
            yield from self.inherited(parent)
        yield name

    def _section(self, folder: str, name: str) -> Section:
        if name in SEPARATE:
            text = self.text(folder, self._file_of(name))
            return tomllib.loads(text) if text else {}
        found: Section = self._table(folder).get(name, {})
        return found

    @staticmethod
    def _file_of(section: str) -> str:
        return f"{section}.toml" if section in SEPARATE else _SETTINGS

    def _table(self, folder: str) -> Section:
        if folder not in self._tables:
            table = tomllib.loads(self.text(folder, _SETTINGS) or "")
            unknown = table.keys() - SECTIONS - {"inherits"}
            if unknown:
                raise BadLanguage(f"{folder}/{_SETTINGS}: there is no section {', '.join(sorted(unknown))}")
            self._tables[folder] = table
        return self._tables[folder]


def converted(values: Section, form: type[Form], place: str) -> Form:
    """Convert `values` to the dataclass `form`, and compile the regular expressions in them.

    Raises `BadLanguage` for an unknown key or a value of the wrong type; its message mentions `place`.
    """
    unknown = values.keys() - {field.name for field in fields(form)}  # type: ignore[arg-type]  # every form is one
    if unknown:
        raise BadLanguage(f"{place}: nobody reads {', '.join(sorted(unknown))}")
    try:
        return msgspec.convert(values, form, dec_hook=_pattern)
    except msgspec.ValidationError as error:
        raise BadLanguage(f"{place}: {error}") from error


def _pattern(form: type, value: object) -> object:
    """Compile the string `value` if `form` is `re.Pattern`, for which TOML has no type. Otherwise raise `TypeError`."""
    if get_origin(form) is re.Pattern and isinstance(value, str):
        return re.compile(value)
    raise TypeError(f"no form of a section may hold {form}")


FOLDERS = Folders(resources.files("ctx_lsp.languages"))
"""The language folders of this package."""
