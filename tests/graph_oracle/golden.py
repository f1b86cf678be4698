"""Indexes as small committed files, so that a test needs neither network nor node. They are made by `--golden`.

There is one of an installed package that the tests pin, and one of a few TypeScript files beside this module, because
no package that pip installs ships TypeScript. Not here: what the tests expect of them.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.graph_oracle.commands import work_folder
from tests.graph_oracle.fetch import index_file, make_index, source_files
from tests.graph_oracle.packages import Package
from tests.graph_oracle.scip import Document, Occurrence, read_index

FOLDER = Path(__file__).with_name("golden")
TENACITY = Package("python", "tenacity", "9.1.2", "tenacity", held_out=False)
SHOP = FOLDER / "shop"
INDEXES = {"python": FOLDER / "tenacity.json", "typescript": FOLDER / "shop.json"}


def make() -> None:
    """Make both files anew with the indexers."""
    documents = read_index(index_file(TENACITY).read_bytes())
    known = source_files(TENACITY)
    INDEXES["python"].write_text(dump(one for one in documents if one.path in known))
    index = work_folder("shop") / "shop.scip"
    make_index("typescript", SHOP, index, "shop", "1.0.0")
    INDEXES["typescript"].write_text(dump(read_index(index.read_bytes())))


def dump(documents: Iterable[Document]) -> str:
    """The documents as JSON, one a line; symbols are numbered, and each is written once."""
    numbers: dict[str, int] = {}
    lines = []
    for document in documents:
        rows = [(*one[:3], numbers.setdefault(one.symbol, len(numbers)), one.roles) for one in document.occurrences]
        lines.append(_compact({"path": document.path, "occurrences": rows, "implemented": document.implemented}))
    documents_text = ",\n".join(lines)
    return f'{{"symbols":{_compact(list(numbers))},\n"documents":[\n{documents_text}\n]}}\n'


def load(path: Path) -> list[Document]:
    """The documents of a file that `dump` made."""
    held = json.loads(path.read_text("utf-8"))
    return [_document(one, held["symbols"]) for one in held["documents"]]


def _document(held: Mapping[str, object], symbols: list[str]) -> Document:
    path, rows, implemented = held["path"], held["occurrences"], held["implemented"]
    assert isinstance(path, str)
    assert isinstance(rows, list)
    assert isinstance(implemented, dict)
    occurrences = (Occurrence(line, start, end, symbols[symbol], roles) for line, start, end, symbol, roles in rows)
    return Document(path, tuple(occurrences), {symbol: tuple(targets) for symbol, targets in implemented.items()})


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
