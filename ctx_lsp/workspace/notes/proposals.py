"""Proposes notes based on the reasons in a repository's commit messages, decision records and changelogs.

Nothing is written: if a person accepts a proposal, `book` drafts its file. A proposal is left out if an existing note
names its source.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import islice
from typing import Protocol

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.claims.code_texts import joined_comments
from ctx_lsp.features.definition_diff import KINDS, DefinitionChange, definition_changes, is_source
from ctx_lsp.graph.entry import Definition, FileEntry, path_of, qualname_of, without_numbers
from ctx_lsp.memory import JudgedNote, NoteType
from ctx_lsp.memory.commit_reasons import CommitReason, gives_reason, reason_in
from ctx_lsp.memory.decision_records import recorded_decision
from ctx_lsp.memory.note_text import MAX_TITLE, one_line
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.git import GitError, read_texts, resolve_revision
from ctx_lsp.text.git_log import LoggedCommit, TouchedContents, commit_names, logged_commits, touched_contents
from ctx_lsp.text.roots import Root, Roots
from ctx_lsp.text.secrets import secret_in
from ctx_lsp.text.sentences import sentences_of
from ctx_lsp.workspace.analysis import Analysis
from ctx_lsp.workspace.notes.proposal_anchors import MAX_ABOUT, KeptChange, definitions_meant, is_kept, is_said

MAX_NAMESAKES = 50  # definitions of one name among which the code of a commit is sought after it moved
MAX_FILES = 30  # of a commit that proposes a note: larger ones have more than one topic
BATCH = 100
MIN_WORDS, MAX_WORDS = 9, 80  # of an entry in a changelog
SHORT_HASH = 12
_SEVERAL = re.compile(r"[.):] [-*] ")  # an entry that holds a list
_REFERENCE = re.compile(r"\[?#\d{1,7}\]?:? +")
_HELD = frozenset(["accepted", "approved", "implemented"])  # states of a decision record that is in force


class CodeNow(Protocol):
    """The current files and definitions of a workspace. `Snapshot` implements this protocol."""

    @property
    def files(self) -> Mapping[str, FileEntry]:
        """The files by their workspace paths."""

    def definition(self, node: str) -> Definition | None:
        """Return the definition with the id `node`, or None."""

    def named(self, name: str) -> tuple[Definition, ...]:
        """Return the definitions named `name`."""


@dataclass(frozen=True, slots=True)
class ProposalQuery:
    """The maximum number of proposals to return, and the number of newest commits to read in each folder."""

    limit: int = 20
    commits: int = 1_000


@dataclass(frozen=True, slots=True)
class ProposedNote:
    """The content of a proposed note.

    `about` holds the symbols and files that become the note's anchors. `source` is `commit HASH` or the id of a
    decision record. For a changelog entry, it is the path of the changelog and the first sentence of the entry, without
    the heading, which changes with a release. `day` is the day of the commit, or None.
    """

    type: NoteType
    title: str
    body: str
    about: tuple[str, ...]
    source: str
    day: date | None = None

    @property
    def text(self) -> str:
        """The note in Markdown; its first line is the title."""
        return f"{self.title}\n\n{self.body}".strip()


@dataclass(frozen=True, slots=True)
class Proposals:
    """Proposals for notes: from decision records, then from changelogs, and then from commits, newest commits first.

    `warnings` holds a sentence for each folder whose commits could not be read.
    """

    notes: tuple[ProposedNote, ...]
    warnings: tuple[str, ...]


def proposals(analysis: Analysis, notes: Iterable[JudgedNote], query: ProposalQuery, token: CancelToken) -> Proposals:
    """Return proposals for notes. Without a Git history, they come only from documents. Raises `Cancelled`."""
    known = {one.note.source for one in notes}
    warnings: list[str] = []
    found = _without_repetitions(_all(analysis, query, token, warnings))
    wanted = (one for one in found if one.source not in known and not secret_in(one.text))
    return Proposals(tuple(islice(wanted, query.limit)), tuple(warnings))


def _without_repetitions(found: Iterable[ProposedNote]) -> Iterator[ProposedNote]:
    """Yield only the first of several proposals with the same text, such as those from cherry-picked commits."""
    texts: set[str] = set()
    for one in found:
        if one.text not in texts:
            texts.add(one.text)
            yield one


def _all(analysis: Analysis, query: ProposalQuery, token: CancelToken, warnings: list[str]) -> Iterator[ProposedNote]:
    yield from _of_documents(analysis.snapshot, analysis.roots, token)
    for root in analysis.roots.all:
        try:
            yield from commit_proposals(analysis.snapshot, root, query.commits, token)
        except GitError as error:
            warnings.append(f"The commits of {root.directory} were not read: {error}")


def _of_documents(snapshot: Snapshot, roots: Roots, token: CancelToken) -> Iterator[ProposedNote]:
    """Yield proposals from decision records that are in force, and then from changelog entries that give a reason."""
    changes: list[ProposedNote] = []
    for path, entry in sorted(snapshot.files.items()):
        if not entry.kinds & {"Decision", "Change"}:
            continue
        token.check()
        for one in entry.definitions:
            if one.kind == "Decision" and one.item is not None and one.item.state in _HELD:
                decision = recorded_decision(entry, one)
                about = _code_around(snapshot, roots, [part.id for part in decision.parts]) if decision else ()
                if decision and about:
                    body = f"{decision.text}\n\nRecorded in `{path}`."
                    yield ProposedNote("decision", decision.title[:MAX_TITLE], body, (*about, path), one.id)
            elif one.kind == "Change":
                span = entry.facts.spans[one.index]
                text = _REFERENCE.sub("", one_line(entry.source.slice(span.start, span.end).lstrip("-*+ ")))
                about = _code_around(snapshot, roots, [one.id])
                is_entry = MIN_WORDS <= len(text.split()) <= MAX_WORDS and not _SEVERAL.search(text)
                if about and is_entry and gives_reason(text):
                    title, *rest = sentences_of(text)
                    body = " ".join(rest) if len(title) <= MAX_TITLE else text
                    changes.append(ProposedNote("decision", title[:MAX_TITLE], body, about, f"{path}: {title}"))
    yield from changes


def _code_around(snapshot: Snapshot, roots: Roots, nodes: Sequence[str]) -> tuple[str, ...]:
    """Return the definitions in source files that refer to the document parts `nodes`, or to which these refer.

    At most `MAX_ABOUT` definitions in the same root as the first document part are returned.
    """
    graph = snapshot.graph
    named = (one.target for node in nodes for one in graph.outgoing(node))
    naming = (one.source for node in nodes for one in graph.incoming(node))
    here = _root_of(roots, nodes[0])
    code = (one for one in dict.fromkeys([*named, *naming]) if snapshot.definition(one) and is_source(path_of(one)))
    return tuple(islice((one for one in code if _root_of(roots, one) == here), MAX_ABOUT))


def _root_of(roots: Roots, node: str) -> str | None:
    located = roots.locate(path_of(node))
    return located[0].prefix if located else None


def commit_proposals(code: CodeNow, root: Root, count: int, token: CancelToken) -> Iterator[ProposedNote]:
    """Yield proposals from the newest `count` commits.

    A commit counts only if it gives a reason and its changes are still in the code.
    """
    folder = root.directory
    names = commit_names(folder, resolve_revision(folder, "HEAD"), count)
    for start in range(0, len(names), BATCH):
        token.check()
        batch = names[start : start + BATCH]
        reasons = [(one, reason) for one in logged_commits(folder, batch) if (reason := reason_in(_message(one)))]
        touched = touched_contents(folder, [one.name for one, _ in reasons]) if reasons else {}
        for commit, reason in reasons:
            token.check()
            yield from _of_commit(code, root, commit, reason, touched.get(commit.name, ()))


def _of_commit(
    code: CodeNow, root: Root, commit: LoggedCommit, reason: CommitReason, touched: Sequence[TouchedContents]
) -> Iterator[ProposedNote]:
    sources = [one for one in touched if one.file.kind in "AMR" and is_source(one.file.path)]
    if not sources or len(touched) > MAX_FILES:
        return
    texts = dict(read_texts(root.directory, (name for one in sources for name in (one.before, one.after))))
    candidates: list[KeptChange] = []
    for one in sources:
        if one.after in texts:
            path = root.prefix + one.file.path
            changes = definition_changes(path, texts.get(one.before, b""), texts[one.after])
            candidates += filter(None, (_kept(code, root, change) for change in changes))
    about = definitions_meant(f"{reason.title}\n{reason.body}", candidates)
    if about and not any(is_said(_comments(code, one), reason.body) for one in about):
        day = datetime.fromtimestamp(commit.time, UTC).date()
        source = f"commit {commit.name[:SHORT_HASH]}"
        yield ProposedNote(reason.type, reason.title, reason.body, about, source, day)


def _kept(code: CodeNow, root: Root, change: DefinitionChange) -> KeptChange | None:
    """Return the definition that still has a commit's change, or None.

    If the changed symbol no longer exists, return the only definition with the same name that has the change. Tests
    are never returned.
    """
    own = code.definition(change.symbol)
    name = without_numbers(qualname_of(change.symbol)).rpartition(".")[2]
    named = (own,) if own else tuple(one for one in code.named(name) if one.path.startswith(root.prefix))
    found = [
        KeptChange(change, one.id)
        for one in (named if len(named) <= MAX_NAMESAKES else ())
        if one.kind in KINDS and is_source(one.path) and one.index not in code.files[one.path].tests
        if is_kept(change, _lines(code, one), is_elsewhere=own is None)
    ]
    return found[0] if len(found) == 1 else None


def _comments(code: CodeNow, symbol: str) -> Iterator[str]:
    """Yield the comments in a definition, and the one right before it."""
    definition = code.definition(symbol)
    if definition is None:
        return
    entry = code.files[definition.path]
    span, data = entry.facts.spans[definition.index], entry.source.data
    comments = joined_comments(entry.language, data)
    before = max((one for one in comments if one.end <= span.start), key=lambda one: one.end, default=None)
    if before is not None and not data[before.end : span.start].strip():
        yield entry.source.slice(before.start, before.end)
    for start, end, _ in comments:
        if span.start <= start < span.end:
            yield entry.source.slice(start, end)


def _lines(code: CodeNow, definition: Definition) -> Sequence[bytes]:
    entry = code.files[definition.path]
    span = entry.facts.spans[definition.index]
    return entry.source.data[span.start : span.end].splitlines()


def _message(commit: LoggedCommit) -> str:
    return f"{commit.subject}\n\n{commit.body}"
