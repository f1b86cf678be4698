"""Handlers of the commands that create a pack: `query`, `contextAt`, `contextForFiles`, `contextForDiff`."""

from dataclasses import replace

from msgspec import structs

from ctx_lsp.packing.model import (
    ChangeSubject,
    FilesSubject,
    PackRequest,
    PackSubject,
    QuestionSubject,
    SymbolSubject,
)  # fmt: skip
from ctx_lsp.protocol.answers.packs import wire_pack
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.handlers.locations import indexed, offset_at, paths_of, symbol_of
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.options import Options
from ctx_lsp.protocol.messages.packs import ContextForDiffParams, ContextForFilesParams, WirePack
from ctx_lsp.protocol.messages.pointing import ContextAtParams, QueryParams
from ctx_lsp.protocol.requests import pack_options, scope_or_default
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis, BadRequest

MAX_FILES = 200  # of folders; a pack has no room for the code of more
MAX_NAMED = 3  # files that are left out

_ASKED_OUTSIDE = "The current document is not in the index, so its symbols are not preferred."


def query(call: Call[Analysis], params: QueryParams) -> WirePack:
    """Handle `ctx-lsp.query`: return a pack for a question, optionally with a position or selection."""
    at = types.Range(params.position, params.position) if params.position else None
    where = params.selection or at
    scope = scope_or_default(params.scope, call.settings)
    subject = QuestionSubject(params.query, hypothetical=params.hypothetical, scope=scope)
    if params.text_document is None:
        if where is not None:
            raise invalid_params("textDocument is required with position or selection")
        return _packed(call, subject, params.options)
    place = indexed(call, params.text_document.uri)
    if place is None:  # a log, a settings file, a file from another project: ignore the position
        return _packed(call, subject, params.options, (_ASKED_OUTSIDE,))
    start, end = (offset_at(call, place, one) for one in (where.start, where.end)) if where else (0, 0)
    here = call.captured.selected(place.path, start, end)
    options = params.options
    if start != end and options.cursor == "auto":  # a selection is deliberate
        options = structs.replace(options, cursor="on")
    return _packed(call, replace(subject, here=here), options)


def context_at(call: Call[Analysis], params: ContextAtParams) -> WirePack:
    """Handle `ctx-lsp.contextAt`: return a pack for a symbol, given by name or position."""
    symbol = call.captured.symbol_named(symbol_of(call, params))
    return _packed(call, SymbolSubject(symbol), params.options)


def context_for_files(call: Call[Analysis], params: ContextForFilesParams) -> WirePack:
    """Handle `ctx-lsp.contextForFiles`: return a pack for the symbols in the given files and folders.

    Files that are not indexed are left out, with a warning. If no file is indexed, the answer is an error. Notes that
    are not in force are left out unless they are given themselves.
    """
    is_left_out = call.captured.packs.notes.left_out(call.captured, call.token)
    given = call.captured.files.at(paths_of(call.names, params.files))
    unknown = [path for path, files in given.items() if not files]
    all_files = ((path, one) for path, files in given.items() for one in files)
    found = dict.fromkeys(one for path, one in all_files if one == path or not is_left_out(one))
    if not found and len(unknown) < len(given):
        raise BadRequest("there is nothing but notes that are not in force: name one of them")
    warnings = []
    if unknown:
        more = f" and {len(unknown) - MAX_NAMED} more" if len(unknown) > MAX_NAMED else ""
        warnings.append(f"Left out, because they are not in the index: {', '.join(unknown[:MAX_NAMED])}{more}.")
    if len(found) > MAX_FILES:
        warnings.append(f"Only the first {MAX_FILES} of {len(found):,} files were used.")
    paths = tuple(found)[:MAX_FILES] or tuple(given)
    return _packed(call, FilesSubject(paths), params.options, tuple(warnings))


def context_for_diff(call: Call[Analysis], params: ContextForDiffParams) -> WirePack:
    """Handle `ctx-lsp.contextForDiff`: return a pack for a change."""
    if params.base is not None and params.diff is not None:
        raise invalid_params("base and diff cannot be used together")
    return _packed(call, ChangeSubject(params.base or "HEAD", params.diff), params.options)


def _packed(call: Call[Analysis], subject: PackSubject, given: Options, warnings: tuple[str, ...] = ()) -> WirePack:
    request = PackRequest(subject, pack_options(given, call.settings, call.names.path_of))
    pack = call.session.workspace.packs.ask(call.captured, request, call.token, call.asked_by)
    return wire_pack(call, replace(pack, warnings=warnings + pack.warnings))
