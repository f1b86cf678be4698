"""The table of languages, with their names, aliases and file names.

`syntax.detection` detects the language of a file if the file name does not determine it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from ctx_lsp.languages.folders import FOLDERS, converted

Category = Literal["code", "prose", "data"]

PLAIN_TEXT = "text"  # the language of every file that the table does not cover


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageFiles:
    """The `files` section of a language; `README.md` explains the keys."""

    extensions: tuple[str, ...] = ()
    filenames: tuple[str, ...] = ()
    shebangs: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    content: Mapping[str, str] = field(default_factory=dict)
    code: Mapping[str, str] = field(default_factory=dict)
    grammar: str | None = None
    category: Category = "code"
    line_comment: str = "#"


@dataclass(frozen=True, slots=True)
class Language:
    """A language; `grammar` is "" if its texts are not parsed with a grammar."""

    name: str
    grammar: str
    category: Category


@cache
def files() -> Mapping[str, LanguageFiles]:
    """Return the `files` section of each language, keyed by name, in the order of names."""
    rows = sorted(FOLDERS.files().items())
    return {name: converted(row, LanguageFiles, f"{name}: [files]") for name, row in rows}


def language(name: str) -> Language:
    """Return the language `name`, or plain text if the name is unknown."""
    languages = _languages()
    return languages.get(name, languages[PLAIN_TEXT])


def all_languages() -> tuple[Language, ...]:
    """Return all languages, sorted by name."""
    return tuple(_languages().values())


def language_by_alias(alias: str) -> str | None:
    """Return the name of the language whose name or alias is `alias`; None if there is none.

    `alias` must be in lower case. Aliases are names that editors or notebook kernels use.
    """
    return alias if alias in files() else _by_alias().get(alias)


@cache
def _languages() -> Mapping[str, Language]:
    return {
        name: Language(name, name if row.grammar is None else row.grammar, row.category)
        for name, row in files().items()
    }


@cache
def _by_alias() -> Mapping[str, str]:
    return {alias: name for name, row in files().items() for alias in row.aliases}
