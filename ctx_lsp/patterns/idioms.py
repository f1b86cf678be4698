"""Customs of a language that the structural rules depend on: the section on patterns in the language's folder."""

from dataclasses import dataclass
from functools import cache

from ctx_lsp.languages.folders import FOLDERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Idioms:
    """The section on patterns; its keys have the same names and are explained in `languages/README.md`."""

    decorators_wrap: bool = False
    managing_pairs: tuple[tuple[str, str], ...] = ()
    before_instance: str = r"\breturn|=>|->|\byield|\belse|\bthen|\?|:"
    after_instance: str = r"\s*[({<]"


@cache
def idioms_of(language: str) -> Idioms:
    """Return the customs of a language."""
    return FOLDERS.section(language, "patterns", Idioms)
