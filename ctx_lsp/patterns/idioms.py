"""Language idioms on which pattern detectors depend, read from the folder of each language."""

from dataclasses import dataclass
from functools import cache

from ctx_lsp.languages.folders import FOLDERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Idioms:
    """The `patterns` section in a language's folder. The fields are named after its keys; see `languages/README.md`."""

    decorators_wrap: bool = False
    managing_pairs: tuple[tuple[str, str], ...] = ()
    before_instance: str = r"\breturn|=>|->|\byield|\belse|\bthen|\?|:"
    after_instance: str = r"\s*[({<]"


@cache
def idioms_of(language: str) -> Idioms:
    """Return the idioms of a language; the result is cached."""
    return FOLDERS.section(language, "patterns", Idioms)
