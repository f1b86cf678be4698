"""Measures whether the history follows renames, against `git log --follow`: python -m tests.co_change.renames MIRRORS.

For files of the newest commit that Git follows to another name, the share of the earlier commits, under former names,
that the history has too. Git follows copies as well; they end the comparison. MIRRORS holds git
directories of the repositories in `repositories.json`; those without one are left out.
"""

import argparse
import subprocess
from collections.abc import Iterator
from pathlib import Path

from ctx_lsp.evaluation.bootstrap import estimate
from ctx_lsp.history.log import HistoryLog
from tests.co_change.corpus import clones
from tests.co_change.tasks import commits_of
from tests.progress_lines import print_line

FILES = 4  # followed files of a repository


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    arguments = parser.parse_args()
    pairs: list[tuple[str, float]] = []
    for one in clones(arguments.mirrors):
        found_shares = list(shares(one.folder, one.head))
        print_line(f"{one.repository}: {' '.join(f'{share:.2f}' for share in found_shares)}")
        pairs += [(one.repository, share) for share in found_shares]
    found = estimate([share for _, share in pairs], [repository for repository, _ in pairs])
    print_line(f"followed {found.mean:.3f} [{found.low:.3f}, {found.high:.3f}] of {len(pairs)} renamed files")


def shares(folder: Path, head: str) -> Iterator[float]:
    """Yield the share of earlier commits of each followed file that the history has."""
    log, renamed = HistoryLog(), set()
    for commit in commits_of(folder, head):
        log.add(commit)
        renamed |= {one.path for one in commit.files if one.former}
    history = log.view()
    candidates = sorted(renamed & set(_lines(folder, "ls-tree", "-r", "--name-only", head)))
    for path in candidates[:: max(1, len(candidates) // FILES)][:FILES]:
        own = set(_lines(folder, "log", "--format=%H", "--no-merges", head, "--", path))
        earlier = set(_followed(folder, head, path)) - own
        if earlier:
            yield len(earlier & {one.commit.name for one in history.touches(path)}) / len(earlier)


def _followed(folder: Path, head: str, path: str) -> Iterator[str]:
    """Yield the commits of a file that Git follows across renames, newest first, up to one that copied it."""
    name = ""
    for line in _lines(folder, "log", "--follow", "--name-status", "--format=:%H", "--no-merges", head, "--", path):
        if line.startswith(":"):
            name = line[1:]
        elif line.startswith("C"):
            return
        elif line:
            yield name


def _lines(folder: Path, *arguments: str) -> list[str]:
    """Return the lines that Git prints; none if it fails, as it does where the copy lacks a large file."""
    command = ["git", "-C", str(folder), *arguments]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8", errors="replace")
    return done.stdout.splitlines() if done.returncode == 0 else []


if __name__ == "__main__":
    main()
