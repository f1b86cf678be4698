"""The folders of languages: which there are, what each inherits, and the sections of its `language.toml`.

Each layer reads the sections that concern it, as a form of its own; what their keys mean is not known here.
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

SECTIONS = frozenset({"files", "syntax", "visibility", "modules", "registration", "patterns"})
"""The tables that `language.toml` may hold."""

SEPARATE = frozenset({"types"})
"""Sections in a file of their own, because they are long and most processes ask few languages for them."""

_SETTINGS = "language.toml"
_WITHOUT_FOLDER = "without_outline.toml"


class BadLanguage(ValueError):
    """A folder says something that nobody reads; the text names the file."""


class Folders:
    """The folders below one, each read when it is asked for."""

    def __init__(self, root: Traversable) -> None:
        """`root` holds a folder a language, and the table of the languages that have none."""
        self._root = root
        self._tables: dict[str, Section] = {}
        self._inherited: dict[str, tuple[str, ...]] = {}

    def names(self) -> tuple[str, ...]:
        """The names of the folders, sorted: languages, and families that languages inherit."""
        return tuple(sorted(one.name for one in self._root.iterdir() if one.joinpath(_SETTINGS).is_file()))

    def inherited(self, name: str) -> tuple[str, ...]:
        """The folder `name` after those that it inherits; () where it is none."""
        if name not in self._inherited:
            self._inherited[name] = tuple(dict.fromkeys(self._lineage(name)))
        return self._inherited[name]

    def files(self) -> dict[str, Section]:
        """The section about files of each language, with a folder or without one; families have none."""
        own = {name: self._table(name)["files"] for name in self.names() if "files" in self._table(name)}
        return own | tomllib.loads(self._root.joinpath(_WITHOUT_FOLDER).read_text("utf-8"))

    def section(self, language: str, name: str, form: type[Form]) -> Form:
        """Section `name` of a language as `form`, a dataclass; a key that no folder gives has its default.

        What the own folder says goes before what it inherits. Sets add up; any other value replaces the one before.
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
        """The text of a file in a folder; None where there is none."""
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
    """`values` as `form`, a dataclass, patterns compiled; `place` is named in the error where a value does not fit."""
    unknown = values.keys() - {field.name for field in fields(form)}  # type: ignore[arg-type]  # every form is one
    if unknown:
        raise BadLanguage(f"{place}: nobody reads {', '.join(sorted(unknown))}")
    try:
        return msgspec.convert(values, form, dec_hook=_pattern)
    except msgspec.ValidationError as error:
        raise BadLanguage(f"{place}: {error}") from error


def _pattern(form: type, value: object) -> object:
    """A regular expression in place of its text: the only values that TOML has no type for."""
    if get_origin(form) is re.Pattern and isinstance(value, str):
        return re.compile(value)
    raise TypeError(f"no form of a section may hold {form}")


FOLDERS = Folders(resources.files("ctx_lsp.languages"))
"""The folders of the package."""
