"""Notebooks as source text: the cells one below the other, whether they come from a file or from an editor.

The text is in the percent format that many tools read. A comment `# %%` opens each cell, and an empty line, without
which it would be taken for documentation of what follows. Code stands verbatim, and whatever is not in the notebook's
language stands in comments. So a definition in one cell and its use in another are in one text, and the same cells give
the same text wherever they come from. Outputs are left out. Where a cell stands in the editor, and what its URI is, is
not known here.
"""

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ctx_lsp.languages.table import PLAIN_TEXT, files, language_called
from ctx_lsp.text.decode import from_str
from ctx_lsp.text.source import SourceText

NOTEBOOK_SUFFIX = ".ipynb"
PROSE, RAW = "markdown", "raw"  # the languages of cells that are no code
OPENING_LINES = 2
DEFAULT_LANGUAGE = "python"  # of a notebook that does not say what it is written in, as Jupyter has it

# A cell that its first line hands over to another program; `%%time` and the like stay with the notebook's language.
_HANDED_OVER = re.compile(
    r"%%(?:!|bash|cython|html|javascript|js|latex|markdown|perl|pypy|R|ruby|script|sh|sql|svg|writefile)\b|%%!"
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text and the language of it, in lower case."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class CellLines:
    """Where a cell stands in the text: its first line, and how many it has; each begins with `prefix`."""

    first: int
    count: int
    prefix: str


@dataclass(frozen=True)
class Notebook:
    """The cells of a notebook in order, and the language, in lower case, that it is written in."""

    language: str
    cells: tuple[Cell, ...]

    @cached_property
    def source(self) -> SourceText:
        """The text of the notebook, which carries its language."""
        parts: list[str] = []
        for cell in self.cells:
            label = "" if cell.language == self.language else f" [{cell.language}]"
            prefix = self._prefix(cell)
            body = prefix + _prefixed(cell.text, prefix) if prefix else cell.text
            # A CR at the end would make one line end with an LF behind it, and the cell one line shorter.
            end = "\r\n" if body.endswith("\r") else "\n"
            parts.append(f"{self._comment}%%{label}\n\n{body}{end}")
        return SourceText(from_str("".join(parts)).data, self.language)

    @cached_property
    def lines(self) -> tuple[CellLines, ...]:
        """Where each cell stands in `source`."""
        placed: list[CellLines] = []
        first = OPENING_LINES
        for cell in self.cells:
            count = from_str(cell.text).line_count
            placed.append(CellLines(first, count, self._prefix(cell)))
            first += count + OPENING_LINES
        return tuple(placed)

    def cell_at(self, line: int) -> int:
        """The number of the cell that `line` of the text lies in, its opening lines included; 0 without cells."""
        return max(0, bisect_right(self.lines, line, key=lambda cell: cell.first - OPENING_LINES) - 1)

    @property
    def _comment(self) -> str:
        named = language_called(self.language) or PLAIN_TEXT
        return f"{files()[named].line_comment} "

    def _prefix(self, cell: Cell) -> str:
        own = cell.language == self.language and not _HANDED_OVER.match(cell.text)
        return "" if own else self._comment


def notebook_language(metadata: object, cells: Iterable[str] = ()) -> str:
    """The language of a notebook with this metadata and code cells in these languages ("" is a cell that names none).

    `metadata` is as the file format has it, or wrapped once or twice, as editors send it. Where no cell is in the
    language that it tells, most cells decide: kernels and editors have different names for some languages.
    """
    told = next(filter(None, map(_told_language, _layers(metadata))), "")
    named = Counter(name or told for name in cells)
    if told in named or not named:
        return told or DEFAULT_LANGUAGE
    return named.most_common(1)[0][0] or DEFAULT_LANGUAGE


def parse_notebook(source: SourceText) -> Notebook | None:
    """The notebook that the JSON text of a file describes, in format 4 or 3; None where it describes none."""
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
    text = _joined(cell.get("source", cell.get("input")))  # the older format's word for the source of code
    if kind == "code":
        return Cell(text, language)
    return Cell(text, RAW if kind == "raw" else PROSE)


def _named_language(cell: Mapping[str, object]) -> str | None:
    """The language that a code cell says it is in, "" where it says nothing; None for cells that are no code."""
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
    """`text` with `prefix` behind each line end; line ends are those of `SourceText`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\n", f"\n{prefix}")


def _layers(metadata: object) -> Iterator[Mapping[str, object]]:
    for way in ((), ("metadata",), ("custom",), ("custom", "metadata")):
        found = metadata
        for name in way:
            found = found.get(name) if isinstance(found, Mapping) else None
        if isinstance(found, Mapping):
            yield found


def _told_language(metadata: Mapping[str, object]) -> str:
    for section, name in (("language_info", "name"), ("kernelspec", "language")):
        inner = metadata.get(section)
        told = inner.get(name) if isinstance(inner, Mapping) else None
        if isinstance(told, str) and told:
            return told.lower()
    return ""


def readable(path: str, source: SourceText) -> SourceText:
    """What there is to read in a file whose content is `source`: the cells of a notebook, else the content itself."""
    notebook = parse_notebook(source) if path.endswith(NOTEBOOK_SUFFIX) else None
    return notebook.source if notebook else source
