"""The texts of pairs: chunks as the product embeds them, without the documentation from which the question was made."""

import re
from collections.abc import Iterator

from ctx_lsp.syntax.model import Chunk
from ctx_lsp.syntax.outlines.documentation import comment, docstring
from ctx_lsp.training.packages.sources import Source

MIN_LINES = 3  # minimum lines of code in a text
MAX_CHARACTERS = 2_000  # maximum length of a text; no model here reads more
MAX_SIGNATURE = 200  # bytes

_BLANK = re.compile(r"\n(?:[ \t]*\n)+")
_LETTERS = re.compile(r"[A-Za-z]{2}")
_TOP_STRING = re.compile(rb"\A\s*[rRuU]?(?:\"\"\".*?\"\"\"|'''.*?''')", re.DOTALL)


def chunk_of(file: Source) -> dict[int, Chunk]:
    """Return the first chunk of each symbol, keyed by the symbol's index."""
    found: dict[int, Chunk] = {}
    for chunk in file.facts.chunks:
        if chunk.symbols and chunk.kind in ("definition", "header", "part"):
            found.setdefault(chunk.symbols[0], chunk)
    return found


def symbol_text(file: Source, index: int, chunk: Chunk, *, with_documentation: bool) -> str:
    """Return the text to embed for a symbol's chunk; "" if the text contains too little code.

    If `with_documentation` is false, the symbol's documentation is left out.
    """
    hidden = [] if with_documentation else sorted(documentation_ranges(file, index))
    pieces = (_without(file, start, end, hidden) for start, end in chunk.pieces)
    qualname = file.facts.outline.symbols[index].qualname if len(chunk.symbols) == 1 else ""
    return _text(file.path, qualname, "\n".join(pieces))


def documentation_ranges(file: Source, index: int) -> Iterator[tuple[int, int]]:
    """Yield the byte ranges of a symbol's documentation."""
    one = file.definitions.items[index]
    yield from (comment for comment in file.definitions.comments if one.lead <= comment.start < one.start)
    inside = file.definitions.docstrings.get(index)
    if inside:
        yield inside


def module_documentation(file: Source) -> tuple[str, int]:
    """Return the documentation at the start of a file and the offset of its end; ("", 0) if there is none."""
    data = file.source.data
    string = _TOP_STRING.match(data) if file.language == "python" else None
    if string:
        return docstring(string[0].decode("utf-8", "replace").strip()), string.end()
    first = next((one.lead for one in file.definitions.items), len(data))
    texts: list[str] = []
    end = 0
    for found in file.definitions.comments:
        if found.start >= first or re.search(rb"\n\s*\n|[^\s;]", data[end : found.start]):
            break
        texts.append(file.source.slice(*found))
        end = found.end
    return comment(texts), end


def module_text(file: Source, documentation_end: int) -> str:
    """Return a file's outline as text to embed: its first lines without documentation, then its signatures.

    `documentation_end` is the end of the documentation, as `module_documentation` returns it.
    """
    spans = file.facts.spans
    symbols = file.facts.outline.symbols
    first = min([span.start for span in spans], default=len(file.source.data))
    lines = [file.source.slice(documentation_end, max(documentation_end, first))[: MAX_CHARACTERS // 4].strip()]
    for symbol, span in zip(symbols, spans, strict=True):
        if symbol.parent < 0:
            end = min(max(span.body, span.name_end), span.declaration + MAX_SIGNATURE)
            lines.append(file.source.slice(span.declaration, end))
    return _text(file.path, "", "\n".join(lines))


def _without(file: Source, start: int, end: int, hidden: list[tuple[int, int]]) -> str:
    kept: list[str] = []
    for hidden_start, hidden_end in hidden:
        if start < hidden_end and hidden_start < end:
            kept.append(file.source.slice(start, max(start, hidden_start)))
            start = min(end, hidden_end)
    kept.append(file.source.slice(start, end))
    return "".join(kept)


def _text(path: str, qualname: str, code: str) -> str:
    code = _BLANK.sub("\n", code.replace("\r\n", "\n")).strip()
    if code.count("\n") + 1 < MIN_LINES or not _LETTERS.search(code):
        return ""
    return f"{path} {qualname}\n{code}"[:MAX_CHARACTERS]
