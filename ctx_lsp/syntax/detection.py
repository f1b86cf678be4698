"""Detects the language of a file from its name and, if the name is ambiguous, from its text.

`languages.table` provides the names and patterns. `parser` loads the grammars.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath
from typing import Literal

from ctx_lsp.languages.table import PLAIN_TEXT, files, language_by_alias
from ctx_lsp.syntax.preprocessing.c_tokens import read_code
from ctx_lsp.text.source import SourceText

_SNIFFED_BYTES = 32_768  # bytes searched by content patterns; header files begin with licences and macros
_SHEBANG = re.compile(rb"#!\s*(?:\S*/)?env\s+(?:-\S+\s+)*(\S+)|#!\s*(\S+)")

_Patterns = Mapping[str, tuple[tuple[re.Pattern[bytes], str], ...]]  # extension -> (pattern, language)


@dataclass(frozen=True, slots=True)
class _Table:
    by_extension: Mapping[str, str]
    by_filename: Mapping[str, str]
    by_program: Mapping[str, str]
    by_content: _Patterns
    by_code: _Patterns


def language_of(path: str, source: SourceText | None = None) -> str:
    """Return the name of the language of the file at `path`; "text" if it is unknown.

    The text of `source` decides between languages that share an extension. The `#!` line is used if the name has no
    known extension. A language set in `source.language` takes precedence over everything else.
    """
    table = _table()
    if source is not None and source.language:
        return language_by_alias(source.language.lower()) or PLAIN_TEXT
    name = path.rpartition("/")[2]
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


def _shebang_program(head: bytes) -> str:
    match = _SHEBANG.match(head)
    if match is None:
        return ""
    program = PurePosixPath((match[1] or match[2]).decode("utf-8", "replace")).name.lower()
    return program.rstrip("0123456789.")


@cache
def _table() -> _Table:
    rows = files().items()
    return _Table(
        by_extension={extension: name for name, row in rows for extension in row.extensions},
        by_filename={filename: name for name, row in rows for filename in row.filenames},
        by_program={program: name for name, row in rows for program in row.shebangs},
        by_content=_patterns("content"),
        by_code=_patterns("code"),
    )


def _patterns(key: Literal["content", "code"]) -> _Patterns:
    """Return the patterns under `key` in the table, grouped by extension, in table order."""
    found: dict[str, tuple[tuple[re.Pattern[bytes], str], ...]] = {}
    for name, row in files().items():
        for extension, pattern in (row.content if key == "content" else row.code).items():
            compiled = re.compile(pattern.encode(), re.MULTILINE)
            found[extension] = (*found.get(extension, ()), (compiled, name))
    return found
