"""Writes statements into documents in a copy of their package, and remembers their lines."""

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.claims_truth.model import Markup, Statement
from tests.graph_oracle.commands import work_folder
from tests.graph_oracle.fetch import source_files, workspace
from tests.graph_oracle.npm_workspace import MANIFEST
from tests.graph_oracle.packages import Package

_EACH = 60  # statements a document
_SUFFIXES: dict[Markup, str] = {"markdown": ".md", "rst": ".rst"}


@dataclass(frozen=True)
class Placed:
    """A statement in a document: its file, and its first and last line, zero-based."""

    statement: Statement
    package: str
    file: str
    first: int
    last: int


def copy_package(package: Package) -> Path:
    """A fresh copy of the package's sources, without dependencies and old documents."""
    top = work_folder("claims") / package.key
    shutil.rmtree(top, ignore_errors=True)
    files = source_files(package)
    manifest = workspace(package) / MANIFEST
    if manifest.exists() and package.language == "typescript":
        files[MANIFEST] = manifest.read_bytes()
    for path, data in files.items():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_bytes(data)
    return top


def write_documents(top: Path, package: str, statements: Sequence[Statement]) -> list[Placed]:
    """Write the statements into documents at the top of a folder."""
    placed: list[Placed] = []
    for markup, suffix in _SUFFIXES.items():
        # Sentences below headings of their own come last, or a heading would belong to its successors, too.
        of_markup = sorted((one for one in statements if one.form.markup == markup), key=_has_heading)
        for start in range(0, len(of_markup), _EACH):
            file = f"STATEMENTS-{start // _EACH + 1}{suffix}"
            lines, here = _document(file, package, of_markup[start : start + _EACH])
            (top / file).write_text("\n".join(lines), "utf-8")
            placed += here
    return placed


def _document(file: str, package: str, group: Sequence[Statement]) -> tuple[list[str], list[Placed]]:
    title = "Statements"
    lines = [f"# {title}", ""] if file.endswith(".md") else [title, "=" * len(title), ""]
    placed = []
    for one in group:
        text = one.text.split("\n")
        placed.append(Placed(one, package, file, len(lines), len(lines) + len(text) - 1))
        lines += [*text, ""]
    return lines, placed


def _has_heading(one: Statement) -> bool:
    return one.text.startswith("#")


def files_of(placed: Sequence[Placed]) -> Iterator[str]:
    """The documents, each once."""
    yield from dict.fromkeys(one.file for one in placed)
