"""The type of JSON values. It excludes dataclasses, so the engine's answers must be converted before printing."""

from collections.abc import Mapping, Sequence

from ctx_lsp.protocol.messages.common import WireObject, plain_members

Json = Mapping[str, "Json"] | Sequence["Json"] | WireObject | str | float | bool | None
"""JSON values. Wire objects are included, because they know their own field names in JSON."""

JsonObject = dict[str, Json]


def plain(value: Json) -> object:
    """Return `value` with all wire objects in it replaced with mappings."""
    if isinstance(value, WireObject):
        return plain_members(value)
    if isinstance(value, Mapping):
        return {name: plain(inner) for name, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value
