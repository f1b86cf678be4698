"""Regular expressions that run in linear time on any text: RE2 over bytes.

They are used for patterns that are data or are built from a question. A test checks that the product's own patterns run
in linear time.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import re2


@dataclass(frozen=True)
class Expression:
    """An RE2 expression over bytes, compiled on first use.

    `memory` limits the size of its automata in bytes; RE2's default is 8 MiB.
    """

    text: str
    memory: int = 8 << 20

    @cached_property
    def _compiled(self) -> Any:  # noqa: ANN401  # the library has no types
        return re2.compile(self.text.encode(), _options(self.memory))

    def matches(self, data: bytes) -> Iterator[Any]:
        """Yield every match, as the library's match objects, which resemble those of `re`."""
        yield from self._compiled.finditer(data)

    def first(self, data: bytes) -> Any | None:  # noqa: ANN401  # as above
        """Return the first match, or None."""
        return self._compiled.search(data)

    def match_at(self, data: bytes, start: int) -> Any | None:  # noqa: ANN401  # as above
        """Return the match that begins at `start`, or None."""
        return self._compiled.match(data, start)

    def occurs(self, data: bytes) -> bool:
        """Return whether there is a match anywhere."""
        return self.first(data) is not None


def escape(text: str) -> str:
    """Return an expression that matches a text literally."""
    return str(re2.escape(text))


def any_of(texts: Iterable[bytes]) -> Any:  # noqa: ANN401  # the library has no types
    """Return an RE2 set of literal texts; its `Match` method finds in one pass which of them occur."""
    found = re2.Set.SearchSet(_options())
    for text in texts:
        found.Add(re2.escape(text))
    found.Compile()
    return found


def _options(memory: int = 8 << 20) -> Any:  # noqa: ANN401  # the library has no types
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1  # one byte per character, so that any bytes can be matched
    options.max_mem = memory
    options.log_errors = False  # patterns and texts may be private
    return options
