"""Judges notes that were made at a commit against the code of a later one, beside what really became of them."""

import random
from pathlib import Path
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.run import analysis_of, past_workspace
from ctx_lsp.graph.entry import path_of, qualname_of
from ctx_lsp.memory import Anchor, anchor_of
from ctx_lsp.memory.anchors import judge
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.git import commit_before, commit_time
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Analysis
from ctx_lsp.workspace.checks import Checks
from tests.co_change.measure import SETTINGS
from tests.memory.rot.code_truth import CodeTruth, Fate, renames
from tests.memory.rot.sentences import Said, is_subject, sentences_about
from tests.memory.rot.text_truth import TextFate, TextTruth

DAYS = 180
MAX_LEFT = 60  # definitions of a repository that are no longer where they were
SEED = 20_261_126


class JudgedNote(NamedTuple):
    """A note with one anchor: what the product says, and what became of its sentence and of its definition.

    `now` is the definition that the verdict names. Notes about definitions that are no longer where they were have no
    sentence. `same_lines` compares the lines of the definition, without blank ones, as a simple tool does.
    """

    symbol: str
    sentence: str
    verdict: str
    now: str
    refuted: bool
    text: TextFate
    kind: str
    target: tuple[str, str]
    same_lines: bool

    @property
    def is_alert(self) -> bool:
        """Whether the product says that the note needs attention."""
        return self.refuted or self.verdict in ("drifted", "orphaned")

    @property
    def is_followed(self) -> bool:
        """Whether the verdict names the definition's new place."""
        path, name = self.target
        return path_of(self.now) == path and qualname_of(self.now).rpartition(".")[2].partition("#")[0] == name


def judged_notes(folder: Path, head: str) -> list[JudgedNote]:
    """Return the notes of a repository; none if it had no commit 180 days before `head`."""
    before = commit_days_before(folder, head)
    if not before:
        return []
    with past_workspace(folder, SETTINGS) as (tree, workspace):
        first = analysis_of(workspace, tree.move(before))
        said = sentences_not_refuted(first, head)
        last = analysis_of(workspace, tree.move(head))
        return notes_between(folder, (before, head), first.snapshot, last, said)


def sentences_not_refuted(first: Analysis, head: str) -> list[Said]:
    """Return random sentences of the older commit that its code does not refute."""
    choice = random.Random(f"{SEED} {head}")  # noqa: S311  # repeatable samples
    return [one for one in sentences_about(first.snapshot, choice) if not _is_refuted(first, one)]


def notes_between(
    folder: Path, commits: tuple[str, str], first: Snapshot, last: Analysis, said: list[Said]
) -> list[JudgedNote]:
    """Judge sentences of the older one of two commits, and definitions that are no longer where they were."""
    before, head = commits
    renamed = renames(folder, before, head)
    code = CodeTruth(first.files, last.snapshot.files, renamed)
    text = TextTruth(folder, before, head, last.snapshot.files, renamed)
    notes = [_judged(first, last, one, text.fate(one), code.fate(one.symbol)) for one in said]
    left = sorted(
        Said("", "", one.id)
        for entry in first.files.values()
        for one in entry.definitions
        if is_subject(first, one) and last.snapshot.definition(one.id) is None
    )
    choice = random.Random(f"{SEED} {head} left")  # noqa: S311  # repeatable samples
    drawn = choice.sample(left, min(len(left), MAX_LEFT))
    return notes + [_judged(first, last, one, "unknown", code.fate(one.symbol)) for one in drawn]


def commit_days_before(folder: Path, head: str) -> str:
    """Return the first parent that was the newest commit 180 days before `head`; "" if there was none."""
    return commit_before(folder, head, commit_time(folder, head) - DAYS * 86_400)


def _judged(first: Snapshot, last: Analysis, said: Said, text: TextFate, fate: Fate) -> JudgedNote:
    found = judge(last.snapshot, _anchor(first, said.symbol), "", lambda _: False)
    refuted = bool(said.text) and _is_refuted(last, said)
    kind = "moved" if not said.text and fate.kind == "same" else fate.kind  # it has another container
    target = (fate.path, fate.name)
    same_lines = _lines(first, said.symbol) == _lines(last.snapshot, said.symbol)
    return JudgedNote(said.symbol, said.text, found.verdict, found.now, refuted, text, kind, target, same_lines)


def _lines(snapshot: Snapshot, symbol: str) -> list[bytes]:
    definition = snapshot.definition(symbol)
    if definition is None:
        return []
    entry = snapshot.files[definition.path]
    span = entry.facts.spans[definition.index]
    return [line.strip() for line in entry.source.data[span.start : span.end].splitlines() if line.strip()]


def _anchor(snapshot: Snapshot, symbol: str) -> Anchor:
    definition = snapshot.definition(symbol)
    assert definition is not None
    return anchor_of(snapshot, definition)


def _is_refuted(analysis: Analysis, said: Said) -> bool:
    report = Checks.of(analysis).draft(SourceText(f"{said.text}\n".encode()), (), CancelToken())
    return any(claim.is_false for claim in report.claims)
