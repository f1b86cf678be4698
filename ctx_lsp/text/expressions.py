"""Expressions that take linear time whatever the text: RE2 over bytes.

For patterns that are data or made from a question; the product's own patterns are held to linear time by a test.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import re2


@dataclass(frozen=True)
class Expression:
    """An RE2 expression over bytes, compiled when it is first needed.

    `memory` bounds its automata, in bytes; RE2's own limit is 8 MiB.
    """

    text: str
    memory: int = 8 << 20

    @cached_property
    def _compiled(self) -> Any:  # noqa: ANN401  # the library has no types
        return re2.compile(self.text.encode(), _options(self.memory))

    def matches(self, data: bytes) -> Iterator[Any]:
        """Every match, as the library's objects, which are like those of `re`."""
        yield from self._compiled.finditer(data)

    def first(self, data: bytes) -> Any | None:  # noqa: ANN401  # as above
        """The first match."""
        return self._compiled.search(data)

    def match_at(self, data: bytes, start: int) -> Any | None:  # noqa: ANN401  # as above
        """The match that begins at `start`."""
        return self._compiled.match(data, start)

    def occurs(self, data: bytes) -> bool:
        """Whether there is a match anywhere."""
        return self.first(data) is not None


def escape(text: str) -> str:
    """An expression for a text as it stands."""
    return str(re2.escape(text))


def any_of(texts: Iterable[bytes]) -> Any:  # noqa: ANN401  # the library has no types
    """RE2's set of some texts as they stand: its `Match` tells which occur, in one pass."""
    found = re2.Set.SearchSet(_options())
    for text in texts:
        found.Add(re2.escape(text))
    found.Compile()
    return found


def _options(memory: int = 8 << 20) -> Any:  # noqa: ANN401  # the library has no types
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1  # bytes as they are
    options.max_mem = memory
    options.log_errors = False  # what is searched may belong in no log
    return options
