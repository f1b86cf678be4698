"""Quick fixes: the code actions that mend false statements, or hide hints."""

from collections.abc import Iterable, Sequence

from ctx_lsp.protocol.diagnostics import diagnostic
from ctx_lsp.protocol.live_checks import Finding
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.session import Session
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Departure

DISMISS = "ctx-lsp.dismiss"

ByteEdit = tuple[int, int, str]
"""A range of bytes in a text, and the text to put there."""


def quick_fix(
    session: Session,
    title: str,
    source: SourceText,
    mended: Sequence[Finding],
    fix: types.WorkspaceEdit | types.Command,
) -> types.CodeAction:
    """Return a quick fix for the findings `mended` in the text `source`; `fix` is an edit or a server command."""
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(session.positions, source, one) for one in mended],
        edit=fix if isinstance(fix, types.WorkspaceEdit) else None,
        command=fix if isinstance(fix, types.Command) else None,
    )


def dismissal(session: Session, uri: str, source: SourceText, one: Departure) -> types.CodeAction:
    """Return a quick fix for a departure. It hides all hints about the alternative `one.used` in the document `uri`."""
    argument = {"textDocument": types.TextDocumentIdentifier(uri), "category": one.category, "alternative": one.used}
    return types.CodeAction(
        title=f"Not this time: {one.used} in this file",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(session.positions, source, one)],
        command=types.Command("Not this time", DISMISS, arguments=[argument]),
    )


def text_edits(session: Session, uri: str, source: SourceText, edits: Iterable[ByteEdit]) -> types.WorkspaceEdit | None:
    """Convert `edits` of the document `uri`, whose text is `source`, to a workspace edit.

    Return None if the document is open and its text is no longer `source`. A client that knows versioned edits refuses
    them if the document has changed by the time the user applies them.
    """
    opened = session.checks.open_text(uri)
    if opened is not None and opened.source != source:
        return None
    made = [types.TextEdit(session.positions.range(source, start, end), text) for start, end, text in edits]
    if not session.support.versioned_edits:
        return types.WorkspaceEdit(changes={uri: made})
    document = types.OptionalVersionedTextDocumentIdentifier(uri, opened.version if opened else None)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, [*made])])
