"""Measures `bettermemory` (PyPI) on the notes of `tests.memory.rot`.

`python -m tests.memory.rot.bettermemory MIRRORS KEPT PYTHON`: KEPT is the file of a run of `tests.memory.rot`, PYTHON
an interpreter that has the package. It knows claims about functions and classes at the top level of Python files, so
only notes about these are measured. Each is declared as `path::name` at the older commit; an alert is a claim that its
detector calls "weak" after the commits since. By its own rules, edits of a body are no drift.
"""

import argparse
import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ctx_lsp.graph.entry import path_of, qualname_of
from ctx_lsp.text.git import run_git
from ctx_lsp.training.histories.repositories import git_folder
from tests.memory.rot.__main__ import HALVES, half_of, read_kept, share
from tests.memory.rot.judging import JudgedNote, commit_days_before
from tests.progress_lines import print_line

_DETECTOR = """
import json, sys
from bettermemory.claims import build_binding_index, claim_level_drift, parse_claim
asked = json.load(sys.stdin)
index = build_binding_index(asked["diff"])
json.dump([claim_level_drift(parse_claim(one), index)["weak"] for one in asked["claims"]], sys.stdout)
"""
_PATCHES = ("log", "--no-merges", "-p", "-U0", "--no-renames", "--no-ext-diff", "--no-textconv", "--format=%x01%H")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("kept", type=Path)
    parser.add_argument("python", type=Path)
    arguments = parser.parse_args()
    heads = {one.repository: one for half in HALVES for one in half_of(half)}
    found: list[tuple[str, JudgedNote, bool]] = []
    for repository, notes in read_kept(arguments.kept).items():
        asked = [one for one in notes if is_known(one)]
        if asked:
            one = heads[repository]
            alerts = drifted(git_folder(arguments.mirrors, one), one.head, asked, arguments.python)
            found += [(repository, note, alert) for note, alert in zip(asked, alerts, strict=True)]
    for name, fires in (
        ("verdicts", [one.is_alert for _, one, _ in found]),
        ("bettermemory", [one[2] for one in found]),
    ):
        alerts_of = [(where, note) for (where, note, _), fired in zip(found, fires, strict=True) if fired]
        right = [note.kind in ("changed", "gone") for _, note in alerts_of]
        wrong = sum(note.kind in ("changed", "gone") for _, note, _ in found)
        print_line(share(f"precision of {name}", alerts_of, right))
        print_line(f"{name}: {sum(right)} of {wrong} caught, {len(alerts_of)} alerts, {len(found)} notes")


def is_known(note: JudgedNote) -> bool:
    """Return whether a note is one that `bettermemory` could have a claim about, and its code is judged."""
    name = qualname_of(note.symbol)
    return (
        bool(note.sentence) and path_of(note.symbol).endswith(".py") and name.isidentifier() and note.kind != "unknown"
    )


def drifted(folder: Path, head: str, notes: Sequence[JudgedNote], python: Path) -> list[bool]:
    """Return for each note whether its claim has drifted."""
    before = commit_days_before(folder, head)
    paths = {path_of(one.symbol) for one in notes}
    diff = run_git(folder, *_PATCHES, f"{before}..{head}", "--", *sorted(paths)).decode("utf-8", "replace")
    asked = {"diff": diff, "claims": [one.symbol for one in notes]}
    done = subprocess.run(
        [str(python), "-c", _DETECTOR], input=json.dumps(asked), text=True, capture_output=True, check=True, timeout=600
    )
    answer: list[bool] = json.loads(done.stdout)
    return answer


if __name__ == "__main__":
    main()
