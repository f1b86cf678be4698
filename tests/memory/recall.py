"""Measures whether questions find notes: python -m tests.memory.recall MIRRORS [--half fresh] [--skip N] [--notes N].

The notes of a repository are made at the commit `LATER` commits before its newest one. With `--notes-of proposals`,
they are those that the product proposes, of which there are few. Otherwise, they are the reasons in messages: the
subject of a commit and those paragraphs of its message in which a sentence gives a reason, about the one to three
definitions that it changed and that still exist. The questions are the subjects of the later commits. A note answers a
question if it is about a definition that the question's commit changed. Questions without such a note are left out.
Beside the product, BM25 over the texts of the notes alone is asked.

Every second repository of `repositories.json` was looked at while rules were chosen; the others are held out. Those of
`recall_repositories.json` came later, in an order drawn by chance from the repositories with at least 1,500 commits and
at most 1,500 files that no other measure of notes names; the first 54 were looked at before the ranking was changed,
and `--skip 54` leaves them out. A run ends once the measured repositories have N notes.
MIRRORS holds a git directory `OWNER+NAME` or `OWNER+NAME/repo` for each.
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import bm25s

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.bootstrap import estimate
from ctx_lsp.evaluation.history.messages import question
from ctx_lsp.evaluation.history.run import analysis_of, past_workspace
from ctx_lsp.features.definition_diff import edited_definitions, is_source
from ctx_lsp.memory.commit_reasons import gives_reason
from ctx_lsp.memory.message_prose import paragraphs
from ctx_lsp.syntax.words import terms
from ctx_lsp.text.git import read_texts, tree_below
from ctx_lsp.text.git_log import TouchedContents, commit_names, logged_commits, touched_contents
from ctx_lsp.text.sentences import sentences_of
from ctx_lsp.text.source import SourceText
from ctx_lsp.training.histories.repositories import Repository, git_folder, read_manifest
from ctx_lsp.workspace import BadRequest, NewNote, NoteQuery, Notes, ProposalQuery, Workspace
from tests.co_change.measure import SETTINGS
from tests.memory.rot.__main__ import MANIFEST
from tests.progress_lines import print_line

FRESH = MANIFEST.with_name("recall_repositories.json")
HALVES = ("looked", "held", "fresh")
LATER = 200  # newest commits, which ask
COMMITS = 2_500  # commits before them, which the notes are from
BATCH = 100
MOST_FILES = 10  # of a commit that gives a note
MOST_ABOUT = 3  # definitions of a note
MOST = 60  # notes of a repository
AT = 5


class Score(NamedTuple):
    """How well one ranking answers a question: recall among the first five, and whether the first note answers."""

    recall: float
    first: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--half", choices=HALVES, default="fresh")
    parser.add_argument("--skip", type=int, default=0, help="leave out that many repositories")
    parser.add_argument("--notes-of", choices=("reasons", "proposals"), default="reasons")
    parser.add_argument("--notes", type=int, default=300)
    arguments = parser.parse_args()
    found: list[tuple[str, Mapping[str, Score]]] = []
    notes = 0
    for one in _repositories(arguments.half, arguments.mirrors)[arguments.skip :]:
        count, scores = measure(git_folder(arguments.mirrors, one), one.head, arguments.notes_of)
        notes += count if scores else 0
        found += [(one.repository, score) for score in scores]
        print_line(f"{one.repository}: {count} notes, {len(scores)} questions; so far {notes}, {len(found)}")
        for line in report(found):
            print_line(f"  {line}")
        if notes >= arguments.notes:
            break


def _repositories(half: str, mirrors: Path) -> list[Repository]:
    """Return the repositories of a half: the fresh ones as drawn, of the others the smallest first."""
    if half == "fresh":
        return read_manifest(FRESH)
    manifest = read_manifest(MANIFEST)[half == "held" :: 2]
    return sorted(manifest, key=lambda one: len(tree_below(git_folder(mirrors, one), one.head).texts))


def report(found: Sequence[tuple[str, Mapping[str, Score]]]) -> Iterator[str]:
    """Yield the figures of the questions asked so far."""
    clusters = [repository for repository, _ in found]
    for name in found[0][1] if found else ():
        yield f"{name}: R@{AT} {_shown([one[name].recall for _, one in found], clusters)}"
        yield f"{name}: first {_shown([one[name].first for _, one in found], clusters)}"
    gains = [one["recall"].recall - one["BM25"].recall for _, one in found]
    yield f"R@{AT}, difference: {_shown(gains, clusters)}"


def measure(folder: Path, head: str, kind: str) -> tuple[int, list[Mapping[str, Score]]]:
    """Return the number of notes of a repository, and the scores of each question by ranking."""
    later = commit_names(folder, head, LATER)
    with past_workspace(folder, SETTINGS) as (tree, workspace):
        before = _parent(folder, later[-1])
        notes = Notes(analysis_of(workspace, tree.move(before)))
        proposed = _proposals(notes) if kind == "proposals" else _reasons(notes, folder, before)
        about = _write_notes(workspace, notes, proposed)
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


def _proposals(notes: Notes) -> Iterator[NewNote]:
    """Yield the notes that the product proposes."""
    for one in notes.proposals(ProposalQuery(MOST, COMMITS), CancelToken()).notes:
        yield NewNote(one.type, one.text, one.about, source=one.source)


def _reasons(notes: Notes, folder: Path, tip: str) -> Iterator[NewNote]:
    """Yield a note for each commit whose message gives a reason, newest commits first."""
    names = commit_names(folder, tip, COMMITS)
    for start in range(0, len(names), BATCH):
        part = names[start : start + BATCH]
        touched = touched_contents(folder, part)
        for commit in logged_commits(folder, part):
            said = [one for one in paragraphs(commit.body) if any(map(gives_reason, sentences_of(one)))]
            files = touched.get(commit.name, ()) if said else ()
            if len(files) <= MOST_FILES:
                known = notes.analysis.snapshot.definition
                about = tuple(sorted(one for one in _changed(folder, files) if known(one)))
                if 1 <= len(about) <= MOST_ABOUT:
                    text = "\n\n".join([commit.subject, *said])
                    yield NewNote("decision", text, about, source=f"commit {commit.name}")


def _write_notes(workspace: Workspace, notes: Notes, new: Iterable[NewNote]) -> dict[str, frozenset[str]]:
    """Write at most `MOST` notes as unsaved documents; return what each is about."""
    about: dict[str, frozenset[str]] = {}
    for one in new:
        try:
            draft = notes.draft(one, tuple(about))
        except BadRequest:
            continue
        about[draft.path] = frozenset(one.about)
        workspace.set_document(draft.path, SourceText(draft.text.encode(), "markdown"))
        if len(about) == MOST:
            break
    return about


def _questions(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the question that each commit asks, with the definitions that it changed."""
    touched = touched_contents(folder, names)
    for commit in logged_commits(folder, names):
        if asked := question(commit.subject):
            changed = _changed(folder, touched.get(commit.name, ()))
            if changed:
                yield asked, changed


def _changed(folder: Path, files: Iterable[TouchedContents]) -> frozenset[str]:
    """Return the definitions in source files that a commit changed."""
    edited = [one for one in files if one.file.kind in "MR" and is_source(one.file.path)]
    texts = dict(read_texts(folder, (name for one in edited for name in one[1:])))
    return frozenset(
        node.symbol
        for one in edited
        if one.before in texts and one.after in texts
        for node in edited_definitions(one.file.former or one.file.path, texts[one.before], texts[one.after])
    )


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
