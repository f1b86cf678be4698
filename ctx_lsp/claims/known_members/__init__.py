"""Members that types have without any code in the workspace: those of well-known bases, and those of the language."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources


def foreign_members() -> Mapping[str, Mapping[str, frozenset[str]]]:
    """Return the members of well-known base classes in libraries, by language and class name."""
    return _table("foreign_members.toml")


def is_foreign_member(name: str) -> bool:
    """Return whether a well-known base class of any language has a member with this name."""
    return any(name in members for bases in foreign_members().values() for members in bases.values())


def is_given_by_language(language: str, kind: str, name: str) -> bool:
    """Return whether a language gives types of this kind a member, such as `values()` of a Java enum."""
    table = _table("language_members.toml")
    rows = [table.get(one, {}) for one in (language, *table["dialects"].get(language, ()))]
    return any(name in row.get(one, ()) for row in rows for one in ("Any", kind))


@cache
def _table(name: str) -> Mapping[str, Mapping[str, frozenset[str]]]:
    read = tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))
    return {language: {key: frozenset(names) for key, names in rows.items()} for language, rows in read.items()}
