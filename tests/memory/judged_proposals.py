"""Proposals that readers judged, and what rules do with them: python -m tests.memory.judged_proposals MIRRORS.

`judged_proposals.jsonl` names the commits whose proposals two readers judged on 26 November 2026, in three looks;
`kept` says whether both would keep the note. The readers saw the notes of the rules of that look, which may quote other
sentences than the rules now. For some least shares of a message that a note must quote, this prints how many of the
proposals are left and how many of these are right, and the same where the share is, for each repository, the one that
is best on all others. Rules about the code are not applied: many of the first look are of comments that say the same.
MIRRORS holds a git directory `OWNER+NAME` or `OWNER+NAME/repo` for each.
"""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ctx_lsp.memory import commit_reasons
from ctx_lsp.memory.message_prose import message_blocks
from ctx_lsp.text.git import run_git
from ctx_lsp.training.histories.repositories import Repository, git_folder
from tests.progress_lines import print_line

LABELS = Path(__file__).with_suffix(".jsonl")
SHARES = (0.0, 0.3, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95)
LEAST_LEFT = 0.4  # of the proposals, where a share is chosen


class Judged(msgspec.Struct, frozen=True):
    """A judged proposal: its commit, the look, and whether both readers would keep the note."""

    repository: str
    commit: str
    look: int
    kept: bool


class Shared(NamedTuple):
    """A judged proposal that the rules still make, and the share of the message that its note quotes."""

    judged: Judged
    share: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    mirrors = parser.parse_args().mirrors
    judged = read_judged()
    found = [one for each in judged if (one := shared(mirrors, each)) is not None]
    print_line(f"{len(judged)} judged, {right(judged):.3f} right; the rules make {len(found)} of them")
    for share in SHARES:
        left = [one.judged for one in found if one.share >= share]
        looks = (f"look {look}: {right(part):.3f} of {len(part)}" for look, part in by_look(left))
        print_line(f"share of at least {share:.2f}: {right(left):.3f} of {len(left)}; {'; '.join(looks)}")
    out = [one for name in sorted({one.judged.repository for one in found}) for one in left_out(found, name)]
    print_line(f"share chosen without the repository: {right(out):.3f} of {len(out)}")


def read_judged() -> list[Judged]:
    """Return the judged proposals."""
    return [msgspec.json.decode(line, type=Judged) for line in LABELS.read_bytes().splitlines()]


def shared(mirrors: Path, judged: Judged) -> Shared | None:
    """Return the share that a proposal quotes, if the rules still find a reason in the message."""
    folder = git_folder(mirrors, Repository(judged.repository, "", "", ""))
    message = run_git(folder, "log", "-1", "--format=%B", judged.commit).decode("utf-8", "replace")
    least, commit_reasons.LEAST_SHARE = commit_reasons.LEAST_SHARE, 0.0
    found = commit_reasons.reason_in(message)
    commit_reasons.LEAST_SHARE = least
    if found is None:
        return None
    prose = sum(len(one.text.split()) for one in message_blocks(message.partition("\n")[2]))
    return Shared(judged, len(found.body.split()) / max(1, prose))


def left_out(found: Sequence[Shared], name: str) -> Iterable[Judged]:
    """Return the proposals of a repository that are left by the share that is best on all others."""
    others = [one for one in found if one.judged.repository != name]
    left = {share: [one.judged for one in others if one.share >= share] for share in SHARES}
    best = max((one for one in SHARES if len(left[one]) >= LEAST_LEFT * len(others)), key=lambda one: right(left[one]))
    return (one.judged for one in found if one.judged.repository == name and one.share >= best)


def by_look(judged: Sequence[Judged]) -> Iterable[tuple[int, list[Judged]]]:
    """Return the proposals of each look."""
    return ((look, [one for one in judged if one.look == look]) for look in sorted({one.look for one in judged}))


def right(judged: Sequence[Judged]) -> float:
    """Return the share of proposals that both readers would keep."""
    return sum(one.kept for one in judged) / max(1, len(judged))


if __name__ == "__main__":
    main()
