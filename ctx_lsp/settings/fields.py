"""The settings, keyed by name (`pack.maxTokens`), with their types, defaults, descriptions and environment variables.

They are derived from the types in `sections`, as is the table in `docs/settings.md`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.inspect import (
    BoolType,
    FloatType,
    IntType,
    LiteralType,
    Metadata,
    StrType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
)

from ctx_lsp.settings.sections import Settings

ENVIRONMENT_PREFIX = "CTX_LSP_"


@dataclass(frozen=True, slots=True)
class Field:
    """A setting. `annotation` is its Python type with bounds, and `kind` is msgspec's description of that type."""

    annotation: Any
    kind: Type
    default: object
    description: str


def _fields() -> Iterator[tuple[str, Field]]:
    for section in msgspec.structs.fields(Settings):
        annotations = {field.name: field.type for field in msgspec.structs.fields(section.type)}
        described = msgspec.inspect.type_info(section.type)
        assert isinstance(described, StructType)
        for field in described.fields:
            assert isinstance(field.type, Metadata)
            assert field.type.extra_json_schema
            description = field.type.extra_json_schema["description"]
            name = f"{section.encode_name}.{field.encode_name}"
            yield name, Field(annotations[field.name], field.type.type, field.default, description)


FIELDS = dict(_fields())
SECTIONS = frozenset(section.encode_name for section in msgspec.structs.fields(Settings))


def settings_table() -> str:
    """Render the settings as a Markdown table."""
    rows = [
        (
            f"`{name}`",
            accepted_values(field.kind),
            f"`{msgspec.json.encode(field.default).decode()}`",
            field.description,
            f"`{variable_of(name)}`",
        )
        for name, field in FIELDS.items()
    ]
    head = ("setting", "value", "default", "description", "environment variable")
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows)) + "\n"


def variable_of(name: str) -> str:
    """Return the name of a setting's environment variable."""
    return ENVIRONMENT_PREFIX + re.sub(r"\.|(?=[A-Z])", "_", name).upper()


def accepted_values(kind: Type) -> str:
    """Describe in words which values a type accepts."""
    match kind:
        case BoolType():
            return "true or false"
        case StrType():
            return "text"
        case VarTupleType():
            return "a list of text"
        case LiteralType():
            return " or ".join(f'"{value}"' for value in kind.values)
        case UnionType():
            return " or ".join(map(accepted_values, kind.types))
        case IntType() | FloatType():
            noun = "a whole number" if isinstance(kind, IntType) else "a number"
            return f"{noun}, {kind.ge} or more" if kind.le is None else f"{noun} from {kind.ge} to {kind.le}"
        case _:
            raise TypeError(f"no words for {kind}")
