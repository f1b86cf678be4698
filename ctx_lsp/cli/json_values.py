"""The JSON of the command line (`--json`): the façade's answers and reports, with their fields in camelCase.

Places are workspace paths and line numbers (`places`); the protocol has URIs and columns, and types of its own
(`protocol.messages`).
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from ctx_lsp.packing.model import Pack, PackItem, PackTokens

Json = Any  # JSON values

Locate = Callable[[str, int, int], Mapping[str, object]]
"""From a workspace path, a start and an end offset to the members that say where this is."""


def byte_offsets(path: str, start: int, end: int) -> Mapping[str, object]:
    """For answers that hold no places of texts: offsets as they are."""
    return {"path": path, "start": start, "end": end}


def json_value(value: object, locate: Locate = byte_offsets) -> Json:
    """Turn an answer into JSON-ready data.

    Every dataclass becomes an object. One that has `path`, `start` and `end` gets what `locate` says in their place; a
    packed item is its result's members and its own, side by side.
    """
    if is_dataclass(value):
        return _object(value, locate)
    if isinstance(value, Mapping):
        return {str(key): json_value(inner, locate) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [json_value(inner, locate) for inner in value]
    return value


def _object(value: Any, locate: Locate) -> dict[str, object]:  # noqa: ANN401  # "a dataclass" has no name among types
    members: dict[str, Any] = {field.name: getattr(value, field.name) for field in fields(value)}
    shaped: dict[str, object] = {}
    if isinstance(value, PackItem):
        shaped |= _object(members.pop("item"), locate)
    if isinstance(value, Pack):
        del members["document"]  # what `text` is rendered from
        readiness = members.pop("readiness")
        members |= {"ready": readiness.ready, "reason": readiness.reason}
    if isinstance(value, PackTokens):
        members["savings"] = value.savings
    if members.keys() >= {"path", "start", "end"}:
        shaped |= locate(members.pop("path"), members.pop("start"), members.pop("end"))
    return shaped | {_camel(name): json_value(inner, locate) for name, inner in members.items()}


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(part.capitalize() for part in tail)
