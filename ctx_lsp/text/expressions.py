"""Regular expressions over bytes, based on RE2, which run in linear time on any text.

These expressions are used for patterns that are loaded from data files or built from a question. A test checks that the
patterns in the product's own code run in linear time too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import re2


@dataclass(frozen=True)
class Expression:
    """An RE2 expression over bytes, compiled on first use.

    `memory` limits the size of RE2's automata in bytes; RE2's default is 8 MiB.
    """

    text: str
    memory: int = 8 << 20

    @cached_property
    def _compiled(self) -> Any:  # noqa: ANN401  # the library has no types
        return re2.compile(self.text.encode(), _options(self.memory))

    @property
    def is_valid(self) -> bool:
        """Whether RE2 can compile the expression: its text is well formed, and the result fits into `memory`."""
        try:
            return self._compiled is not None
        except re2.error:
            return False

    def first(self, data: bytes, start: int = 0) -> Any | None:  # noqa: ANN401  # the library has no types
        """Return the first match (an RE2 match object) that begins at `start` or later, or None."""
        return self._compiled.search(data, start)

    def all(self, data: bytes) -> Iterator[Any]:
        """Yield all matches that do not overlap, from left to right."""
        return self._compiled.finditer(data)  # type: ignore[no-any-return]  # the library has no types

    def match_at(self, data: bytes, start: int) -> Any | None:  # noqa: ANN401  # as above
        """Return the match that begins at `start`, or None."""
        return self._compiled.match(data, start)

    def occurs(self, data: bytes) -> bool:
        """Return whether the expression matches anywhere in `data`."""
        return self.first(data) is not None


@dataclass(frozen=True)
class ExpressionSet:
    """RE2 expressions over bytes that are tried together, in one pass over a text."""

    texts: tuple[str, ...]
    memory: int = 8 << 20

    @cached_property
    def _compiled(self) -> Any:  # noqa: ANN401  # the library has no types
        found = re2.Set.SearchSet(_options(self.memory))
        for text in self.texts:
            found.Add(text.encode())
        found.Compile()
        return found

    def matching(self, data: bytes) -> list[int]:
        """Return the indices of the expressions that match anywhere in `data`."""
        return list(self._compiled.Match(data) or ())


def escape(text: str) -> str:
    """Escape `text` so that it matches literally as part of an expression."""
    return str(re2.escape(text))


def any_of(texts: Iterable[bytes]) -> Any:  # noqa: ANN401  # the library has no types
    """Compile literal texts to an RE2 set, whose `Match` method finds in one pass which of the texts occur."""
    found = re2.Set.SearchSet(_options())
    for text in texts:
        found.Add(re2.escape(text))
    found.Compile()
    return found


def _options(memory: int = 8 << 20) -> Any:  # noqa: ANN401  # the library has no types
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1  # one byte per character, so that arbitrary bytes can be matched
    options.max_mem = memory
    options.log_errors = False  # patterns and texts may be private
    return options
