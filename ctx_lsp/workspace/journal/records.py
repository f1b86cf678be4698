"""Conversion of journal entries to rows and back. Likely secrets are replaced here, before anything is stored."""

import msgspec

from ctx_lsp.cache.journal_rows import EntryRow
from ctx_lsp.journal import Checkpoint, EntryKind, JournalEntry, Reflection
from ctx_lsp.text.decode import encodable
from ctx_lsp.text.redaction import redacted, redacted_answer


class EntryDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """The stored form of the fields that only some kinds of entries have."""

    pack: str = ""
    about: tuple[str, ...] = ()
    checkpoint: Checkpoint | None = None
    reflection: Reflection | None = None


class _Content(msgspec.Struct, frozen=True):
    """The parts of an entry that are searched for secrets.

    The id of a pack is left out, because it is a digest, which could be mistaken for a secret.
    """

    text: str
    details: EntryDetails


def row_of(entry: JournalEntry) -> EntryRow:
    """Convert an entry to a row, replacing likely secrets."""
    details = EntryDetails("", entry.about, entry.checkpoint, entry.reflection)
    written = msgspec.to_builtins(_Content(entry.text, details))
    content = msgspec.convert(redacted_answer(_encodable(written)), _Content)
    return EntryRow(
        number=0,
        task=entry.task,
        at=entry.at,
        asked_by=redacted(entry.asked_by),
        kind=entry.kind,
        is_automatic=entry.checkpoint is not None and entry.checkpoint.cause != "hand",
        text=content.text,
        details=msgspec.json.encode(msgspec.structs.replace(content.details, pack=entry.pack)),
        source=entry.source,
    )


def entry_of(row: EntryRow) -> JournalEntry | None:
    """Convert a row to an entry. Return None if another version of the program wrote the row in another format."""
    try:
        details = msgspec.json.decode(row.details, type=EntryDetails)
        kind: EntryKind = msgspec.convert(row.kind, EntryKind)
    except msgspec.MsgspecError:
        return None
    return JournalEntry(
        number=row.number,
        task=row.task,
        at=row.at,
        kind=kind,
        text=row.text,
        asked_by=row.asked_by,
        pack=details.pack,
        about=details.about,
        checkpoint=details.checkpoint,
        reflection=details.reflection,
        source=row.source,
        is_closed=row.closed,
        uses=row.uses,
        used=row.used,
    )


def _encodable(value: object) -> object:
    """Replace the characters that UTF-8 cannot encode in all strings of a JSON value."""
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {key: _encodable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_encodable(inner) for inner in value]
    return value
