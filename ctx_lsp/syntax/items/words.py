"""Words that indicate items, loaded from `words.toml`: identifier prefixes, modal verbs, titles and column headers."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ctx_lsp.syntax.model import SymbolKind


@dataclass(frozen=True, slots=True)
class ItemWords:
    """The values in `words.toml`; the fields are named after its keys."""

    no_prefixes: frozenset[str]
    prefixes: Mapping[str, SymbolKind]  # prefix → kind
    contexts: Mapping[SymbolKind, re.Pattern[str]]
    modals: Mapping[str, re.Pattern[str]]
    columns: Mapping[str, re.Pattern[str]]


@cache
def item_words() -> ItemWords:
    """Return the words in `words.toml`."""
    data = tomllib.loads(resources.files("ctx_lsp.syntax.items").joinpath("words.toml").read_text("utf-8"))
    return ItemWords(
        frozenset(data["no_prefixes"]),
        {prefix: kind for kind, prefixes in data["prefixes"].items() for prefix in prefixes},
        _patterns(data["contexts"]),
        _patterns(data["modals"]),
        _patterns(data["columns"]),
    )


def _patterns(rows: Mapping[Any, str]) -> dict[Any, re.Pattern[str]]:
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in rows.items()}


def modal_state(text: str) -> str:
    """Return `must`, `should` or `could` for the modal verb in a sentence; empty if there is none."""
    return next((state for state, pattern in item_words().modals.items() if pattern.search(text)), "")
