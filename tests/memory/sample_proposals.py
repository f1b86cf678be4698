"""Prints random proposals for readers to judge: python -m tests.memory.sample_proposals MIRRORS [--count 200].

They come from the newest commits of the held-out repositories, every second one of `repositories.json`, without those
of `SEEN`, whose proposals were read when the rules were made. A reader answers for each: should a team keep this as a
note about these definitions? MIRRORS holds a git directory `OWNER+NAME` or `OWNER+NAME/repo` for each.
"""

import argparse
import random
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.run import analysis_of, past_workspace
from ctx_lsp.training.histories.repositories import git_folder, read_manifest
from ctx_lsp.workspace import Notes, ProposalQuery, ProposedNote
from tests.co_change.measure import SETTINGS
from tests.memory.rot.__main__ import MANIFEST
from tests.progress_lines import print_line

MOST = 200  # proposals of a repository
SEEN = frozenset(
    (
        "FiloSottile/age",
        "agronholm/anyio",
        "cberner/redb",
        "cheeriojs/cheerio",
        "eemeli/yaml",
        "gin-gonic/gin",
        "gitpython-developers/GitPython",
        "immerjs/immer",
        "jazzband/pip-tools",
        "modelcontextprotocol/rust-sdk",
        "ninja-build/ninja",
        "pallets/click",
        "rq/rq",
        "square/kotlinpoet",
        "swoosh/swoosh",
        "urfave/cli",
    )
)
SEED = 20_261_127


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--commits", type=int, default=3_000, help="the newest commits of a repository")
    arguments = parser.parse_args()
    found: list[tuple[str, ProposedNote]] = []
    for one in (each for each in read_manifest(MANIFEST)[1::2] if each.repository not in SEEN):
        with past_workspace(git_folder(arguments.mirrors, one), SETTINGS) as (tree, workspace):
            analysis = analysis_of(workspace, tree.move(one.head))
            here = Notes(analysis).proposals(ProposalQuery(MOST, arguments.commits), CancelToken())
        print_line(f"{one.repository}: {len(here)} proposals of up to {arguments.commits} commits")
        found += [(one.repository, each) for each in here]
    drawn = random.Random(SEED).sample(found, min(arguments.count, len(found)))  # noqa: S311  # repeatable
    for number, (repository, note) in enumerate(drawn, 1):
        print_line(f"\n{number}. {repository}, {note.source}, {note.type}\n   {note.title}")
        for line in note.body.splitlines():
            print_line(f"   {line}")
        print_line(f"   about: {', '.join(note.about)}")


if __name__ == "__main__":
    main()
