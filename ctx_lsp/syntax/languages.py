"""Which language a file is in, from its name and, where names do not tell, its text. Grammars are loaded in `parser`.

The table is `languages.toml` beside this module.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import PurePosixPath
from typing import Any, Literal

from ctx_lsp.syntax.preprocessing.c_tokens import read_code
from ctx_lsp.text.source import SourceText

Category = Literal["code", "prose", "data"]

PLAIN_TEXT = "text"  # the language of every file that the table does not know
_SNIFFED_BYTES = 32_768  # how much of a text the content patterns look at: headers begin with licences and macros
_SHEBANG = re.compile(rb"#!\s*(?:\S*/)?env\s+(?:-\S+\s+)*(\S+)|#!\s*(\S+)")


@dataclass(frozen=True, slots=True)
class Language:
    """One row of the table; `grammar` is "" where no grammar may be used."""

    name: str
    grammar: str
    category: Category


_Patterns = Mapping[str, tuple[tuple[re.Pattern[bytes], str], ...]]  # extension -> (pattern, language)


@dataclass(frozen=True, slots=True)
class _Table:
    languages: Mapping[str, Language]
    by_extension: Mapping[str, str]
    by_filename: Mapping[str, str]
    by_program: Mapping[str, str]
    by_alias: Mapping[str, str]
    by_content: _Patterns
    by_code: _Patterns


def language_of(path: str, source: SourceText | None = None) -> str:
    """Return the name of the language of the file at `path`, "text" where it is unknown.

    `source` decides where an extension is shared and, by its `#!` line, where the name has no known extension. What it
    says of its own language goes before everything else.
    """
    table = _table()
    if source is not None and source.language:
        named = source.language.lower()
        return named if named in table.languages else table.by_alias.get(named, PLAIN_TEXT)
    name = PurePosixPath(path).name
    if name in table.by_filename:
        return table.by_filename[name]
    head = source.data[:_SNIFFED_BYTES] if source else b""
    extensions = name.lower().split(".")[1:]
    for first in range(len(extensions)):
        extension = ".".join(extensions[first:])
        for pattern, language in table.by_content.get(extension, ()):
            if pattern.search(head):
                return language
        if extension in table.by_code:
            code = read_code(head).code
            for pattern, language in table.by_code[extension]:
                if pattern.search(code):
                    return language
        if extension in table.by_extension:
            return table.by_extension[extension]
    stem = name.split(".")[0]
    return table.by_filename.get(stem) or table.by_program.get(_shebang_program(head), PLAIN_TEXT)


def language(name: str) -> Language:
    """Return the row of language `name`; an unknown name is plain text."""
    languages = _table().languages
    return languages.get(name, languages[PLAIN_TEXT])


def all_languages() -> tuple[Language, ...]:
    """Return every row of the table, by name."""
    return tuple(_table().languages.values())


def _shebang_program(head: bytes) -> str:
    match = _SHEBANG.match(head)
    if match is None:
        return ""
    program = PurePosixPath((match[1] or match[2]).decode("utf-8", "replace")).name.lower()
    return program.rstrip("0123456789.")


@cache
def _table() -> _Table:
    text = resources.files("ctx_lsp.syntax").joinpath("languages.toml").read_text("utf-8")
    rows = tomllib.loads(text)
    return _Table(
        languages={
            name: Language(name, row.get("grammar", name), row.get("category", "code")) for name, row in rows.items()
        },
        by_extension={extension: name for name, row in rows.items() for extension in row.get("extensions", ())},
        by_filename={filename: name for name, row in rows.items() for filename in row.get("filenames", ())},
        by_program={program: name for name, row in rows.items() for program in row.get("shebangs", ())},
        by_alias={alias: name for name, row in rows.items() for alias in row.get("aliases", ())},
        by_content=_patterns(rows, "content"),
        by_code=_patterns(rows, "code"),
    )


def _patterns(rows: Mapping[str, Any], key: str) -> _Patterns:
    """Return the patterns under one key of the table by extension, in the order of the table."""
    found: dict[str, tuple[tuple[re.Pattern[bytes], str], ...]] = {}
    for name, row in rows.items():
        for extension, pattern in row.get(key, {}).items():
            compiled = re.compile(pattern.encode(), re.MULTILINE)
            found[extension] = (*found.get(extension, ()), (compiled, name))
    return found
