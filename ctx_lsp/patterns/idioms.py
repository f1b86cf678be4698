"""Customs of a language that the rules of structure go by: the section on patterns of its folder."""

from dataclasses import dataclass
from functools import cache

from ctx_lsp.languages.folders import FOLDERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Idioms:
    """The section on patterns; its keys, explained in `languages/README.md`, bear the same names."""

    decorators_wrap: bool = False
    managing_pairs: tuple[tuple[str, str], ...] = ()
    before_instance: str = r"\breturn|=>|->|\byield|\belse|\bthen|\?|:"
    after_instance: str = r"\s*[({<]"


@cache
def idioms_of(language: str) -> Idioms:
    """The customs of a language."""
    return FOLDERS.section(language, "patterns", Idioms)
