"""Measures how well items are found in the documents of public repositories that `labels.toml` marks.

    python -m tests.items FOLDER [--errors]

`FOLDER` holds checkouts of the repositories, each as `OWNER+NAME`. A file that differs from the marked one is left out.
An item is right if its name stands on a marked line and it has the marked kind.
"""

import hashlib
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.symbol_kinds import ITEM_KINDS
from ctx_lsp.text.source import SourceText
from tests.progress_lines import print_line

LABELS = Path(__file__).with_name("labels.toml")


def main(folder: Path, *, show_errors: bool) -> None:
    """Print precision and recall for each half, for what both readers marked, and for each kind."""
    counts: dict[str, Counter[str]] = {}
    for document in tomllib.loads(LABELS.read_text("utf-8"))["document"]:
        file = folder / document["repository"].replace("/", "+") / document["path"]
        data = file.read_bytes() if file.exists() else b""
        if hashlib.sha256(data).hexdigest()[:16] != document["digest"]:
            print_line(f"left out: {document['repository']} {document['path']}")
            continue
        marked, found = _marked(document), _found(document, data)
        agreed = {one for one in marked if one[0] not in document.get("disputed", ())}
        compared = {document["half"]: (marked, found), f"{document['half']}, by both readers": (agreed, found)} | {
            f"{document['half']}, {kind}": (_of_kind(marked, kind), _of_kind(found, kind)) for kind in ITEM_KINDS
        }
        for name, (wanted, given) in compared.items():
            counts.setdefault(name, Counter()).update(marked=len(wanted), found=len(given), right=len(wanted & given))
        if show_errors:
            for line, kind in sorted(found ^ marked):
                sign = "missed" if (line, kind) in marked else "wrong"
                print_line(f"{document['half']}: {sign} {document['repository']} {document['path']}:{line} {kind}")
    for name, count in sorted(counts.items()):
        if count["marked"] or count["found"]:
            precision, recall = count["right"] / max(1, count["found"]), count["right"] / max(1, count["marked"])
            print_line(f"{name}: precision {precision:.3f}, recall {recall:.3f} ({count['marked']} items)")


def _of_kind(items: set[tuple[int, str]], kind: str) -> set[tuple[int, str]]:
    return {one for one in items if one[1] == kind}


def _marked(document: dict[str, Any]) -> set[tuple[int, str]]:
    return {(line, kind) for kind in ITEM_KINDS for line in document.get(kind, ())}


def _found(document: dict[str, Any], data: bytes) -> set[tuple[int, str]]:
    source = SourceText(data)
    facts = file_facts(document["path"], source)
    first, last = document["lines"]
    pairs = zip(facts.outline.symbols, facts.spans, strict=True)
    items = {(source.line_at(span.name_start) + 1, one.kind) for one, span in pairs if one.kind in ITEM_KINDS}
    return {(line, kind) for line, kind in items if first <= line <= last}


if __name__ == "__main__":
    main(Path(sys.argv[1]), show_errors="--errors" in sys.argv)
