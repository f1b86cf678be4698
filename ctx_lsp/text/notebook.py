"""Converts notebooks to source text that contains all of their cells.

The text is in the percent format that many tools read. Each cell begins with a comment `# %%` and an empty line, so
that the comment does not count as documentation of the code below. Cells that are not in the notebook's language are
commented out, and outputs are left out. All cells are in one text, so that code in one cell can refer to definitions in
another. Equal cells give equal texts, whether they come from a file or from an editor. Cell URIs and positions in the
editor are handled elsewhere.
"""

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ctx_lsp.languages.table import PLAIN_TEXT, files, language_by_alias
from ctx_lsp.text.decode import from_str
from ctx_lsp.text.source import SourceText

NOTEBOOK_SUFFIX = ".ipynb"
PROSE, RAW = "markdown", "raw"  # the languages of cells that are not code
OPENING_LINES = 2
DEFAULT_LANGUAGE = "python"  # for a notebook that declares no language, as in Jupyter

# Matches cells whose first line passes them to another program, unlike `%%time` and the like.
_HANDED_OVER = re.compile(
    r"%%(?:!|bash|cython|html|javascript|js|latex|markdown|perl|pypy|R|ruby|script|sh|sql|svg|writefile)\b|%%!"
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a notebook: its text, and the language of the text in lower case."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class CellLines:
    """The lines of a cell in the notebook's text, from line `first` on. Each of the lines begins with `prefix`."""

    first: int
    count: int
    prefix: str


@dataclass(frozen=True)
class Notebook:
    """The cells of a notebook in order, and the notebook's language in lower case."""

    language: str
    cells: tuple[Cell, ...]

    @cached_property
    def source(self) -> SourceText:
        """The source text of the whole notebook, in the notebook's language."""
        parts: list[str] = []
        for cell in self.cells:
            label = "" if cell.language == self.language else f" [{cell.language}]"
            prefix = self._prefix(cell)
            body = prefix + _prefixed(cell.text, prefix) if prefix else cell.text
            # A single LF after a final CR would form one line ending together with the CR, and the cell would be one
            # line shorter.
            end = "\r\n" if body.endswith("\r") else "\n"
            parts.append(f"{self._comment}%%{label}\n\n{body}{end}")
        return SourceText(from_str("".join(parts)).data, self.language)

    @cached_property
    def lines(self) -> tuple[CellLines, ...]:
        """The range of lines of each cell in `source`."""
        placed: list[CellLines] = []
        first = OPENING_LINES
        for cell in self.cells:
            count = from_str(cell.text).line_count
            placed.append(CellLines(first, count, self._prefix(cell)))
            first += count + OPENING_LINES
        return tuple(placed)

    def cell_at(self, line: int) -> int:
        """Return the index of the cell whose text or opening lines contain `line`; 0 if there are no cells."""
        return max(0, bisect_right(self.lines, line, key=lambda cell: cell.first - OPENING_LINES) - 1)

    @property
    def _comment(self) -> str:
        named = language_by_alias(self.language) or PLAIN_TEXT
        return f"{files()[named].line_comment} "

    def _prefix(self, cell: Cell) -> str:
        own = cell.language == self.language and not _HANDED_OVER.match(cell.text)
        return "" if own else self._comment


def notebook_language(metadata: object, cells: Iterable[str] = ()) -> str:
    """Determine the language of a notebook from its metadata and the languages of its code cells.

    `metadata` is the notebook's metadata as in a file, or nested one or two levels deeper, as editors send it. `cells`
    holds the language of each code cell, or "" if the cell declares none. If no cell is in the language that the
    metadata declares, the most frequent language is used: kernels and editors use different names for some languages.
    """
    declared = next(filter(None, map(_declared_language, _layers(metadata))), "")
    named = Counter(name or declared for name in cells)
    if declared in named or not named:
        return declared or DEFAULT_LANGUAGE
    return named.most_common(1)[0][0] or DEFAULT_LANGUAGE


def parse_notebook(source: SourceText) -> Notebook | None:
    """Parse the JSON text of a notebook file in format 3 or 4; return None if the text is not a notebook."""
    try:
        document = json.loads(source.data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    sheets = document.get("worksheets") if "cells" not in document else [document]
    if not isinstance(sheets, list):
        return None
    lists = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    cells = [cell for found in lists if isinstance(found, list) for cell in found if isinstance(cell, dict)]
    named = [_named_language(cell) for cell in cells]
    language = notebook_language(document.get("metadata"), (name for name in named if name is not None))
    return Notebook(language, tuple(_cell(cell, name or language) for cell, name in zip(cells, named, strict=True)))


def _cell(cell: Mapping[str, object], language: str) -> Cell:
    kind = cell.get("cell_type")
    text = _joined(cell.get("source", cell.get("input")))  # format 3 calls the source of a code cell "input"
    if kind == "code":
        return Cell(text, language)
    return Cell(text, RAW if kind == "raw" else PROSE)


def _named_language(cell: Mapping[str, object]) -> str | None:
    """Return the language that a code cell declares, or "" if there is none; return None for other cells."""
    if cell.get("cell_type") != "code":
        return None
    metadata = cell.get("metadata")
    editor = metadata.get("vscode") if isinstance(metadata, Mapping) else None
    named = editor.get("languageId") if isinstance(editor, Mapping) else cell.get("language")
    return named.lower() if isinstance(named, str) else ""


def _joined(text: object) -> str:
    if isinstance(text, list):
        return "".join(line for line in text if isinstance(line, str))
    return text if isinstance(text, str) else ""


def _prefixed(text: str, prefix: str) -> str:
    """Insert `prefix` after each line ending in `text`, and convert CRLF and CR to LF."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\n", f"\n{prefix}")


def _layers(metadata: object) -> Iterator[Mapping[str, object]]:
    for keys in ((), ("metadata",), ("custom",), ("custom", "metadata")):
        found = metadata
        for name in keys:
            found = found.get(name) if isinstance(found, Mapping) else None
        if isinstance(found, Mapping):
            yield found


def _declared_language(metadata: Mapping[str, object]) -> str:
    for section, name in (("language_info", "name"), ("kernelspec", "language")):
        inner = metadata.get(section)
        language = inner.get(name) if isinstance(inner, Mapping) else None
        if isinstance(language, str) and language:
            return language.lower()
    return ""


def readable(path: str, source: SourceText) -> SourceText:
    """Return the text to index for a file: the text of a notebook's cells, or `source` itself for any other file."""
    notebook = parse_notebook(source) if path.endswith(NOTEBOOK_SUFFIX) else None
    return notebook.source if notebook else source
