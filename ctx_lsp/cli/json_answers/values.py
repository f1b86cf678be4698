"""The type of JSON values. It excludes dataclasses, so that answers of the engine cannot be printed unconverted."""

from collections.abc import Mapping, Sequence

from ctx_lsp.protocol.messages.common import WireObject, plain_members

Json = Mapping[str, "Json"] | Sequence["Json"] | WireObject | str | float | bool | None
"""JSON values; a wire object already has the field names that it has on the wire."""

JsonObject = dict[str, Json]


def plain(value: Json) -> object:
    """Replace wire objects with mappings."""
    if isinstance(value, WireObject):
        return plain_members(value)
    if isinstance(value, Mapping):
        return {name: plain(inner) for name, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value
