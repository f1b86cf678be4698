"""Places in the text of the revision that a request captured: positions to offsets and back."""

from collections.abc import Mapping

from lsprotocol import types

from ctx_lsp.analysis import Analysis
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.routes import Call
from ctx_lsp.text.source import SourceText

_NOTHING = SourceText(b"")


def place_at(call: Call[Analysis], path: str, position: types.Position) -> int:
    """The byte offset of a position. Raises `RequestError` where the file is not indexed."""
    source = call.captured.source(path)
    if source is None:
        raise invalid_params("textDocument.uri", f"an indexed file; {path} is not one")
    return call.session.columns.offset(source, position)


def range_of(call: Call[Analysis], path: str, start: int, end: int) -> types.Range:
    """The range between two byte offsets of a file of the captured revision."""
    return call.session.columns.range(call.captured.source(path) or _NOTHING, start, end)


def locate(call: Call[Analysis], path: str, start: int, end: int) -> Mapping[str, object]:
    """The members `uri` and `range` of an answer."""
    return {"uri": call.session.uri_of(path), "range": range_of(call, path, start, end)}
