"""Compares "changed since" with the symbol diff of both trees: python -m tests.co_change.since MIRRORS.

A sample is one of ten random revisions of a repository and random files of its newest commit, half of them among those
that differ. The expected answer comes from Git's own diff and from the facts of both texts: a symbol has changed if its
lines outside its members differ, blank ones aside. Of each answer to a search with the revision, the results in these
files must be among the expected symbols. MIRRORS holds git directories of the repositories in `repositories.json`, of
which the smallest held-out ones are used.
"""

import argparse
import random
import subprocess
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.run import analysis_of, past_workspace
from ctx_lsp.graph.entry import make_entry, path_of
from ctx_lsp.retrieval.model import ResultFilter, SearchRequest
from ctx_lsp.text.decode import decode
from ctx_lsp.workspace import Analysis
from tests.co_change.corpus import clones
from tests.co_change.measure import SETTINGS
from tests.progress_lines import print_line

REPOSITORIES = 6
REVISIONS = 10  # of a repository
AGO = 100  # commits from which the revision is drawn
SETS = 5  # samples of a revision
FILES = 12  # files of a sample
SEED = 20_261_125


@dataclass(frozen=True)
class Sample:
    """A revision, files that exist now, and the former path of each (None: added since)."""

    revision: str
    former: Mapping[str, str | None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    arguments = parser.parse_args()
    equal = total = 0
    held_out = [one for one in clones(arguments.mirrors) if one.held_out]
    by_size = sorted(held_out, key=lambda one: len(_lines(one.folder, "ls-tree", "-r", one.head)))
    for one in by_size[:REPOSITORIES]:
        outcomes = list(compare(one.folder, one.head))
        print_line(f"{one.repository}: {sum(outcomes)} of {len(outcomes)} equal")
        equal, total = equal + sum(outcomes), total + len(outcomes)
    print_line(f"{equal} of {total} samples are equal to the symbol diff of both trees")


def compare(folder: Path, head: str) -> Iterator[bool]:
    """Yield whether each sample is equal; print what differs."""
    choice = random.Random(f"{SEED} {head}")  # noqa: S311 - repeatable samples
    commits = _lines(folder, "rev-list", f"--max-count={AGO}", head)[1:]
    with past_workspace(folder, SETTINGS) as (tree, workspace):
        analysis = analysis_of(workspace, tree.move(head))
        paths = sorted(path for path in analysis.snapshot.files if not path.endswith(".ipynb"))
        for revision in choice.sample(commits, REVISIONS):
            found = analysis.past.with_changed(ResultFilter(since=revision), CancelToken())
            for _ in range(SETS):
                sample = draw(folder, head, choice, revision, paths)
                expected = expected_changes(folder, head, sample)
                differing = expected ^ {one for one in found.changed or () if path_of(one) in sample.former}
                surplus = _searched(analysis, found, sample, expected, choice)
                if differing or surplus:
                    print_line(f"  since {revision[:9]}: {sorted(differing)[:6]}, search {surplus[:3]}")
                yield not differing and not surplus


def draw(folder: Path, head: str, choice: random.Random, revision: str, paths: Collection[str]) -> Sample:
    """Return a sample with files that differ from the revision and others."""
    former: dict[str, str | None] = {path: path for path in paths}
    differing = []
    for line in _lines(folder, "diff", "--name-status", "--no-ext-diff", "-M50%", revision, head):
        kind, *names = line.split("\t")
        if names[-1] in former:
            differing.append(names[-1])
            former[names[-1]] = {"A": None}.get(kind[0], names[0])
    chosen = choice.sample(sorted(differing), min(len(differing), FILES // 2))
    chosen += choice.sample(sorted(former), min(len(former), FILES - len(chosen)))
    return Sample(revision, {path: former[path] for path in chosen})


def expected_changes(folder: Path, head: str, sample: Sample) -> set[str]:
    """Return the symbols and files that were added or changed since the revision, by the facts of both texts."""
    found: set[str] = set()
    for path, former in sample.former.items():
        after = _own_lines(path, _text(folder, head, path))
        before = _own_lines(path, _text(folder, sample.revision, former)) if former else {}
        found |= {symbol for symbol, lines in after.items() if before.get(symbol) != lines}
    return found


def _searched(
    analysis: Analysis, wanted: ResultFilter, sample: Sample, expected: set[str], choice: random.Random
) -> list[str]:
    """Return the results of a search in the files of a sample that have not changed."""
    if not expected:
        return []
    word = choice.choice(sorted(expected)).rstrip(".").rpartition(".")[2]  # a heading may end with a dot
    items = analysis.search(SearchRequest(word, 20, wanted), CancelToken()).items
    return [item.symbol for item in items if item.symbol and item.path in sample.former and item.symbol not in expected]


@lru_cache(maxsize=500)
def _own_lines(path: str, data: bytes) -> dict[str, list[bytes]]:
    """Return the lines of each symbol outside its members, and of the file outside all symbols."""
    source = decode(data)
    if source is None:
        return {}
    entry = make_entry(path, source)
    spans = [(one.start, one.end) for one in entry.facts.spans]
    parents = [one.parent for one in entry.facts.outline.symbols]

    def outside_members(index: int, start: int, end: int) -> list[bytes]:
        text = bytearray(source.data)
        for parent, span in zip(parents, spans, strict=True):
            if parent == index:
                text[slice(*span)] = b"\n" * (span[1] - span[0])
        return [line.rstrip() for line in bytes(text[start:end]).splitlines() if line.strip()]

    found = {path: outside_members(-1, 0, len(source.data))}
    for index, one in enumerate(entry.facts.outline.symbols):
        found[f"{path}::{one.qualname}"] = outside_members(index, *spans[index])
    return found


def _text(folder: Path, revision: str, path: str) -> bytes:
    return _git(folder, "cat-file", "blob", f"{revision}:{path}")


def _lines(folder: Path, *arguments: str) -> list[str]:
    return _git(folder, *arguments).decode("utf-8", "replace").splitlines()


def _git(folder: Path, *arguments: str) -> bytes:
    command = ["git", "-c", "core.quotePath=false", "-C", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, check=True).stdout


if __name__ == "__main__":
    main()
