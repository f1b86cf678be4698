"""Finds the imports in a file, from the matches of `outline.scm`. `graph.modules` finds the imported files."""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile
from operator import itemgetter

from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.model import Import
from ctx_lsp.syntax.preprocessing.branches import branches_of_system
from ctx_lsp.syntax.rows import NodeSpan, QueryMatch, text_of
from ctx_lsp.syntax.rules import LanguageRules
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS, SPACE_KINDS

_VERSION = re.compile(r"v\d+")


def find_imports(
    placed: Iterable[tuple[Import, QueryMatch]], data: bytes, rules: LanguageRules, definitions: Definitions
) -> tuple[Import, ...]:
    """Return the imports in source order and without duplicates. `placed` pairs each import with its match.

    Imports for a single operating system are moved to the end, because the first import of a name binds the name. A
    side-effect import is left out if another import binds a name from the same module.
    """
    branches = branches_of_system(data, rules.system_macros)
    if branches:
        placed = sorted(placed, key=lambda one: any(start <= _start(one[1]) < end for start, end in branches))
    imports = [_in_scope(one, _start(match), definitions, rules) for one, match in placed]
    bound = {one.module for one in imports if not _is_effect(one)}
    return tuple(dict.fromkeys(one for one in imports if not _is_effect(one) or one.module not in bound))


def rebound_names(
    placed: Iterable[tuple[Import, QueryMatch]], otherwise: Sequence[NodeSpan], definitions: Definitions
) -> Iterator[int]:
    """Yield the name offsets of the top-level definitions that a later import of the same name replaces.

    An import in a range in `otherwise` replaces no definition, because it runs only if another branch does not.
    """
    imported: dict[str, int] = {}  # the offset of the last import of each name
    for one, match in placed:
        start = _start(match)
        is_sure = not any(first <= start < end for first, end, _ in otherwise)
        if one.alias and is_sure and definitions.enclosing.at(start) < 0:
            imported[one.alias] = start
    for each in definitions.items:
        if each.parent < 0 and each.end <= imported.get(each.name, -1):
            yield each.name_start


def placed_imports(
    found: Iterable[QueryMatch], data: bytes, rules: LanguageRules
) -> Iterator[tuple[Import, QueryMatch]]:
    """Yield the imports that the matches describe, each with its match, in source order."""
    groups: list[tuple[int, str]] = []  # the open groups: (end, path before the group)
    reexported_until = 0
    for start, match in sorted(((_start(match), match) for match in found), key=itemgetter(0)):
        while groups and groups[-1][0] <= start:
            groups.pop()
        if "import.group" in match.names:  # `a::b::{…}`
            groups.append((match.first("import.group")[1], _joined(match.all("import.prefix"), data)))
        elif match.names == ("import.reexport",):
            reexported_until = match.first("import.reexport")[1]
        else:
            one = _import(match, [prefix for _, prefix in groups], data, rules)
            yield one._replace(reexport=True) if start < reexported_until else one, match


def _in_scope(one: Import, start: int, definitions: Definitions, rules: LanguageRules) -> Import:
    """Return the import with `scope` set to the definition around it, if the import binds its name only there.

    A path that is relative to a module inside the file is rewritten to begin at the file's own module.
    """
    if not rules.relative_paths:
        scope = _enclosing(start, CODE_KINDS, definitions) if one.alias and not one.reexport else ""
        return one._replace(scope=scope) if scope else one
    module = one.module
    inner = _enclosing(start, SPACE_KINDS, definitions)
    if inner and module.partition(rules.path_separator)[0] in rules.relative_paths:
        module = rules.path_separator.join(("self", *inner.split("."), module))
    return one._replace(module=module, scope=_enclosing(start, CODE_KINDS | SPACE_KINDS, definitions))


def _enclosing(start: int, kinds: AbstractSet[str], definitions: Definitions) -> str:
    """Return the qualified name of the innermost definition around `start` whose kind is in `kinds`; "" if none is."""
    index = definitions.enclosing.at(start)
    while index >= 0 and definitions.items[index].kind not in kinds:
        index = definitions.items[index].parent
    return definitions.items[index].qualname if index >= 0 else ""


def _start(match: QueryMatch) -> int:
    """Return the start of an import's match; for a group, return the start of its list."""
    return min(
        start
        for capture, (start, _, _) in zip(match.names, match.spots, strict=True)
        if capture.startswith("import.") and capture != "import.prefix"
    )


def _is_effect(one: Import) -> bool:
    return not one.name and not one.alias


def _import(match: QueryMatch, prefixes: list[str], data: bytes, rules: LanguageRules) -> Import:
    has = match.names.__contains__
    own = "self" if has("import.child") else _joined(match.all("import.module"), data)
    module = rules.path_separator.join(part for part in (*prefixes, own) if part)
    name = _joined(match.all("import.name"), data)
    alias = _joined(match.all("import.alias"), data)
    reexport = has("import.reexport")
    if has("import.star"):
        return Import(module, "*", "", reexport)
    if has("import.self"):  # `a::b::{self}` imports b from a
        module, _, name = module.rpartition(rules.path_separator)
    if has("import.default"):
        return Import(module, "default", alias, reexport)
    if has("import.effect"):
        return Import(module, "", "", reexport)
    return Import(module, name, alias or name or _module_alias(module, rules), reexport)


def _module_alias(module: str, rules: LanguageRules) -> str:
    """Return the local name of a module that is imported as a whole and without an alias."""
    if rules.module_alias == "path":
        return module
    parts = module.split("/" if "/" in module else rules.path_separator)
    if len(parts) > 1 and _VERSION.fullmatch(parts[-1]):
        parts.pop()
    if rules.module_alias == "assumed":  # as Go's own tools assume it: a name cannot have dots and dashes
        plain = parts[-1].removeprefix("go-")
        return "".join(takewhile(lambda one: one.isalnum() or one == "_", plain)) or parts[-1]
    return parts[-1].partition(".")[0] if rules.module_alias == "stem" else parts[-1]


def _joined(spots: Iterable[NodeSpan], data: bytes) -> str:
    text = "".join(text_of(spot, data) for spot in spots)
    if not text or text.isidentifier():
        return text
    text = "".join(text.split())
    dots = "" if text.startswith("<") else "."  # `'..'` is a path; `<.>` and `'` are operators
    is_quoted = text[:1] in ("'", '"', "`", "<") and any(one.isalnum() or one in dots for one in text)
    return text.strip("'\"`<>") if is_quoted else text
