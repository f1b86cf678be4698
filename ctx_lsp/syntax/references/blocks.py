"""The ranges of a text in which local names apply. `values` collects the names."""

from ctx_lsp.syntax.definitions import Definitions, Enclosing
from ctx_lsp.syntax.rows import ByteSpan


class Blocks:
    """The ranges in which local names apply: definitions, blocks and anonymous functions."""

    def __init__(self, definitions: Definitions, closures: list[ByteSpan]) -> None:
        self._places = [
            *((one.lead, one.end) for one in definitions.items if not one.through_receiver),
            *((one.start, one.end) for one in definitions.locals),
            *closures,
        ]
        self._innermost = Enclosing((start, -end, index) for index, (start, end) in enumerate(self._places))
        self._closures = closures
        self._innermost_closure = Enclosing((start, -end, index) for index, (start, end) in enumerate(closures))

    def around(self, offset: int) -> ByteSpan:
        """Return the innermost range around `offset`, or the whole text if there is none."""
        index = self._innermost.at(offset)
        return self._places[index] if index >= 0 else (0, 1 << 62)

    def closure_around(self, offset: int) -> ByteSpan | None:
        """Return the innermost anonymous function around `offset`, or None."""
        index = self._innermost_closure.at(offset)
        return self._closures[index] if index >= 0 else None
