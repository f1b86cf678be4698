"""Prints a sample of the links from texts to items in public repositories, for a reader to judge.

    python -m tests.items.links FOLDER [OWNER/NAME …] [--half "held out"] [--size 100] [--seed 1]

`FOLDER` holds checkouts as for `python -m tests.items`. Without names of repositories, those of a half in `labels.toml`
are read. Each line has the kind of edge, the place and text of the mention, and the
place and title of the item.
"""

import argparse
import random
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ctx_lsp.graph.derivation import Derivation
from ctx_lsp.graph.file_failures import FileFailures
from ctx_lsp.graph.resolution.items import is_item_reference, mention_kind
from ctx_lsp.graph.resolution.resolve import occurrences
from ctx_lsp.languages.table import PLAIN_TEXT
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.text.source import SourceText
from tests.items.__main__ import LABELS
from tests.progress_lines import print_line

LARGEST = 300_000  # bytes of a file
PER_ITEM = 2  # links to one item in the sample, so that no item decides the figure
WIDTH = 120  # characters of a line


def halves() -> dict[str, str]:
    """The half of each repository."""
    documents = tomllib.loads(LABELS.read_text("utf-8"))["document"]
    return {document["repository"]: document["half"] for document in documents}


def links(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the links of one repository: the item, the source line, and a line that describes the link."""
    texts: dict[str, SourceText] = {}
    for file in sorted(folder.rglob("*")):
        path = file.relative_to(folder).as_posix()
        if file.is_file() and not path.startswith(".git/") and file.stat().st_size <= LARGEST:
            data = file.read_bytes()
            if language_of(path, SourceText(b"")) != PLAIN_TEXT and _is_text(data):
                texts[path] = SourceText(data)
    derivation = Derivation(FileFailures())
    derivation.set_texts(texts, {})
    derivation.make_entries()
    derivation.resolve()
    tables = derivation.frozen_tables()
    for path, entry in derivation.files.items():
        for reference, found in occurrences(tables.lookups(entry)):
            if is_item_reference(reference) and found:
                target = found[0][0]
                there = derivation.files[target.path]
                span = there.facts.spans[target.index]
                line, start = entry.source.line_at(reference.start), there.source.line_at(span.name_start)
                text = entry.source.slice(*entry.source.line_range(line)).strip()[:WIDTH]
                title = there.facts.outline.symbols[target.index].signature[:WIDTH]
                kind = mention_kind(entry, reference, target)
                place = f"{path}:{line + 1}"
                yield (
                    target.id,
                    place,
                    f"{kind} | {place} | {reference.name} | {text} | {target.path}:{start + 1} | {title}",
                )


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"\0" not in data


def main() -> None:
    """Print the number of links of each repository, and the sample."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("repositories", nargs="*")
    parser.add_argument("--half", default="development")
    parser.add_argument("--size", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    shuffled = random.Random(given.seed)  # noqa: S311  # a sample
    waiting: dict[str, list[str]] = {}
    of_half = [name for name, half in halves().items() if half == given.half]
    for repository in sorted(given.repositories or of_half):
        found = list(links(given.folder / repository.replace("/", "+")))
        print_line(f"{repository}: {len(found)} links")
        shuffled.shuffle(found)
        taken: Counter[str] = Counter()
        for item, _, line in found:
            taken[item] += 1
            if taken[item] <= PER_ITEM:
                waiting.setdefault(repository, []).append(line)
    for number in range(given.size):  # in turn, so that no repository decides the figure
        for repository in [name for name, lines in waiting.items() if number < len(lines)]:
            if given.size:
                print_line(f"{repository} | {waiting[repository][number]}")
                given.size -= 1


if __name__ == "__main__":
    main()
