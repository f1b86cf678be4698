"""Framework roles, loaded from the `roles.toml` files in the language folders.

`evidence` tests whether a symbol has a role.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import translate
from functools import cache
from typing import Any

from ctx_lsp.languages.folders import FOLDERS, BadLanguage
from ctx_lsp.patterns.model import PATTERNS

SURE = 0.9
_TEXTS = ("signature", "name", "text", "path", "calls")


@dataclass(frozen=True, slots=True)
class Role:
    """A framework role, loaded from one row of a `roles.toml` file. `languages/README.md` documents the fields.

    A field that is None or empty sets no condition.
    """

    pattern: str
    role: str
    frameworks: str
    languages: frozenset[str]
    kinds: frozenset[str]
    decorators: re.Pattern[str] | None
    bases: re.Pattern[str] | None
    modules: re.Pattern[str] | None
    registrars: frozenset[str]
    members: tuple[str, ...]
    within: str
    registered: str
    exported: bool
    signature: re.Pattern[str] | None
    name: re.Pattern[str] | None
    text: re.Pattern[str] | None
    path: re.Pattern[str] | None
    calls: re.Pattern[str] | None
    partners: Mapping[str, str]
    callee: str
    confidence: float

    def holds_for(self, language: str) -> bool:
        """Return whether the role applies to `language`, which must be a language that defines or inherits the role."""
        return not self.languages or language in self.languages


@cache
def roles_of(language: str) -> tuple[Role, ...]:
    """Return the framework roles for a language. Roles inherited from other languages come first."""
    return tuple(role for folder in FOLDERS.inherited(language) for role in _roles(folder) if role.holds_for(language))


@cache
def _roles(folder: str) -> tuple[Role, ...]:
    rows = tomllib.loads(FOLDERS.text(folder, "roles.toml") or "").get("role", ())
    return tuple(_role(row, f"{folder}/roles.toml") for row in rows)


def _role(row: Mapping[str, Any], file: str) -> Role:
    unknown = row.keys() - set(Role.__dataclass_fields__)
    if row["pattern"] not in PATTERNS or unknown:
        raise BadLanguage(f"{file}: nobody reads {', '.join(sorted(unknown)) or row['pattern']}")
    texts = {key: re.compile(row[key]) if key in row else None for key in _TEXTS}
    return Role(
        pattern=row["pattern"],
        role=row["role"],
        frameworks=row["frameworks"],
        languages=frozenset(row.get("languages", ())),
        kinds=frozenset(row.get("kinds", ())),
        decorators=_any(row.get("decorators")),
        bases=_any(row.get("bases")),
        modules=_any([form for module in row.get("modules", ()) for form in _below(module)]),
        registrars=frozenset(row.get("registrars", ())),
        members=tuple(row.get("members", ())),
        within=row.get("within", ""),
        registered=row.get("registered", ""),
        exported=row.get("exported", False),
        partners=row.get("partners", {}),
        callee=row.get("callee", ""),
        confidence=row.get("confidence", SURE),
        **texts,
    )


def _below(module: str) -> tuple[str, ...]:
    """Return wildcard patterns that match imports of a module and of everything inside the module."""
    return module, f"{module}.*", f"{module}/*"


def _any(forms: list[str] | None) -> re.Pattern[str] | None:
    """Return a regular expression that matches any of the names `forms`, or None if there are none.

    A `*` in a name matches any text.
    """
    return re.compile("|".join(translate(form) for form in forms)) if forms else None
