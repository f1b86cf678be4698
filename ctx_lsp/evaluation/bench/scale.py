"""Measures edits in workspaces of different sizes, built from copies of one repository's smaller files.

In each copy, the number of the copy is appended to the names that the repository defines. Otherwise a name would have
hundreds of definitions, unlike in any real repository of that size. No vectors are computed, so that large workspaces
finish in reasonable time.
"""

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.bench.edits import ALL
from ctx_lsp.evaluation.bench.freshness import Freshness
from ctx_lsp.evaluation.bench.process import probe
from ctx_lsp.workspace import Analysis

LARGEST_LINES = 80  # maximum for a copied file, so that only the number of files grows
SHORTEST_NAME = 4  # characters; shorter names stay as they are, because most are keywords or single letters

_NAME = re.compile(rb"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Scale:
    """Measurements of one workspace.

    `searchable` is the time until it could be searched, in seconds. `resident` is in bytes, and `edits` in
    milliseconds.
    """

    files: int
    symbols: int
    chunks: int
    searchable: float
    resident: int
    edits: Freshness


def scales(analysis: Analysis, sizes: Sequence[int], token: CancelToken) -> Iterator[Scale]:
    """Measure workspaces of the given `sizes`, counted in files, each in its own process."""
    copied = material(analysis, LARGEST_LINES, token)
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-scale-") as folder:
        written = 0
        for size in sorted(sizes):
            write_copies(Path(folder), copied, range(written, size))
            written = size
            variables = {"CTX_LSP_MODEL_EMBEDDING": "none", "CTX_LSP_CACHE_DIRECTORY": f"{folder}-cache"}
            line = probe("scale", Path(folder), variables | {"CTX_LSP_CACHE_ENABLED": "false"})["edited"]
            counts = {name: line[name] for name in ("files", "symbols", "chunks")}
            yield Scale(
                searchable=line["seconds"],
                resident=line["resident"],
                edits=msgspec.convert(line["edits"], Freshness),
                **counts,
            )


@dataclass(frozen=True, slots=True)
class Material:
    """The files to copy, keyed by path, and the names to which the number of the copy is appended."""

    texts: Mapping[str, bytes]
    names: frozenset[bytes]


def material(analysis: Analysis, largest_lines: int, token: CancelToken) -> Material:
    """Collect the files that define symbols and have at most `largest_lines` lines.

    Raises `ValueError` if there are none.
    """
    items = analysis.workspace_symbols("", ALL, token)
    words = {word for item in items for word in _NAME.findall((item.symbol or "").rpartition("::")[2].encode())}
    sources = {path: analysis.source(path) for path in sorted({item.path for item in items})}
    texts = {path: one.data for path, one in sources.items() if one and one.line_count <= largest_lines}
    if not texts:
        raise ValueError(f"nothing to copy: no file of at most {largest_lines} lines has a symbol")
    return Material(texts, frozenset(word for word in words if len(word) >= SHORTEST_NAME))


def write_copies(folder: Path, copied: Material, numbers: Iterable[int]) -> None:
    """Write the files with the given numbers into `folder`.

    Files are numbered consecutively across all copies: with t texts, file n is text n mod t in copy n div t.
    """
    paths = list(copied.texts)
    for number in numbers:
        copy, index = divmod(number, len(paths))
        path = folder / f"copy{copy}" / paths[index]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_numbered(copied.texts[paths[index]], copied.names, b"%d" % copy))


def _numbered(text: bytes, names: frozenset[bytes], number: bytes) -> bytes:
    return _NAME.sub(lambda found: found[0] + number if found[0] in names else found[0], text)
