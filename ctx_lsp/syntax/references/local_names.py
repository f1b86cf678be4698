"""Local names: parameters and variables of functions, and type parameters of definitions.

A local name hides a definition of the same name in another file. `values` computes the values of local names.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.rows import ByteSpan
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS, CONTAINER_KINDS, DATA_KINDS

_HOLDS_LOCALS = CODE_KINDS | DATA_KINDS
_HOLDS_TYPE_PARAMETERS = _HOLDS_LOCALS | CONTAINER_KINDS


class LocalNames:
    """The local names in one text, grouped by the definition that binds them.

    A name whose offset is in `imported` is bound by an import and is not local. `are_called` is false for languages in
    which a call never refers to a local name; there, local names do not hide functions of the same name.
    """

    def __init__(
        self,
        captured: Mapping[str, list[ByteSpan]],
        data: bytes,
        definitions: Definitions,
        imported: AbstractSet[int] = frozenset(),
        are_called: bool = True,
    ) -> None:
        self.are_called = are_called
        bound = (place for place in captured.get("local", ()) if place[0] not in imported)
        values = _Locals(bound, data, definitions, _HOLDS_LOCALS)
        self._types = _Locals(captured.get("local.type", ()), data, definitions, _HOLDS_TYPE_PARAMETERS)
        self._by_kind = {"read": values, "write": values, "type": self._types} | (
            {"call": values} if are_called else {}
        )

    def hide(self, name: bytes, kind: str, symbol: int) -> bool:
        """Return whether a bare `name` in definition `symbol` is local to this definition or to an enclosing one.

        `kind` is the kind of the reference. The result is always False for kinds that never refer to local names.
        """
        local = self._by_kind.get(kind)
        return local is not None and name in local.names and local.are_visible(name, symbol)

    def type_parameters(self, symbol: int) -> tuple[str, ...]:
        """Return the type parameters of definition `symbol`, in source order."""
        return tuple(name.decode("utf-8", "replace") for name in self._types.of(symbol))


class _Locals:
    """Local names, grouped by the innermost definition around them.

    Only definitions whose kind is in `holders` bind names for the code inside them.
    """

    def __init__(
        self, ranges: Iterable[ByteSpan], data: bytes, definitions: Definitions, holders: frozenset[str]
    ) -> None:
        self._items = definitions.items
        self._holders = holders
        self._by_definition: dict[int, dict[bytes, None]] = {}
        defined = {one.name_start for one in definitions.items}
        for start, end in ranges:
            if start in defined:
                continue
            self._by_definition.setdefault(definitions.enclosing.at(start), {})[data[start:end]] = None
        self.names = frozenset().union(*self._by_definition.values())

    def of(self, symbol: int) -> Iterable[bytes]:
        """Return the names bound directly in definition `symbol`."""
        return self._by_definition.get(symbol, {})

    def are_visible(self, name: bytes, symbol: int) -> bool:
        """Return whether `name` is bound in definition `symbol` or in an enclosing definition.

        The search proceeds outwards, and stops at the first definition whose kind does not bind names.
        """
        while symbol >= 0 and self._items[symbol].kind in self._holders:
            if name in self._by_definition.get(symbol, ()):
                return True
            symbol = self._items[symbol].parent
        return False
