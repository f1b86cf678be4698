"""Checks documents as they were at a commit against the code of a later one, beside what really became of the code."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.run import analysis_of, past_workspace
from ctx_lsp.settings import HistorySettings
from ctx_lsp.text.git import read_texts, tree_below
from ctx_lsp.workspace import Analysis, Checks
from tests.claims_truth.rot.mentions import Mention, TreeWords, is_about_now, mentions
from tests.co_change.measure import SETTINGS
from tests.memory.rot.code_truth import renames
from tests.memory.rot.judging import commit_days_before

Statement = tuple[str, int, int, str, str, str]
"""A statement of a document: path, range, kind, subject and object."""


class Alert(NamedTuple):
    """A statement of a document that was not refuted by the older code and is refuted by the newer one."""

    path: str
    start: int
    end: int
    kind: str
    text: str
    reason: str


class Rotten(NamedTuple):
    """A rotten mention, whether its line is no longer in today's document, and the line."""

    mention: Mention
    is_corrected: bool
    line: str


class Judged(NamedTuple):
    """The rotten mentions of a repository, the alerts, and the numbers of all mentions and statements."""

    rotten: tuple[Rotten, ...]
    alerts: tuple[Alert, ...]
    mentions: int
    statements: int


class Trees(NamedTuple):
    """The texts of two commits of a repository, and the new path of each renamed file."""

    before: Mapping[str, bytes]
    after: Mapping[str, bytes]
    renamed: Mapping[str, str]

    @property
    def documents(self) -> dict[str, bytes]:
        """The older documents about the present code."""
        return {path: data for path, data in self.before.items() if is_about_now(path)}


def texts_of(folder: Path, commit: str) -> dict[str, bytes]:
    """Return the files of a commit by path."""
    names = tree_below(folder, commit).texts
    contents = dict(read_texts(folder, names.values()))
    return {path: contents[name] for path, name in names.items() if name in contents}


def trees(folder: Path, head: str) -> tuple[str, Trees] | None:
    """Return the older commit and both trees; None if there was no commit then."""
    before = commit_days_before(folder, head)
    if not before:
        return None
    return before, Trees(texts_of(folder, before), texts_of(folder, head), renames(folder, before, head))


def judged(folder: Path, head: str, *, with_history: bool) -> Judged:
    """Judge the documents of a repository."""
    found = trees(folder, head)
    if found is None:
        return Judged((), (), 0, 0)
    before, both = found
    settings = msgspec.structs.replace(SETTINGS, history=HistorySettings(enabled=with_history))
    with past_workspace(folder, settings) as (tree, workspace):
        first = analysis_of(workspace, tree.move(before))
        known = refuted_statements(first, both)
        changed = tree.move(head)
        last = analysis_of(workspace, [*changed, *tree.rewrite(both.documents)])
        return judged_between(both, last, known)


def refuted_statements(analysis: Analysis, both: Trees) -> set[Statement]:
    """Return the statements of the older documents that some code refutes."""
    return {one for one, alert in _statements(analysis, both) if alert is not None}


def judged_between(both: Trees, last: Analysis, known: set[Statement]) -> Judged:
    """Judge the older documents by the newer code, except for statements that are `known` to be false."""
    statements = _statements(last, both)
    alerts = {one[:3]: alert for one, alert in statements if alert is not None and one not in known}
    count, rotten = rotten_mentions(both)
    return Judged(rotten, tuple(alerts.values()), count, len(statements))


def rotten_mentions(both: Trees) -> tuple[int, tuple[Rotten, ...]]:
    """Return the number of mentions whose thing is in the older tree, and those that are rotten."""
    old, new = TreeWords(both.before), TreeWords(both.after)
    count, rotten = 0, []
    for path, data in sorted(both.documents.items()):
        now = path if path in both.after else both.renamed.get(path, path)
        lines = {line.strip() for line in both.after.get(now, b"").split(b"\n")}
        own = data.split(b"\n")
        for one in mentions(path, data):
            count += old.has(one)
            if old.has(one) and not new.has(one):
                line = own[one.line].strip()
                corrected = now in both.after and line not in lines
                rotten.append(Rotten(one, corrected, line.decode("utf-8", "replace")))
    return count, tuple(rotten)


def _statements(analysis: Analysis, both: Trees) -> list[tuple[Statement, Alert | None]]:
    """Return the statements of the older documents, each with an alert if it is refuted."""
    checks = Checks.of(analysis)
    found: list[tuple[Statement, Alert | None]] = []
    for path, data in both.documents.items():
        entry = analysis.snapshot.files.get(path)
        if entry is None or entry.source.data != data:
            continue
        for one in checks.document(path, (), CancelToken()).claims:
            claim = one.claim
            start, end = claim.target if any(claim.target) else (claim.start, claim.end)
            alert = Alert(path, start, end, claim.kind, claim.text, one.judgement.reason) if one.is_false else None
            found.append(((path, start, end, claim.kind, claim.subject, claim.object), alert))
    return found
