"""Writes random proposals for readers: python -m tests.memory.sample_proposals MIRRORS OWNER/NAME… --sheet FILE.

The proposals come from the newest commits of the named repositories; those of documents are left out, because they need
an index. A reader sees the message, the definitions as they are now and the note, and answers for each: should a team
keep this as a note about these definitions? `docs/benchmarks.md` names the repositories whose proposals were read when
the rules were made. MIRRORS holds a git directory `OWNER+NAME` or `OWNER+NAME/repo` for each. `--kept FILE` keeps the
items of a repository on a line, so that a run can be continued.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import path_of
from ctx_lsp.text.git import read_texts, resolve_revision
from ctx_lsp.text.git_log import commit_names
from ctx_lsp.text.roots import Root
from ctx_lsp.training.histories.repositories import Repository, git_folder
from ctx_lsp.workspace import ProposedNote
from ctx_lsp.workspace.notes.proposals import commit_proposals
from tests.memory.code_at_commit import CodeAtCommit
from tests.progress_lines import print_line

MOST = 200  # proposals of a repository
MAX_LINES, LAST_LINES = 40, 12  # shown of a definition, and how many of them from its end
MAX_MESSAGE = 2_500  # characters
SEED = 20_261_128
INTRODUCTION = """\
# Proposed notes

Each item is a note that somebody might keep in the repository beside the code, for colleagues and agents who will
change these definitions later. You see the commit's message, the definitions as they are now (shortened in the middle
if long), and the proposed note.

For each number, answer **yes** or **no**: should a team keep this as a note about these definitions?
"""


class Item(msgspec.Struct, frozen=True):
    """A proposal with the message of its commit, and each definition with its text."""

    repository: str
    source: str
    type: str
    title: str
    body: str
    message: str
    code: tuple[tuple[str, str], ...]


class Sampled(msgspec.Struct, frozen=True):
    """The proposals of a repository, and the number of commits that were read."""

    repository: str
    commits: int
    items: tuple[Item, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("repositories", nargs="+", metavar="OWNER/NAME")
    parser.add_argument("--sheet", type=Path, required=True)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--commits", type=int, default=500, help="the newest commits of a repository")
    arguments = parser.parse_args()
    kept = read_kept(arguments.kept)
    found: list[Sampled] = []
    for name in arguments.repositories:
        one = kept.get(name)
        if one is None:
            one = sampled(git_folder(arguments.mirrors, Repository(name, "", "", "")), name, arguments.commits)
            if arguments.kept:
                with arguments.kept.open("ab") as file:
                    file.write(msgspec.json.encode(one) + b"\n")
        print_line(f"{name}: {len(one.items)} proposals of {one.commits} commits")
        found.append(one)
    items = [item for one in found for item in one.items]
    drawn = random.Random(SEED).sample(items, min(arguments.count, len(items)))  # noqa: S311  # repeatable
    shown = (text for number, item in enumerate(drawn, 1) for text in sheet_item(number, item))
    arguments.sheet.write_text("\n".join((INTRODUCTION, *shown)), "utf-8")
    commits = sum(one.commits for one in found)
    print_line(f"{len(items)} proposals of {commits} commits: {100 * len(items) / max(1, commits):.2f} per 100")


def read_kept(file: Path | None) -> dict[str, Sampled]:
    """Return what a file of an earlier run has, by repository; nothing if there is no file."""
    lines = file.read_bytes().splitlines() if file is not None and file.exists() else ()
    return {one.repository: one for one in (msgspec.json.decode(line, type=Sampled) for line in lines)}


def sampled(folder: Path, name: str, count: int) -> Sampled:
    """Return the proposals of a repository's newest commits."""
    head = resolve_revision(folder, "HEAD")
    code, names = CodeAtCommit(folder, head), {one[:12]: one for one in commit_names(folder, head, count)}
    unique: dict[str, ProposedNote] = {}
    for note in commit_proposals(code, Root(folder, ""), count, CancelToken()):
        unique.setdefault(note.text, note)
    items = (_item(folder, code, name, note, names[note.source.split()[1]]) for note in unique.values())
    return Sampled(name, len(names), tuple(items)[:MOST])


def _item(folder: Path, code: CodeAtCommit, name: str, note: ProposedNote, commit: str) -> Item:
    message = dict(read_texts(folder, [commit]))[commit].partition(b"\n\n")[2].decode("utf-8", "replace").strip()
    definitions = tuple((symbol, _text(code, symbol)) for symbol in note.about)
    return Item(name, note.source, note.type, note.title, note.body, message, definitions)


def _text(code: CodeAtCommit, symbol: str) -> str:
    definition, entry = code.definition(symbol), code.files[path_of(symbol)]
    assert definition is not None
    span = entry.facts.spans[definition.index]
    return entry.source.slice(span.start, span.end)


def sheet_item(number: int, item: Item) -> Iterator[str]:
    """Yield the parts of a sheet about an item."""
    yield f"## {number}. {item.repository}\n\nMessage:\n\n~~~\n{item.message[:MAX_MESSAGE]}\n~~~\n"
    for symbol, text in item.code:
        yield f"`{symbol}` now:\n\n~~~\n{shortened(text.splitlines())}\n~~~\n"
    about = ", ".join(f"`{symbol}`" for symbol, _ in item.code)
    yield f"Proposed note ({item.type}):\n\n> **{item.title}**\n>\n> {item.body}\n>\n> about: {about}\n"
    yield "Should a team keep this as a note about these definitions? yes/no\n"


def shortened(lines: Sequence[str]) -> str:
    """Return lines without the middle of many."""
    left_out = len(lines) - MAX_LINES
    middle = [f"… {left_out} lines …"] if left_out > 0 else []
    return "\n".join([*lines[: MAX_LINES - LAST_LINES], *middle, *lines[-LAST_LINES:]] if middle else lines)


if __name__ == "__main__":
    main()
