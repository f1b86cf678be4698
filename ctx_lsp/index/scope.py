"""What a name can mean inside one file: its own definitions, what it imports and the members of types.

Looks one name up at a time and says how sure it is; `resolve` turns the answers into edges, `bindings` follows imports.
There is no type inference here beyond `self`, `super` and names of types.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ctx_lsp.index.bindings import CERTAIN, IMPORTED, Bindings, Found
from ctx_lsp.index.definitions import Lookups
from ctx_lsp.index.entry import Definition, FileEntry

INHERITED = 0.9
SAME_PACKAGE = 0.85  # visible without an import by a rule of the language
GUESSED = 0.5  # by name alone; divided by the number of candidates
MAX_GUESSES = 3  # more candidates than this say nothing
MAX_PENDING = 8  # types whose bases are named by way of another's (`class A(B.Inner)`), one inside the other

_FAMILIES = (
    ("javascript", "typescript", "tsx", "vue", "svelte"),
    ("java", "kotlin", "scala"),
    ("c", "cpp", "objc"),
)
_FAMILY = {language: family for family in _FAMILIES for language in family}
# Files of one folder see each other's top level.
_FOLDER_VISIBLE = frozenset({"go", "java", "kotlin", "scala", "csharp", "swift"})
# A bare name can mean an inherited member.
_BARE_MEMBERS = frozenset({"java", "kotlin", "scala", "csharp", "swift", "cpp", "ruby"})
# A bare name in code never means a member of a type around it; only the type's own body may see them.
_NO_BARE_MEMBERS = frozenset({"python", "javascript", "typescript", "tsx", "vue", "svelte", "go", "rust", "php"})
# Names are global to the program.
_GLOBAL = frozenset({"c", "cpp", "objc", "ruby", "php", "swift", "csharp", "lua", "bash", "elixir", "haskell", "zig"})
_SELF = frozenset({"self", "this", "cls", "Self", "@", "$this", "static"})
_SUPER = frozenset({"super", "super()", "base", "parent"})
_TYPE_KINDS = frozenset({"Class", "Interface", "Struct", "Enum", "Namespace", "Module", "Object"})
_SPACES = frozenset({"Namespace", "Module"})  # their members are in scope in every language
_CODE_KINDS = frozenset({"Function", "Method", "Constructor", "Property"})
_MEMBER_KINDS = frozenset({"Method", "Property", "Field", "Constructor"})


@dataclass(frozen=True)
class Scope:
    """Name look-up for one file."""

    entry: FileEntry
    lookups: Lookups
    known_bases: dict[str, tuple[Definition, ...]] = field(
        default_factory=dict
    )  # by type; other files' scopes share them
    pending: set[str] = field(default_factory=set)  # types whose bases are being looked for

    @cached_property
    def bindings(self) -> Bindings:
        """What the file's imports bind."""
        return Bindings(self.entry, self.lookups)

    def bare(self, name: str, symbol: int) -> Found:
        """Meanings of a bare `name` used inside the symbol at index `symbol` (-1: top level)."""
        own = self._enclosing(name, symbol)
        if own:
            return ((own, CERTAIN),)
        if self.entry.language in _BARE_MEMBERS:
            holder = self._enclosing_type(symbol)
            inherited = self.in_type(holder, name, own=False) if holder else ()
            if inherited:
                return inherited
        imported = self.bindings.named(name)
        return imported if imported is not None else self._visible(name)

    def member(self, receiver: str, name: str, symbol: int) -> Found:
        """Meanings of `receiver.name` used inside the symbol at index `symbol`."""
        if receiver in _SELF or receiver in _SUPER:
            holder = self._enclosing_type(symbol)
            return self.in_type(holder, name, own=receiver in _SELF) if holder else ()
        head, _, tail = receiver.rpartition(".")
        holders = self.member(head, tail, symbol) if head else self.bare(receiver, symbol)
        types = [(d, sure) for d, sure in holders if d.kind in _TYPE_KINDS]
        found = [(d, min(sure, s)) for holder, sure in types for d, s in self.in_type(holder, name)]
        if found:
            return tuple(found)
        in_modules = self.bindings.member(receiver, name)
        if in_modules is not None:
            return in_modules
        return () if types else self._guessed(name, members=True)

    def in_type(self, holder: Definition, name: str, *, own: bool = True) -> Found:
        """Member `name` of the type `holder`, its own or inherited from bases in the workspace."""
        member = self._own_member(holder, name) if own else None
        if member:
            return ((member, CERTAIN if holder.path == self.entry.path else IMPORTED),)
        inherited = (self._own_member(ancestor, name) for ancestor in self._ancestors(holder))
        member = next((found for found in inherited if found), None)
        return ((member, INHERITED),) if member else ()

    def _own_member(self, holder: Definition, name: str) -> Definition | None:
        entry = self._entry(holder.path)
        return entry.by_qualname.get(f"{holder.qualname}.{name}") if entry else None

    def _ancestors(self, holder: Definition) -> Iterator[Definition]:
        """The bases of a type and theirs, depth first, each once."""
        seen = {holder.id}
        waiting = [*reversed(self.bases(holder))]
        while waiting:
            ancestor = waiting.pop()
            if ancestor.id not in seen:
                seen.add(ancestor.id)
                yield ancestor
                waiting += reversed(self.bases(ancestor))

    def bases(self, holder: Definition) -> tuple[Definition, ...]:
        """The workspace types that `holder` names as its bases, in order; none while they are being looked for."""
        if holder.id not in self.known_bases:
            if holder.id in self.pending or len(self.pending) == MAX_PENDING:
                return ()
            self.pending.add(holder.id)
            self.known_bases[holder.id] = tuple(self._find_bases(holder))
            self.pending.discard(holder.id)
        return self.known_bases[holder.id]

    def _find_bases(self, holder: Definition) -> Iterable[Definition]:
        entry = self._entry(holder.path)
        if entry is None:
            return
        scope = self if entry is self.entry else Scope(entry, self.lookups, self.known_bases, self.pending)
        symbol = entry.facts.outline.symbols[holder.index]
        for base in symbol.bases:
            for definition, _ in scope.dotted(base.name, symbol.parent)[:1]:  # a base is named outside the type
                if definition.id != holder.id:
                    yield definition

    def dotted(self, name: str, symbol: int) -> Found:
        """Meanings of a name as written, with or without dots."""
        receiver, _, last = name.replace("::", ".").rpartition(".")
        return self.member(receiver, last, symbol) if receiver else self.bare(last, symbol)

    def _entry(self, path: str) -> FileEntry | None:
        return self.bindings.file(path)

    def _enclosing(self, name: str, symbol: int) -> Definition | None:
        """A definition in the scopes around `symbol`; where code does not see its type's members, not those."""
        symbols = self.entry.facts.outline.symbols
        in_code = False
        while symbol >= 0:
            holder = symbols[symbol]
            found = self.entry.by_qualname.get(f"{holder.qualname}.{name}")
            if found and not (in_code and self._hides(holder.kind, found.kind)):
                return found
            in_code = in_code or holder.kind in _CODE_KINDS
            symbol = holder.parent
        return self.entry.by_qualname.get(name)

    def _hides(self, holder: str, kind: str) -> bool:
        """Whether code inside a symbol of kind `holder` cannot name a `kind` of it without a receiver."""
        return self.entry.language in _NO_BARE_MEMBERS and holder in _TYPE_KINDS - _SPACES and kind != "TypeParameter"

    def _enclosing_type(self, symbol: int) -> Definition | None:
        symbols = self.entry.facts.outline.symbols
        while symbol >= 0:
            if symbols[symbol].kind in _TYPE_KINDS:
                return self.entry.definitions[symbol]
            symbol = symbols[symbol].parent
        return None

    def _visible(self, name: str) -> Found:
        """Definitions that the language lets this file see without an import."""
        language = self.entry.language
        if language in _FOLDER_VISIBLE:
            folder = self.entry.path.rpartition("/")[0]
            near = [d for d in self._candidates(name) if d.path.rpartition("/")[0] == folder and d.container == d.path]
            if near:
                return tuple((d, SAME_PACKAGE) for d in near)
        return self._guessed(name, members=False) if language in _GLOBAL else ()

    def _guessed(self, name: str, *, members: bool) -> Found:
        candidates = [d for d in self._candidates(name) if (d.kind in _MEMBER_KINDS) == members]
        if not candidates or len(candidates) > MAX_GUESSES:
            return ()
        return tuple((d, GUESSED / len(candidates)) for d in candidates)

    def _candidates(self, name: str) -> list[Definition]:
        language = self.entry.language
        family = _FAMILY.get(language, (language,))
        return [d for d in self.lookups.named(name) if d.language in family]
