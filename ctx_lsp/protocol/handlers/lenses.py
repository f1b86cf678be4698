"""Code lenses above each definition, for its callers (or other uses), its tests and the size of its context.

Editors request the list of lenses at every pause in typing, so the list contains no counts. A count is computed when
its lens becomes visible. Each lens contains the server command that lists the counted symbols, so that a click shows
them. Lenses are placed above a definition's decorators. A document with very many definitions gets a note instead of
lenses, and a prose document gets one lens that counts its statements about code. Other lenses show the
history of the file and of each definition, and how many notes are about a definition or the file.

`refresh` makes clients fetch lenses again.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from ctx_lsp.base.counted import counted
from ctx_lsp.packing.model import PackRequest, SymbolSubject
from ctx_lsp.protocol.documents.document_names import DocumentTarget
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.handlers.locations import begins_in, indexed, location
from ctx_lsp.protocol.live_checks import counts_of, shows_statements
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.requests import DEFAULT_OPTIONS, pack_options
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import CONTENT_KINDS, USING, Analysis, Checks, Node, Notes, often, path_of

Figure = Literal["callers", "tests", "context", "history", "notes"]
STATEMENTS = "statements"  # the figure in the lens of a prose document

LENSED_KINDS = frozenset({"Class", "Constructor", "Enum", "Function", "Interface", "Method", "Object", "Struct"})
MAX_LENSED = 400  # definitions of one document; a file with more is rarely written by hand
COMPLETE = 0.995  # a higher completeness would be shown as 100%, so it is left out
FIGURES: tuple[Figure, ...] = ("callers", "tests", "context")
PAST: Figure = "history"  # the figure in the lens of a definition, and of a whole file above its first line

NOTED: Figure = "notes"  # the figure in the lens of a symbol or file that notes are about

CHECK = "ctx-lsp.check"
_CALLS: Sequence[str] = ("calls",)
_TESTS: Sequence[str] = ("tests",)
_USES: Sequence[str] = tuple(sorted(USING))

_REMARKS: Mapping[str, str] = {"drifted": "has changed", "moved": "has moved", "orphaned": "is gone"}  # by verdict

_NO_LENS = types.Command("–", "")  # without a command, clients show the title as plain text


def code_lens(call: Call[Analysis], params: types.CodeLensParams) -> list[types.CodeLens]:
    """Handle `textDocument/codeLens`: return the enabled lenses of a document. `resolve` adds their counts later."""
    place = indexed(call, params.text_document.uri)
    if place is None:
        return []
    has_past = call.settings.history.lens and call.captured.past.activity(place.path) is not None
    past = [*(_past_lenses(place) if has_past else ()), *_note_lenses(call, place)]
    if _has_document_lens(call, place):
        return [*past, _document_lens(call, place)]
    figures = (*(FIGURES if call.settings.editor.code_lens else ()), *((PAST,) if has_past else ()))
    if not figures:
        return past
    lensed = (node for node, _ in call.captured.document_symbols(place.path) if node.kind in LENSED_KINDS)
    nodes = [node for node in lensed if begins_in(call, place, node)]
    if len(nodes) > MAX_LENSED and not call.settings.editor.code_lens:
        return past
    if len(nodes) > MAX_LENSED:
        note = f"No code lenses: {len(nodes):,} definitions, the limit is {MAX_LENSED}"
        return [*past, types.CodeLens(_beginning(call, nodes[0]), types.Command(note, ""))]
    counted = (
        types.CodeLens(_beginning(call, node), data={"symbol": node.symbol, "figure": figure})
        for node in nodes
        for figure in figures
    )
    return [*past, *counted]


def resolve(call: Call[Analysis], lens: types.CodeLens) -> types.CodeLens:
    """Handle `codeLens/resolve`: return a lens with its count and the command that shows the counted symbols."""
    symbol, figure = _data(lens)
    if figure == PAST:
        return types.CodeLens(lens.range, _past(call, symbol))
    if figure == STATEMENTS:
        return types.CodeLens(lens.range, _statements(call, symbol))
    if figure == NOTED:
        return types.CodeLens(lens.range, _notes(call, symbol))
    node = call.captured.relations.node(symbol)
    if node is None:  # the text has changed since, and the client will soon ask for new lenses
        return types.CodeLens(lens.range, _NO_LENS)
    if figure == "context":
        return types.CodeLens(lens.range, _context(call, node))
    return types.CodeLens(lens.range, _tests(call, node) if figure == "tests" else _callers(call, node))


def _past_lenses(place: DocumentTarget) -> list[types.CodeLens]:
    """Return the lens with the history of a whole file, or an empty list for a cell of a notebook."""
    if place.cell is not None:
        return []
    start = types.Position(0, 0)
    return [types.CodeLens(types.Range(start, start), data={"symbol": place.path, "figure": PAST})]


def _note_lenses(call: Call[Analysis], place: DocumentTarget) -> list[types.CodeLens]:
    """Return a lens for each definition that has notes, and a lens for the document itself if it has notes.

    Notes on code that is gone from the document count as notes about the document.
    """
    if not call.settings.editor.code_lens:
        return []
    found, kept = [], Notes(call.captured)
    targets = dict.fromkeys(kept.anchored_in(place.path))
    if kept.gone_from(place.path):
        targets[place.path] = None
    for target in targets:
        node = call.captured.relations.node(target)
        if node is not None and begins_in(call, place, node):
            found.append(types.CodeLens(_beginning(call, node), data={"symbol": target, "figure": NOTED}))
        elif target == place.path and place.cell is None:
            start = types.Position(0, 0)
            found.append(types.CodeLens(types.Range(start, start), data={"symbol": target, "figure": NOTED}))
    return found


def _notes(call: Call[Analysis], target: str) -> types.Command:
    """Return the command that lists the notes about a symbol or file; its title says how many there are."""
    kept = Notes(call.captured)
    notes = [*kept.anchored_in(path_of(target)).get(target, ()), *kept.gone_from(target)]
    if not notes:
        return _NO_LENS
    verdicts: Counter[str] = Counter(one.verdict for one in notes)
    remark = "".join(f", {verdicts[one]} on code that {said}" for one, said in _REMARKS.items() if verdicts[one])
    return types.Command(f"{counted(len(notes), 'note')}{remark}", "ctx-lsp.recall", arguments=[{"symbol": target}])


def _document_lens(call: Call[Analysis], place: DocumentTarget) -> types.CodeLens:
    """Return the lens that counts the statements of a prose document, placed at its first heading or line."""
    headings = [node for node, _ in call.captured.document_symbols(place.path) if node.kind in CONTENT_KINDS]
    where = _beginning(call, headings[0]) if headings else location(call, place.path, 0, 0)[1]
    return types.CodeLens(where, data={"symbol": place.path, "figure": STATEMENTS})


def _statements(call: Call[Analysis], path: str) -> types.Command:
    """Return the command that lists the statements of a document; its title says how many there are."""
    if call.captured.source(path) is None or not shows_statements(call.settings, path):
        return _NO_LENS
    count, false = counts_of(call.session.checks.report(call.captured, path, call.token), call.settings)
    argument = {"textDocument": types.TextDocumentIdentifier(call.names.uri_of(path))}
    return types.Command(f"{counted(count, 'statement')}, {false or 'none'} false", CHECK, arguments=[argument])


def _callers(call: Call[Analysis], node: Node) -> types.Command:
    """Return the command that shows the callers or, if none exist, other uses (as a value, a handler or a type)."""
    callers = _users(call, node, _CALLS)
    users = _users(call, node, _USES) if not callers else {}
    if users:
        return _command(node, _USES, f"used {len(users):,}×")
    indirect = sum(through is not None for through in callers.values())
    return _command(node, _CALLS, counted(len(callers), "caller") + (f", {indirect:,} indirect" if indirect else ""))


def _tests(call: Call[Analysis], node: Node) -> types.Command:
    return _command(node, _TESTS, counted(len(_users(call, node, _TESTS)), "test"))


def _users(call: Call[Analysis], node: Node, kinds: Sequence[str]) -> Mapping[str, str | None]:
    """Return the symbols that use `node` through edges of the given `kinds`.

    Each symbol is mapped to the intermediate symbol through which its edges go, or to None if it has a direct edge.
    """
    around = call.captured.relations.graph(node.symbol, "in", kinds, 1, call.token)
    users: dict[str, str | None] = {one.symbol: None for one in around.nodes if one.distance}
    direct = {edge.source for edge in around.edges if edge.through is None}
    return users | {edge.source: edge.through for edge in around.edges if edge.source in users.keys() - direct}


def _command(node: Node, kinds: Sequence[str], title: str) -> types.Command:
    argument = {"symbol": node.symbol, "direction": "in", "kinds": list(kinds)}
    return types.Command(title, "ctx-lsp.graph", arguments=[argument])


def _context(call: Call[Analysis], node: Node) -> types.Command:
    subject = SymbolSubject(call.captured.symbol_at(node.path, node.name_start) or node.symbol)
    pack = call.captured.pack(PackRequest(subject, pack_options(DEFAULT_OPTIONS, call.settings)), call.token)
    uri, named = location(call, node.path, node.name_start, node.name_end)
    argument = {"textDocument": types.TextDocumentIdentifier(uri), "position": named.start}
    score = pack.completeness.score
    part = f", {score:.0%} complete" if score is not None and score < COMPLETE else ""
    title = f"{pack.tokens.used:,} tokens{part}"
    return types.Command(title, "ctx-lsp.contextAt", arguments=[argument])


def _past(call: Call[Analysis], symbol: str) -> types.Command:
    """Return a command without effect, whose title describes the changes of a file or definition.

    The title says how often it changed, and names the author of the last change.
    """
    if symbol == path_of(symbol):
        file = call.captured.past.activity(symbol)
        return types.Command(f"file {often(file.changes)} · last by {file.last_author}", "") if file else _NO_LENS
    found = call.captured.past.of_definition(symbol, call.token)
    if found is None:
        is_new = call.captured.past.is_uncommitted(symbol, call.token)
        return types.Command("not committed yet", "") if is_new else _NO_LENS
    return types.Command(f"{often(found.changes, is_more=found.is_more)} · last by {found.authors[0]}", "")


def _beginning(call: Call[Analysis], node: Node) -> types.Range:
    return location(call, node.path, node.start, node.start)[1]


def _has_document_lens(call: Call[Analysis], place: DocumentTarget) -> bool:
    """Return whether a document gets a lens for its statements.

    Only a checked prose document gets one, unless the last check found no statements in it.
    """
    if place.cell is not None or not call.settings.checks.code_lens or not shows_statements(call.settings, place.path):
        return False
    known = call.session.checks.known_report(place.path)
    has_statements = known is None or counts_of(known, call.settings)[0] > 0
    return has_statements and Checks.of(call.captured).is_checked(place.path, with_code=False)


def _data(lens: types.CodeLens) -> tuple[str, str]:
    data = lens.data
    figures = (*FIGURES, PAST, NOTED, STATEMENTS)
    if isinstance(data, Mapping) and isinstance(data.get("symbol"), str) and data.get("figure") in figures:
        return data["symbol"], data["figure"]
    raise invalid_params("data must come from a lens of this server")
