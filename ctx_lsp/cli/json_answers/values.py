"""The type of JSON values. It has no dataclasses, so an answer of the engine cannot be printed as it is."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

Json = Mapping[str, "Json"] | Sequence["Json"] | Struct | str | float | bool | None
"""JSON values; a struct is an object with its wire names."""

JsonObject = dict[str, Json]
