"""Compares trends with migrations known from history and with controls; see the package's docstring."""

import argparse
import json
import random
import re
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.past.trends import commits_before, states_at
from ctx_lsp.patterns.trend import trends
from tests.progress_lines import print_line

HERE = Path(__file__).parent
CONFIRMED = 0.2  # change of the share by text search from which a migration counts
STABLE = 0.05  # change of every share up to which a category is a control
MIN_FILES = 5  # files found by text search
MIN_ALTERNATIVES = 2  # alternatives that the text search must know to see a change of shares
CONTROLS = 30
OF_REPOSITORY = 3  # controls of one repository
SEED = 21


def main() -> None:
    """Print an outcome for each migration and control, and how many are right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--kept", type=Path)
    arguments = parser.parse_args()
    kept = arguments.kept
    lines = kept.read_text("utf-8").splitlines() if kept and kept.exists() else ()
    known: dict[str, str] = dict(json.loads(line) for line in lines)

    def outcome(row: Mapping[str, str], control: bool) -> str:
        key = " ".join((row["repository"], row["commit"][:9], row["language"], row["category"], str(control)))
        if key not in known:
            folder = _folder(arguments.mirrors, row["repository"])
            known[key] = _control(folder, row) if control else _migration(folder, row)
            if kept:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([key, known[key]]) + "\n")
            print_line(f"{key}: {known[key]}")
        return known[key]

    rows = [json.loads(line) for line in (HERE / "migrations.jsonl").read_text("utf-8").splitlines()]
    for chosen in (True, False):
        found = [outcome(row, control=False) for row in rows if row["chosen"] == chosen]
        counted = [one for one in found if one != "not confirmed"]
        kind = "looked at while the rule was made" if chosen else "first seen"
        print_line(f"migrations {kind}: {counted.count('right')} of {len(counted)} right")
    found = [outcome(row, control=True) for row in _controls(arguments.mirrors, rows)]
    print_line(f"controls: {found.count('silent')} of {len(found)} silent")


def _migration(folder: Path, row: Mapping[str, str]) -> str:
    """Judge a migration: the alternative must be rising by name, and nothing else of the category but it may be."""
    shares = _shares(folder, row["commit"], row["language"], row["category"])
    share, files = shares[row["alternative"]][0]
    if files < MIN_FILES or share - min(one for one, _ in shares[row["alternative"]]) < CONFIRMED:
        return "not confirmed"
    found = _directions(folder, row)
    if found.get(row["alternative"]) != "rising":
        return f"wrong: {found or 'silent'}"
    return "right" if list(found.values()).count("rising") == 1 else f"wrong: {found}"


def _control(folder: Path, row: Mapping[str, str]) -> str:
    found = _directions(folder, row)
    return f"wrong: {found}" if found else "silent"


def _directions(folder: Path, row: Mapping[str, str]) -> dict[str, str]:
    found = trends(states_at(folder, row["commit"], CancelToken()))
    return {
        name: direction
        for (language, (category, name)), direction in found.items()
        if (language, category) == (row["language"], row["category"])
    }


def _controls(mirrors: Path, rows: list[dict[str, Any]]) -> Iterator[dict[str, str]]:
    """Draw categories whose shares hardly moved in the two years before the newest commits of the repositories."""
    choice = random.Random(SEED)  # noqa: S311 - repeatable
    pairs = sorted({(row["repository"], row["language"]) for row in rows})
    choice.shuffle(pairs)
    drawn = 0
    for repository, language in pairs:
        folder = _folder(mirrors, repository)
        commit = _git(folder, "rev-parse", "HEAD").strip()
        categories = [one for one in _patterns()[language] if one != "files"]
        choice.shuffle(categories)
        stable = [one for one in categories if _is_stable(folder, commit, language, one)][:OF_REPOSITORY]
        for category in stable:
            yield {"repository": repository, "commit": commit, "language": language, "category": category}
            drawn += 1
            if drawn == CONTROLS:
                return


def _is_stable(folder: Path, commit: str, language: str, category: str) -> bool:
    """Return whether a category is a control.

    The share of an alternative that the text search knows no other of is always 1, so it cannot show a migration.
    """
    if len(_patterns()[language][category]) < MIN_ALTERNATIVES:
        return False
    shares = _shares(folder, commit, language, category)
    if max(files for each in shares.values() for _, files in each) < MIN_FILES:
        return False
    return all(max(one for one, _ in each) - min(one for one, _ in each) <= STABLE for each in shares.values())


def _shares(folder: Path, commit: str, language: str, category: str) -> dict[str, list[tuple[float, int]]]:
    """Return the share of each alternative at the commit and before, newest first, with the number of its files."""
    patterns = _patterns()[language]
    found: dict[str, list[tuple[float, int]]] = {name: [] for name in patterns[category]}
    for one in commits_before(folder, commit):
        files = {name: _matching(folder, one, regex, patterns["files"]) for name, regex in patterns[category].items()}
        total = len(frozenset().union(*files.values()))
        for name, own in files.items():
            found[name].append((len(own) / total if total else 0.0, len(own)))
    return found


def _matching(folder: Path, commit: str, regex: str, files: list[str]) -> frozenset[str]:
    done = _git(folder, "grep", "-l", "-P", "--no-textconv", "-e", regex, commit, "--", *files, allowed=(0, 1))
    return frozenset(done.splitlines())


def _folder(mirrors: Path, repository: str) -> Path:
    folder = mirrors / re.sub("/", "+", repository)
    return folder / "repo" if (folder / "repo").is_dir() else folder


@cache
def _patterns() -> dict[str, dict[str, Any]]:
    return tomllib.loads((HERE / "search.toml").read_text("utf-8"))


def _git(folder: Path, *arguments: str, allowed: tuple[int, ...] = (0,)) -> str:
    command = ["git", "-C", str(folder), *arguments]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode not in allowed:
        raise RuntimeError(done.stderr.decode("utf-8", "replace"))
    return done.stdout.decode("utf-8", "replace")


if __name__ == "__main__":
    main()
