"""Handlers of the commands `ctx-lsp.journal`, `ctx-lsp.record` and `ctx-lsp.resume`."""

import time

from ctx_lsp.protocol.answers.journal import NOTHING_ERASED, new_entry, wire_journal, wire_recorded, wire_resumption
from ctx_lsp.protocol.messages.journal import (
    JournalParams,
    RecordParams,
    ResumeParams,
    WireJournal,
    WireRecorded,
    WireResumption,
)  # fmt: skip
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import BadRequest, ResumeQuery, exported, go_on


def journal(call: Call[None], params: JournalParams) -> WireJournal:
    """Handle `ctx-lsp.journal`: start, end, erase or export tasks, then return all tasks."""
    kept = call.session.workspace.journal
    erased, text = NOTHING_ERASED, ""
    match params.action:
        case "start":
            kept.start(params.title)
        case "end":
            kept.mark(params.task, is_ended=True)
        case "erase":
            if params.all == (params.task is not None):
                raise BadRequest("to erase, name a task, or set `all`")
            erased = kept.erase(params.task)
        case "export":
            text = exported(kept, params.task, params.format)
        case "list":
            pass
    return wire_journal(kept, erased=erased, text=text)


def record(call: Call[None], params: RecordParams) -> WireRecorded:
    """Handle `ctx-lsp.record`: write an entry to disk, and only then return it."""
    path = call.names.path_of(params.uri) if params.uri else None
    entry = new_entry(params, (path,) if path else ())
    return wire_recorded(call.session.workspace.journal.record(entry, params.task))


def resume_task(call: Call[None], params: ResumeParams) -> WireResumption:
    """Handle `ctx-lsp.resume`: return a task's summary, its last checkpoint and its most important entries."""
    query = ResumeQuery(params.task, params.query, params.max_tokens, params.activate)
    model = call.settings.model if params.model else None
    return wire_resumption(go_on(call.session.workspace.journal, query, time.time(), call.token, model))
