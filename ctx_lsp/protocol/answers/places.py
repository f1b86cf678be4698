"""Places of answers on the wire: paths as URIs, byte offsets as ranges."""

from collections.abc import Sequence

from lsprotocol import types
from msgspec import UNSET, UnsetType

from ctx_lsp.protocol.handlers.places import location
from ctx_lsp.protocol.messages.common import WirePosition, WireRange
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis


def wire_place(call: Call[Analysis], path: str, start: int, end: int) -> tuple[str, WireRange]:
    """The fields `uri` and `range` for byte offsets in a file."""
    uri, span = location(call, path, start, end)
    return uri, WireRange(_position(span.start), _position(span.end))


def name_place(call: Call[Analysis], symbol: str) -> tuple[str, WireRange | UnsetType]:
    """The fields `uri` and `range` for the name of a symbol; of a file its top, of a removed symbol no range."""
    path = symbol.partition("::")[0]
    node = call.captured.relations.node(symbol)
    return wire_place(call, path, node.name_start, node.name_end) if node else (call.names.uri_of(path), UNSET)


def uris(call: Call[Analysis], paths: Sequence[str]) -> tuple[str, ...]:
    """The URIs of files."""
    return tuple(call.names.uri_of(path) for path in paths)


def _position(position: types.Position) -> WirePosition:
    return WirePosition(position.line, position.character)
