"""New journal entries that are not written yet, and functions that convert them to rows.

A checkpoint copies fields from the previous checkpoint, so its row is made inside the transaction that writes the row.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from ctx_lsp.cache.journal_book import MakeRows
from ctx_lsp.cache.journal_rows import EntryRow
from ctx_lsp.journal import Checkpoint, CheckpointCause, EntryKind, JournalEntry, Reflection, findings_in
from ctx_lsp.packing.model import Pack
from ctx_lsp.workspace.journal.records import entry_of, row_of

MAX_ABOUT = 3  # files that a question is about: those of its best results
MAX_CONTEXT = 10  # symbols and files that an automatic checkpoint names


@dataclass(frozen=True, slots=True)
class NewCheckpoint:
    """The fields of a new checkpoint.

    A field that is None is copied from the previous checkpoint, except `error`, which becomes "".
    """

    query: str | None = None
    plan: str | None = None
    step: str | None = None
    results: str | None = None
    context: str | None = None
    error: str | None = None

    @property
    def said(self) -> str:
        """The texts of all fields that are neither None nor empty, as paragraphs."""
        return "\n\n".join(text for one in fields(self) if (text := getattr(self, one.name)))

    def after(self, latest: JournalEntry | None, cause: CheckpointCause) -> Checkpoint:
        """Return the full checkpoint. `latest` is the entry with the previous checkpoint, or None if there is none."""
        before = (latest.checkpoint if latest else None) or Checkpoint(cause)
        own = {one.name: text for one in fields(self) if (text := getattr(self, one.name)) is not None}
        return replace(before, **{"error": "", **own}, cause=cause)


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be recorded. `closes` holds the numbers of open questions that it settles."""

    kind: EntryKind
    text: str = ""
    about: tuple[str, ...] = ()
    checkpoint: NewCheckpoint | None = None
    reflection: Reflection | None = None
    closes: tuple[int, ...] = ()

    def rows(self, at: float, asked_by: str) -> MakeRows:
        """Return a function that makes the rows of the entry, and of the decisions and questions found in it."""

        def make(latest: EntryRow | None) -> Sequence[EntryRow]:
            checkpoint = self.checkpoint.after(_entry(latest), "hand") if self.checkpoint else None
            entry = JournalEntry(
                number=0,
                task=0,
                at=at,
                kind=self.kind,
                text=self.text,
                asked_by=asked_by,
                about=self.about,
                checkpoint=checkpoint,
                reflection=self.reflection,
            )
            said = "\n\n".join((self.text, self.checkpoint.said if self.checkpoint else ""))
            findings = () if self.kind in ("decision", "openQuestion") else findings_in(said)
            found = (JournalEntry(0, 0, at, one.kind, one.text, asked_by, source=1) for one in findings)
            return tuple(map(row_of, (entry, *found)))

        return make


def rows_of_pack(pack: Pack, at: float, asked_by: str) -> MakeRows:
    """Return a function that makes two rows: the question that a pack answers, and the checkpoint after it."""
    primary = [packed.item for packed in pack.items if not packed.relation]
    about = tuple(dict.fromkeys(item.path for item in primary))[:MAX_ABOUT]
    names = tuple(dict.fromkeys(item.symbol or item.path for item in primary))[:MAX_CONTEXT]
    text = pack.query.text
    results = f"a pack of {len(pack.items)} pieces, {pack.tokens.used:,} tokens"
    question = JournalEntry(0, 0, at, "question", text, asked_by, pack.pack_id, about)
    state = NewCheckpoint(query=text, results=results, context="\n".join(names))
    return lambda latest: (row_of(question), _automatic(latest, state, "automatic", question))


def rows_of_error(command: str, question: str, message: str, at: float, asked_by: str) -> MakeRows:
    """Return a function that makes the row of the checkpoint after a failed command."""
    place = JournalEntry(0, 0, at, "checkpoint", "", asked_by)
    state = NewCheckpoint(query=question or None, error=f"{command}: {message}")
    return lambda latest: (_automatic(latest, state, "error", place),)


def _automatic(latest: EntryRow | None, state: NewCheckpoint, cause: CheckpointCause, place: JournalEntry) -> EntryRow:
    checkpoint = state.after(_entry(latest), cause)
    return row_of(JournalEntry(0, 0, place.at, "checkpoint", "", place.asked_by, checkpoint=checkpoint))


def _entry(row: EntryRow | None) -> JournalEntry | None:
    return entry_of(row) if row is not None else None
