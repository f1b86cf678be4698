"""Recognises style documents: files that state how code in a repository should be written, and where they apply.

Examples are AGENTS.md, CONTRIBUTING.md, .editorconfig and the rule files of editors. `style_documents.toml` lists their
names. `packing.guidance` reads the documents and chooses sections of them.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Literal, get_args

from ctx_lsp.text.expressions import Expression

StyleKind = Literal["instructions", "rules", "contributing", "formatting"]


@dataclass(frozen=True, slots=True)
class StyleDocument:
    """A style document. `scope` is the folder that it applies to, with a slash at the end, or "" for the whole root."""

    path: str
    kind: StyleKind
    scope: str


def style_documents(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the style documents among `paths`, sorted."""
    endings = _endings()
    return tuple(sorted(path for path in paths if path.lower().endswith(endings) and style_document(path)))


@lru_cache(maxsize=1 << 14)
def style_document(path: str) -> StyleDocument | None:
    """Return the `StyleDocument` for a workspace path, or None if the file is not a style document."""
    if not path.lower().endswith(_endings()):
        return None
    data = path.encode("utf-8", "replace")
    for kind, expression in _expressions():
        found = expression.first(data)
        if found is not None:
            return StyleDocument(path, kind, data[: found.start(1)].decode())
    return None


@cache
def _expressions() -> tuple[tuple[StyleKind, Expression], ...]:
    rows = [(row["kind"], "|".join(row["paths"])) for row in _table()["document"]]
    assert all(kind in get_args(StyleKind) for kind, _ in rows)
    return tuple((kind, Expression(rf"(?i)(?:^|/)((?:{paths}))$")) for kind, paths in rows)


@cache
def _endings() -> tuple[str, ...]:
    return tuple(_table()["endings"])


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(resources.files("ctx_lsp.graph").joinpath("style_documents.toml").read_text("utf-8"))
