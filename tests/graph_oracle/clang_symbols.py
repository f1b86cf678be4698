"""Names for what libclang declares, in the form of a compiler's index, so that one name is one symbol in all units.

What C++ declares is called by its namespaces and types: overloads and specialisations of a template are one symbol, as
they are in our index. C has one space of names a unit, so what no other file can mean bears the file's name there.
Where symbols stand is in `clang_index`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from clang.cindex import Cursor, CursorKind, LinkageKind

PREFIX = "clang . . . "

_TAGS = frozenset({
    CursorKind.STRUCT_DECL, CursorKind.UNION_DECL, CursorKind.CLASS_DECL, CursorKind.ENUM_DECL,
})  # fmt: skip
_TYPES = _TAGS | {
    CursorKind.CLASS_TEMPLATE, CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION, CursorKind.TYPEDEF_DECL,
    CursorKind.TYPE_ALIAS_DECL, CursorKind.TYPE_ALIAS_TEMPLATE_DECL, CursorKind.CONCEPT_DECL,
}  # fmt: skip
_FUNCTIONS = frozenset({
    CursorKind.FUNCTION_DECL, CursorKind.FUNCTION_TEMPLATE, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR,
    CursorKind.DESTRUCTOR, CursorKind.CONVERSION_FUNCTION,
})  # fmt: skip
_VALUES = frozenset({CursorKind.VAR_DECL, CursorKind.FIELD_DECL, CursorKind.ENUM_CONSTANT_DECL})
_TYPE_PARAMETERS = frozenset({
    CursorKind.TEMPLATE_TYPE_PARAMETER, CursorKind.TEMPLATE_NON_TYPE_PARAMETER,
    CursorKind.TEMPLATE_TEMPLATE_PARAMETER,
})  # fmt: skip
_UNLINKED = frozenset({LinkageKind.NO_LINKAGE, LinkageKind.INTERNAL})

DECLARED = _TYPES | _FUNCTIONS | _VALUES | _TYPE_PARAMETERS | {CursorKind.PARM_DECL, CursorKind.NAMESPACE}
_SUFFIXES = {
    **dict.fromkeys(_TYPES, "#"),
    **dict.fromkeys(_FUNCTIONS, "()."),
    **dict.fromkeys(_VALUES, "."),
    CursorKind.NAMESPACE: "/",
}


@dataclass(frozen=True)
class Names:
    """The names of the symbols of one unit. `place` gives path and offset of a cursor that lies in the workspace."""

    is_c: bool
    place: Callable[[Cursor], tuple[str, int] | None]

    def symbol(self, cursor: Cursor) -> str:
        """The symbol of a declaration."""
        if self._is_local(cursor):
            return f"local {cursor.canonical.hash & 0xFFFFFFFF:x}"
        return PREFIX + self._descriptors(cursor)

    def _descriptors(self, cursor: Cursor) -> str:
        if cursor.kind is CursorKind.TYPEDEF_DECL and (tag := _named_with(cursor)):
            cursor = tag
        holder = cursor.semantic_parent
        is_inner = holder is not None and holder.kind in _SUFFIXES
        around = self._descriptors(holder) if is_inner else self._file(cursor)
        name = quoted(cursor.get_usr() if cursor.is_anonymous() or not cursor.spelling else cursor.spelling)
        if cursor.kind in _TYPE_PARAMETERS:
            return f"{around}[{name}]"
        return f"{around}{name}{_SUFFIXES[cursor.kind]}"

    def _file(self, cursor: Cursor) -> str:
        """The file as the space of a name that is not shared by all units."""
        stands = (cursor.get_definition() or cursor) if cursor.kind in _TAGS else cursor.canonical
        is_shared = cursor.kind is CursorKind.NAMESPACE or cursor.linkage not in _UNLINKED
        if cursor.kind in _TYPES:
            is_shared = not self.is_c or not stands.is_definition()
        place = None if is_shared else self.place(stands)
        return f"{quoted(place[0])}/" if place else ""

    @staticmethod
    def _is_local(cursor: Cursor) -> bool:
        if cursor.kind is CursorKind.PARM_DECL:
            return True
        holder = cursor.semantic_parent
        return cursor.kind is CursorKind.VAR_DECL and holder is not None and holder.kind in _FUNCTIONS


def quoted(name: str) -> str:
    """A name as a step of a symbol."""
    return name if name.isidentifier() and name.isascii() else f"`{name}`"


def _named_with(typedef: Cursor) -> Cursor | None:
    """The structure, union or enum that a typedef defines, or that bears its name: both are one symbol."""
    tag = typedef.underlying_typedef_type.get_declaration()
    if tag.kind not in _TAGS:
        return None
    is_inside = typedef.extent.start.offset <= tag.extent.start.offset < typedef.extent.end.offset
    in_one_file = str(typedef.location.file) == str(tag.location.file)
    return tag if tag.spelling == typedef.spelling or (is_inside and in_one_file) else None
