"""Messages of `remember`, `update`, `recall` and `propose`: notes about the code that live in the repository."""

from typing import Annotated, Literal

from msgspec import Meta

from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.common import Name, Names, Params, Question, Uri, WireObject, WireRange, Words, doc

NoteKind = Literal["convention", "decision", "gotcha", "failure"]
NoteText = Annotated[str, Meta(min_length=1, max_length=20_000)]
Line = Annotated[str, Meta(max_length=1_000)]


class RememberParams(Params, frozen=True):
    """The parameters of `ctx-lsp.remember`."""

    type: Annotated[NoteKind, doc("convention and decision: how it is done. gotcha and failure: what went wrong.")]
    text: Annotated[NoteText, doc("The note in Markdown. Its first line is the title.")]
    about: Annotated[Names, doc("The symbols and the paths of files that the note is about.")] = ()
    text_document: Annotated[types.TextDocumentIdentifier | None, doc("The document of `position`.")] = None
    position: Annotated[types.Position | None, doc("A position in a symbol that the note is about.")] = None
    reason: Annotated[Line, doc("Why the note was written.")] = ""
    category: Annotated[Line, doc("Topic of the note in one word, such as `errors`.")] = ""
    scope: Annotated[Words, doc("Git-ignore patterns of the paths that it applies to.")] = ()
    supersedes: Annotated[Names, doc("The ids of notes that it replaces.")] = ()
    source: Annotated[Line, doc("Who says so: `person`, `agent`, or the source of a proposal.")] = "person"
    proposed: Annotated[bool, doc("Whether a person has to accept it first.")] = False
    apply: Annotated[bool, doc("Whether the editor is asked to create the file; default: if it can.")] = True


class ProposeParams(Params, frozen=True):
    """The parameters of `ctx-lsp.propose`."""

    limit: Annotated[Annotated[int, Meta(ge=1, le=200)], doc("The maximum number of proposals.")] = 20
    commits: Annotated[Annotated[int, Meta(ge=0, le=20_000)], doc("How many of the newest commits are read.")] = 1_000


class WireProposal(WireObject, frozen=True):
    """A note that an agent or the repository proposes. `ctx-lsp.remember` writes it, if a person accepts it."""

    type: Annotated[NoteKind, doc("Its type.")]
    text: Annotated[str, doc("The note in Markdown. Its first line is the title.")]
    about: Annotated[tuple[str, ...], doc("The symbols and the paths of files that it is about.")]
    source: Annotated[str, doc("`agent NAME`, `commit HASH`, or the part of a document that says it.")]
    date: Annotated[str | None, doc("The day of the commit, or of the agent's proposal.")]


class WireProposals(WireObject, frozen=True):
    """The answer to `ctx-lsp.propose`."""

    revision: Annotated[int, doc("The revision of the index.")]
    proposals: Annotated[
        tuple[WireProposal, ...], doc("Those of agents first, then those of documents and of the newest commits.")
    ]
    warnings: Annotated[tuple[str, ...], doc("Why commits could not be read, as sentences.")]


PROPOSED = "$/ctx-lsp/proposed"
"""Notification about a note that an agent proposes, with `WireProposed`. Clients may ignore names with `$/`."""


class WireProposed(WireObject, frozen=True):
    """The announcement that an agent proposes a note. `ctx-lsp.propose` returns the note itself."""

    agent: Annotated[str, doc("The name of the agent.")]
    title: Annotated[str, doc("The title of the note.")]


class WireNewNote(WireObject, frozen=True):
    """A new note."""

    uri: Uri
    text: Annotated[str, doc("The text of its file.")]
    sent: Annotated[bool, doc("Whether the editor was asked to create the file. Else the client has to do it.")]
    contradictions: Annotated[tuple[str, ...], doc("False statements of the note about the code, as sentences.")]
    offered: Annotated[bool, doc("Whether it is an agent's proposal, which the user of the editor can accept now.")]
    warnings: Annotated[tuple[str, ...], doc("Why the note would not be read, as sentences.")]


class UpdateParams(Params, frozen=True):
    """The parameters of `ctx-lsp.update`."""

    note: Annotated[Name, doc("The id of the note, or its path in the workspace.")]
    apply: Annotated[bool, doc("Whether the editor is asked to make the edits; default: if it can.")] = True


class WireNoteEdit(WireObject, frozen=True):
    """A text that replaces a range of a note."""

    range: Annotated[WireRange, doc("The range in the note as it is.")]
    new_text: Annotated[str, doc("The new text.")]


class WireNoteUpdate(WireObject, frozen=True):
    """The update of a note whose code was changed, moved or removed. Revising the text is left to the user."""

    uri: Uri
    edits: Annotated[tuple[WireNoteEdit, ...], doc("They set its anchors to the current code, and update its date.")]
    range: Annotated[
        WireRange,
        doc("What to look at after the edits: an anchor whose code is gone, a false statement, or the note's text."),
    ]
    nearest: Annotated[tuple[str, ...], doc("The code that looks most like code that is gone; anchors name it now.")]
    gone: Annotated[tuple[str, ...], doc("Anchors whose code is gone, and nothing looks like it; they stay.")]
    sent: Annotated[bool, doc("Whether the editor was asked to make the edits. Else the client has to do it.")]


class RecallParams(Params, frozen=True):
    """The parameters of `ctx-lsp.recall`. Without any, the first `limit` notes of the workspace are returned."""

    query: Annotated[Question, doc("A question; the notes that answer it come first.")] = ""
    symbol: Annotated[Name | None, doc("A symbol, or the path of a file, that the notes are about.")] = None
    text_document: Annotated[types.TextDocumentIdentifier | None, doc("The document that the notes are about.")] = None
    position: Annotated[types.Position | None, doc("A position in the symbol that the notes are about.")] = None
    types: Annotated[Annotated[tuple[NoteKind, ...], Meta(max_length=10)], doc("Only notes of these types.")] = ()
    limit: Annotated[Annotated[int, Meta(ge=1, le=200)], doc("The maximum number of notes.")] = 10
    replaced: Annotated[bool, doc("Whether notes that others replace are returned as well.")] = False


class WireAnchor(WireObject, frozen=True):
    """A symbol or file that a note is about."""

    target: Annotated[str, doc("The symbol or path, as the note names it.")]
    verdict: Annotated[
        Literal["fresh", "moved", "drifted", "orphaned"],
        doc("fresh: as it was. moved: it stands elsewhere. drifted: it has changed. orphaned: it is gone."),
    ]
    now: Annotated[str, doc("The symbol or path that it means now; empty if it is gone.")]


class WireNote(WireObject, frozen=True):
    """A note with verdicts."""

    id: Annotated[str, doc("The name of its file, without the ending.")]
    uri: Uri
    range: Annotated[WireRange, doc("The first line of the file.")]
    type: Annotated[NoteKind, doc("Its type.")]
    title: Annotated[str, doc("Its title.")]
    text: Annotated[str, doc("Its text in Markdown, without the title.")]
    reason: Annotated[str, doc("Why it was written; empty if it does not say.")]
    category: Annotated[str, doc("Its topic; empty if it does not say.")]
    date: Annotated[str, doc("The day when it was written.")]
    source: Annotated[str, doc("Its author: `person`, `agent`, or a commit.")]
    state: Annotated[Literal["accepted", "proposed"], doc("proposed: it waits for a person to accept it.")]
    anchors: Annotated[tuple[WireAnchor, ...], doc("The code that it is about.")]
    verdict: Annotated[
        Literal["fresh", "moved", "drifted", "orphaned", "refuted"],
        doc("The worst verdict on an anchor; refuted: a statement in its text is false."),
    ]
    contradictions: Annotated[tuple[str, ...], doc("Its false statements, as sentences.")]
    strength: Annotated[float, doc("How much of its strength its age has left (0–1).")]
    stale: Annotated[bool, doc("Whether it is so old that it should be confirmed or retired.")]
    in_force: Annotated[
        bool, doc("Whether it is accepted, not replaced, not refuted, more than a template, and its code exists.")
    ]
    doubts: Annotated[tuple[str, ...], doc("Why it is not in force, as phrases such as `proposed`.")]
    superseded_by: Annotated[str | None, doc("The id of the note that replaces it.")]


class WireNoteProblem(WireObject, frozen=True):
    """A file in the notes folder that is not a valid note, or a valid note with a fault."""

    uri: Uri
    message: Annotated[str, doc("What is wrong with it.")]
    valid: Annotated[bool, doc("false: the file is not a valid note. true: the note has another fault.")]


class WireRecall(WireObject, frozen=True):
    """The answer to `ctx-lsp.recall`."""

    revision: Annotated[int, doc("The revision of the index.")]
    notes: Annotated[tuple[WireNote, ...], doc("The notes, best first; those that nobody can rely on come last.")]
    total: Annotated[int, doc("How many notes there are without the limit.")]
    problems: Annotated[
        tuple[WireNoteProblem, ...], doc("Files among the notes that are not valid notes, and faults of valid notes.")
    ]
    warnings: Annotated[tuple[str, ...], doc("What the index lacks, as sentences.")]
