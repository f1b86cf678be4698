"""Conversion of locations to wire types: paths to URIs, and byte offsets to ranges."""

from collections.abc import Sequence
from urllib.parse import quote, urlencode

from msgspec import UNSET, UnsetType

from ctx_lsp.protocol.handlers.locations import location
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.common import WirePosition, WireRange
from ctx_lsp.protocol.routes import Call
from ctx_lsp.retrieval.model import Item, Origin
from ctx_lsp.workspace import Analysis


def wire_location(call: Call[Analysis], path: str, start: int, end: int) -> tuple[str, WireRange]:
    """Return the fields `uri` and `range` for the text between two byte offsets in a file."""
    uri, span = location(call, path, start, end)
    return uri, wire_range(span)


def remote_location(item: Item, origin: Origin) -> tuple[str, WireRange]:
    """Return the fields `uri` and `range` for a result in a published repository. The range covers whole lines."""
    return published_uri(origin, item.path), WireRange(
        WirePosition(origin.first_line - 1, 0), WirePosition(origin.last_line, 0)
    )


def published_uri(origin: Origin, path: str) -> str:
    """Return the URI of a file in a published repository. The editor plugins open it as a read-only document."""
    named = urlencode({"repository": origin.repository, "revision": origin.revision, "path": path})
    return f"ctx-lsp://published/{quote(origin.repository)}/{quote(path)}?{named}"


def wire_range(span: types.Range) -> WireRange:
    """Convert a range to its wire type."""
    return WireRange(_position(span.start), _position(span.end))


def symbol_location(call: Call[Analysis], symbol: str) -> tuple[str, WireRange | UnsetType]:
    """Return the fields `uri` and `range` for a symbol's name, or for the top of a file if `symbol` is a path.

    If the symbol or file no longer exists, `range` is unset.
    """
    path = symbol.partition("::")[0]
    node = call.captured.relations.node(symbol)
    return wire_location(call, path, node.name_start, node.name_end) if node else (call.names.uri_of(path), UNSET)


def uris(call: Call[Analysis], paths: Sequence[str]) -> tuple[str, ...]:
    """Return the URIs of the files at `paths`."""
    return tuple(call.names.uri_of(path) for path in paths)


def _position(position: types.Position) -> WirePosition:
    return WirePosition(position.line, position.character)
