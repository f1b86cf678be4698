"""Measures how well verdicts tell notes that rotted: python -m tests.memory.rot MIRRORS [--kept FILE] [--show KIND].

Notes are sentences of documents and docstrings as they were 180 days before the newest commit (`sentences`), each with
an anchor to the definition that it is about. They are judged at the newest commit. An alert is a note that is drifted,
orphaned or refuted. An alert is right

- by the sentence: if a later commit reworded the sentence while it changed code (`text_truth`). Notes whose sentence
  was reworded alone, or deleted, count neither way;
- by the code: if the code that the note is about changed or is gone (`code_truth`, by tokens, without the product).

Definitions that are no longer where they were are notes of their own, without a sentence: how many that moved are
followed, and how many that are gone are served as true? Every second repository of `repositories.json` was looked at;
the others are held out. Those of `more_repositories.json` came later: other public repositories with at most
2,000 files and at least 20 commits in those 180 days, of which `--draw` takes some by a seed. Few of them move code, so
`renaming_repositories.json` names other repositories of this size: those in which Git renames the most source files in
those 180 days (`renamed`). MIRRORS holds a git directory `OWNER+NAME` or `OWNER+NAME/repo` for each. FILE keeps what
was measured, one repository a line, so that a run can be continued.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from ctx_lsp.evaluation.bootstrap import estimate
from ctx_lsp.text.git import tree_below
from ctx_lsp.training.histories.repositories import Repository, git_folder, read_manifest
from tests.memory.rot.judging import JudgedNote, judged_notes
from tests.progress_lines import print_line

MANIFEST = Path(__file__).parents[1] / "repositories.json"
MORE = MANIFEST.with_name("more_repositories.json")
RENAMING = MANIFEST.with_name("renaming_repositories.json")
SEED = 20_261_126
HALVES = {
    "looked": (MANIFEST, slice(0, None, 2)),
    "held": (MANIFEST, slice(1, None, 2)),
    "more": (MORE, slice(None)),
    "renaming": (RENAMING, slice(None)),
}
"""The manifest of each half, and the repositories of it."""

Found = Sequence[tuple[str, JudgedNote]]
_DECODER = msgspec.json.Decoder(tuple[str, list[JudgedNote]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--repositories", type=int, default=1_000, help="the smallest of each half")
    parser.add_argument("--draw", type=int, help="draw that many of each half by a seed")
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument("--show", default="", help="print the notes of this outcome, as `drifted same`")
    arguments = parser.parse_args()
    kept = read_kept(arguments.kept)
    for half in ("looked", "held") if arguments.half == "both" else (arguments.half,):
        chosen = drawn(half_of(half), arguments.draw)
        sizes = {one.repository: len(tree_below(git_folder(arguments.mirrors, one), one.head).texts) for one in chosen}
        found: list[tuple[str, JudgedNote]] = []
        for one in sorted(chosen, key=lambda each: sizes[each.repository])[: arguments.repositories]:
            notes = kept.get(one.repository)
            if notes is None:
                notes = judged_notes(git_folder(arguments.mirrors, one), one.head)
                if arguments.kept:
                    with arguments.kept.open("ab") as file:
                        file.write(msgspec.json.encode((one.repository, notes)) + b"\n")
            print_line(f"{one.repository}: {len(notes)} notes, {sum(note.is_alert for note in notes)} alerts")
            found += [(one.repository, note) for note in notes]
            for note in notes:
                if arguments.show and arguments.show in (f"{note.verdict} {note.kind}", f"{note.verdict} {note.text}"):
                    print_line(f"  {note.symbol} → {note.now or '-'} {note.target} “{note.sentence}”")
        for line in report(found):
            print_line(f"{half}: {line}")


def half_of(name: str) -> list[Repository]:
    """Return the repositories of a half."""
    manifest, part = HALVES[name]
    return read_manifest(manifest)[part]


def drawn(repositories: list[Repository], count: int | None) -> list[Repository]:
    """Return a part of some repositories that a seed determines; all if there is no count."""
    if count is None or count >= len(repositories):
        return repositories
    return random.Random(SEED).sample(repositories, count)  # noqa: S311  # repeatable


def read_kept(file: Path | None) -> dict[str, list[JudgedNote]]:
    """Return the notes of a file of an earlier run by repository; none if there is no file."""
    return dict(map(_DECODER.decode, file.read_bytes().splitlines())) if file is not None and file.exists() else {}


def report(found: Found) -> Iterator[str]:
    """Yield the figures of some repositories."""
    said = [(where, one) for where, one in found if one.sentence]
    left = [(where, one) for where, one in found if not one.sentence]
    known = [(where, one) for where, one in said if one.text != "unknown"]
    yield from _alerts("by the sentence", known, [one.text == "corrected" for _, one in known])
    judged = [(where, one) for where, one in said if one.kind != "unknown"]
    yield from _alerts("by the code", judged, [one.kind in ("changed", "gone") for _, one in judged])
    for verdict in ("fresh", "moved", "drifted", "orphaned", "refuted"):
        of_it = [one for _, one in said if (one.verdict == verdict or (verdict == "refuted" and one.refuted))]
        code = ", ".join(f"{k} {sum(one.kind == k for one in of_it)}" for k in ("same", "moved", "changed", "gone"))
        text = ", ".join(f"{k} {sum(one.text == k for one in of_it)}" for k in ("kept", "corrected", "unknown"))
        yield f"{verdict}: {len(of_it)} notes; code {code}; sentence {text}"
    moved = [(where, one) for where, one in left if one.kind == "moved"]
    yield share("moves followed", moved, [one.verdict == "moved" and one.is_followed for _, one in moved])
    followed = [(where, one) for where, one in left if one.verdict == "moved"]
    yield share("moves that are right", followed, [one.kind == "moved" and one.is_followed for _, one in followed])
    gone = [(where, one) for where, one in found if one.kind == "gone"]
    true = [one for _, one in gone if one.verdict in ("fresh", "moved") and not one.refuted]
    yield f"gone and served as true: {len(true)} of {len(gone)} {[one.symbol for one in true[:5]]}"


def _alerts(name: str, notes: Found, wrong: Sequence[bool]) -> Iterator[str]:
    for rule, fires in (("verdicts", lambda one: one.is_alert), ("changed lines", lambda one: not one.same_lines)):
        alerts = [(where, is_wrong) for (where, one), is_wrong in zip(notes, wrong, strict=True) if fires(one)]
        caught = sum(is_wrong for _, is_wrong in alerts)
        yield share(f"precision of {rule} {name}", alerts, [is_wrong for _, is_wrong in alerts])
        if caught:
            per_catch = len(alerts) / caught
            yield f"{rule} {name}: {per_catch:.2f} alerts a catch; {caught} of {sum(wrong)} caught, {len(notes)} notes"


def share(name: str, clusters: Sequence[tuple[str, object]], values: Sequence[bool]) -> str:
    """Return the share of values that are true, with its interval by clusters, as a line."""
    if not values:
        return f"{name}: none"
    one = estimate([float(value) for value in values], [where for where, _ in clusters])
    return f"{name}: {one.mean:.3f} [{one.low:.3f}, {one.high:.3f}], n = {len(values)}"


if __name__ == "__main__":
    main()
