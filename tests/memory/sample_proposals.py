"""Prints random proposals for readers: python -m tests.memory.sample_proposals MIRRORS OWNER/NAME… [--count 200].

They come from the newest commits of the named repositories. A reader answers for each: should a team keep this as a
note about these definitions? `docs/benchmarks.md` names the repositories whose proposals were read when the rules were
made. MIRRORS holds a git directory `OWNER+NAME` or `OWNER+NAME/repo` for each.
"""

import argparse
import random
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.run import analysis_of, past_workspace
from ctx_lsp.text.git import resolve_revision
from ctx_lsp.training.histories.repositories import Repository, git_folder
from ctx_lsp.workspace import Notes, ProposalQuery, ProposedNote
from tests.co_change.measure import SETTINGS
from tests.progress_lines import print_line

MOST = 200  # proposals of a repository
SEED = 20_261_127


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("repositories", nargs="+", metavar="OWNER/NAME")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--commits", type=int, default=3_000, help="the newest commits of a repository")
    arguments = parser.parse_args()
    found: list[tuple[str, ProposedNote]] = []
    for name in arguments.repositories:
        folder = git_folder(arguments.mirrors, Repository(name, "", "", ""))
        with past_workspace(folder, SETTINGS) as (tree, workspace):
            analysis = analysis_of(workspace, tree.move(resolve_revision(folder, "HEAD")))
            here = Notes(analysis).proposals(ProposalQuery(MOST, arguments.commits), CancelToken()).notes
        print_line(f"{name}: {len(here)} proposals of up to {arguments.commits} commits")
        found += [(name, each) for each in here]
    drawn = random.Random(SEED).sample(found, min(arguments.count, len(found)))  # noqa: S311  # repeatable
    for number, (name, note) in enumerate(drawn, 1):
        print_line(f"\n{number}. {name}, {note.source}, {note.type}\n   {note.title}")
        for line in note.body.splitlines():
            print_line(f"   {line}")
        print_line(f"   about: {', '.join(note.about)}")


if __name__ == "__main__":
    main()
