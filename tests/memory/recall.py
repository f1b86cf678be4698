"""Measures whether questions find notes: python -m tests.memory.recall MIRRORS [--half held] [--repositories N].

The notes of a repository are those that its commits propose, at the commit `LATER` commits before its newest one. The
questions are the messages of these later commits. A note answers a question if it is about a definition that the
question's commit changed. Questions without such a note are left out. Beside the product, BM25 over the texts of the
notes alone is asked. Every second repository of `repositories.json` was looked at while rules were chosen; the others
are held out. MIRRORS holds a git directory `OWNER+NAME` or `OWNER+NAME/repo` for each.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import bm25s

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.bootstrap import estimate
from ctx_lsp.evaluation.history.messages import question
from ctx_lsp.evaluation.history.run import analysis_of, past_workspace
from ctx_lsp.features.definition_diff import edited_definitions, is_source
from ctx_lsp.syntax.words import terms
from ctx_lsp.text.git import read_texts, tree_below
from ctx_lsp.text.git_log import commit_names, logged_commits, touched_contents
from ctx_lsp.text.source import SourceText
from ctx_lsp.training.histories.repositories import git_folder, read_manifest
from ctx_lsp.workspace import BadRequest, NewNote, NoteQuery, Notes, ProposalQuery, Workspace
from tests.co_change.measure import SETTINGS
from tests.memory.rot.__main__ import MANIFEST
from tests.progress_lines import print_line

LATER = 200  # newest commits, which ask
COMMITS = 2_500  # commits before them, which propose notes
MOST = 60  # notes of a repository
AT = 5


class Score(NamedTuple):
    """How well one ranking answers a question: recall among the first five, and whether the first note answers."""

    recall: float
    first: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--half", choices=("looked", "held"), default="held")
    parser.add_argument("--repositories", type=int, default=20, help="the smallest")
    arguments = parser.parse_args()
    manifest = read_manifest(MANIFEST)[arguments.half == "held" :: 2]
    sizes = {one.repository: len(tree_below(git_folder(arguments.mirrors, one), one.head).texts) for one in manifest}
    found: list[tuple[str, Mapping[str, Score]]] = []
    notes = 0
    for one in sorted(manifest, key=lambda each: sizes[each.repository])[: arguments.repositories]:
        count, scores = measure(git_folder(arguments.mirrors, one), one.head)
        notes += count
        found += [(one.repository, score) for score in scores]
        print_line(f"{one.repository}: {count} notes, {len(scores)} questions; so far {notes}, {len(found)}")
        for line in report(found):
            print_line(f"  {line}")


def report(found: Sequence[tuple[str, Mapping[str, Score]]]) -> Iterator[str]:
    """Yield the figures of the questions asked so far."""
    clusters = [repository for repository, _ in found]
    for name in found[0][1] if found else ():
        yield f"{name}: R@{AT} {_shown([one[name].recall for _, one in found], clusters)}"
        yield f"{name}: first {_shown([one[name].first for _, one in found], clusters)}"
    gains = [one["recall"].recall - one["BM25"].recall for _, one in found]
    yield f"R@{AT}, difference: {_shown(gains, clusters)}"


def measure(folder: Path, head: str) -> tuple[int, list[Mapping[str, Score]]]:
    """Return the number of notes of a repository, and the scores of each question by ranking."""
    later = commit_names(folder, head, LATER)
    with past_workspace(folder, SETTINGS) as (tree, workspace):
        analysis = analysis_of(workspace, tree.move(_parent(folder, later[-1])))
        about = _write_notes(workspace, Notes(analysis))
        if len(about) <= AT:
            return len(about), []
        notes = Notes(workspace.analysis().result())
        texts = {one.judged.path: one.judged.note for one in notes.recall(NoteQuery(limit=MOST), CancelToken()).notes}
        paths = sorted(texts)
        baseline = bm25s.BM25()
        baseline.index([terms(f"{texts[path].title} {texts[path].body}") for path in paths], show_progress=False)
        scores: list[Mapping[str, Score]] = []
        for asked, changed in _questions(folder, later):
            answers = {path for path, symbols in about.items() if symbols & changed}
            if answers:
                ours = notes.recall(NoteQuery(asked, limit=AT), CancelToken()).notes
                ranked = baseline.get_scores(terms(asked))
                order = sorted(range(len(paths)), key=lambda n: -ranked[n])
                theirs = [paths[n] for n in order if ranked[n] > 0]
                scores.append({
                    "recall": _score([one.judged.path for one in ours], answers),
                    "BM25": _score(theirs, answers),
                })  # fmt: skip
        return len(about), scores


def _parent(folder: Path, commit: str) -> str:
    return commit_names(folder, commit, 2)[-1]


def _write_notes(workspace: Workspace, notes: Notes) -> dict[str, frozenset[str]]:
    """Write the proposed notes as unsaved documents; return what each is about."""
    about: dict[str, frozenset[str]] = {}
    for one in notes.proposals(ProposalQuery(MOST, COMMITS), CancelToken()).notes:
        try:
            draft = notes.draft(NewNote(one.type, one.text, one.about, source=one.source), tuple(about))
        except BadRequest:
            continue
        about[draft.path] = frozenset(one.about)
        workspace.set_document(draft.path, SourceText(draft.text.encode(), "markdown"))
    return about


def _questions(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the question that each commit asks, with the definitions that it changed."""
    touched = touched_contents(folder, names)
    for commit in logged_commits(folder, names):
        asked = question(commit.subject)
        files = [one for one in touched.get(commit.name, ()) if one.file.kind in "MR" and is_source(one.file.path)]
        if not asked or not files:
            continue
        texts = dict(read_texts(folder, (name for one in files for name in one[1:])))
        changed = (
            node.symbol
            for one in files
            if one.before in texts and one.after in texts
            for node in edited_definitions(one.file.former or one.file.path, texts[one.before], texts[one.after])
        )
        yield asked, frozenset(changed)


def _score(found: Sequence[str], answers: set[str]) -> Score:
    recall = len(answers & set(found[:AT])) / min(AT, len(answers))
    return Score(recall, float(bool(found) and found[0] in answers))


def _shown(values: Sequence[float], clusters: Sequence[str]) -> str:
    if not values:
        return "none"
    one = estimate(values, clusters)
    return f"{one.mean:.3f} [{one.low:.3f}, {one.high:.3f}]"


if __name__ == "__main__":
    main()
