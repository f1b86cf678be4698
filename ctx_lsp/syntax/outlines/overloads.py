"""Decides which of several definitions with the same name keeps the plain name; the others are numbered.

Among functions, the last definition keeps the name: it is the implementation after its overloads, or the definition
that is in effect. In all other cases, the first definition keeps the name, even if the others are functions named after
a type (constructors in Julia). Before this step, `nesting` has numbered the definitions in the order in which they
appear.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from ctx_lsp.syntax.definitions import DefinitionSpan
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS, TYPE_KINDS

_NUMBER = re.compile(r"#\d+$")
_OVERLOADED_KINDS = CODE_KINDS - {"Property"}  # a getter comes before its setter and is more informative


def name_implementations(definitions: Sequence[DefinitionSpan]) -> tuple[DefinitionSpan, ...]:
    """Return the definitions, renumbered so that the main definition of each name has no number.

    The docstring of this module says which definition is the main one. The others get `#2`, `#3`, … in their order. If
    a definition is renamed, the qualified names of its members change as well.
    """
    if not any("#" in one.qualname for one in definitions):
        return tuple(definitions)
    groups: dict[str, list[DefinitionSpan]] = defaultdict(list)
    for one in definitions:
        groups[_NUMBER.sub("", one.qualname)].append(one)
    renamed: dict[str, str] = {}
    for base, group in groups.items():
        meant = group[0]
        if meant.kind not in TYPE_KINDS:
            meant = next((one for one in reversed(group) if one.kind in _OVERLOADED_KINDS), meant)
        others = [one for one in group if one is not meant]
        if others and meant is not group[0]:
            renamed[meant.qualname] = base
            renamed |= {one.qualname: f"{base}#{number}" for number, one in enumerate(others, start=2)}
    if not renamed:
        return tuple(definitions)
    names = (_new_name(one, renamed) for one in definitions)
    return tuple(
        one if name == one.qualname else one._replace(qualname=name)
        for one, name in zip(definitions, names, strict=True)
    )


def _new_name(one: DefinitionSpan, renamed: dict[str, str]) -> str:
    """Return the new qualified name of a definition if it or an enclosing definition was renamed, else the old one.

    `renamed` maps old qualified names to new ones. Because names may contain dots, a part between two dots need not be
    a whole name, so every prefix is looked up, longest first.
    """
    qualname = one.qualname
    if qualname in renamed:
        return renamed[qualname]
    end = len(_NUMBER.sub("", qualname)) - len(one.name) - 1
    while end > 0:
        if qualname[:end] in renamed:
            return renamed[qualname[:end]] + qualname[end:]
        end = qualname.rfind(".", 0, end)
    return qualname
