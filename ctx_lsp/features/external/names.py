"""Finds names that are imported from packages outside of the workspace: at a position, or in a range of a file.

`users` finds all uses of such a package. The definition of such a name is not in the index;
`workspace.sharing.definitions` looks for it in published repositories.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctx_lsp.features.mentions import names_in_imports
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.graph.modules.rules import modules_of
from ctx_lsp.graph.resolution.bindings import Bindings
from ctx_lsp.graph.tables import head_of
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.model import Import
from ctx_lsp.syntax.reference import Reference

_CHAIN = re.compile(r"[\w$]+(?:\(\))?(?:\.[\w$]+(?:\(\))?)*")
_WORD = re.compile(r"[\w-]+")
_CALLED = "()"
_ENTERED = "()^"  # what `with` binds: in nearly all libraries, the object itself


class ExternalName(NamedTuple):
    """A use of a name that is imported from outside of the workspace, or of a member of such a name.

    `start`–`end` is the byte range of the use. `rule` is the name of the rule by which the file's language resolves
    modules. `parts` are the names that follow the imported `module`, as in `module.part.part()`; a part that is called
    ends in `()`.
    """

    start: int
    end: int
    rule: str
    module: str
    parts: tuple[str, ...]


def external_names_at(snapshot: Snapshot, path: str, offset: int) -> list[ExternalName]:
    """Return the external names that the name at a position may mean: one for each external import that binds it.

    The list is empty if no such import binds the name. It has several entries if several imports in one scope bind the
    name, because the program chooses between packages, as in `try`.
    """
    entry = snapshot.files.get(path)
    rule = modules_of(entry.language).rule if entry else ""
    if entry is None or not rule or not entry.facts.outline.imports:
        return []
    found = list(_external(snapshot, entry, rule, _candidates(entry, path, offset)))
    return list(dict.fromkeys(name for imported, name in found if imported.scope == found[0][0].scope))


def external_names_in(snapshot: Snapshot, path: str, start: int, end: int) -> Iterator[ExternalName]:
    """Yield the uses of names imported from outside of the workspace, between two byte offsets in a file."""
    entry = snapshot.files.get(path)
    rule = modules_of(entry.language).rule if entry else ""
    if entry is not None and rule and entry.facts.outline.imports:
        inside = entry.facts.references.within(start, end)
        bound = (candidate for one in inside for candidate in _of_reference(entry, one))
        yield from (name for _, name in _external(snapshot, entry, rule, bound))


def _external(
    snapshot: Snapshot, entry: FileEntry, rule: str, candidates: "Iterable[_Candidate]"
) -> Iterator[tuple[Import, ExternalName]]:
    bindings = Bindings(entry.path, head_of(entry), snapshot.tables.lookups(entry))
    for start, end, imported, parts in candidates:
        is_here = imported.module.startswith(".") or bindings.module_paths(imported) or bindings.imported(imported)
        if not is_here:
            yield imported, ExternalName(start, end, rule, imported.module, parts)


_Candidate = tuple[int, int, Import, tuple[str, ...]]


def _candidates(entry: FileEntry, path: str, offset: int) -> Iterator[_Candidate]:
    for one in entry.facts.references.touching(offset):
        yield from _of_reference(entry, one)
    first, last = entry.source.line_range(entry.source.line_at(offset))
    words = set(_WORD.findall(entry.source.data[first:last].decode("utf-8", "replace")))
    # Most lines have no word that an import contains; they need no parsing.
    if any(words.intersection(_WORD.findall(" ".join(one[:3]))) for one in entry.facts.outline.imports):
        for name in names_in_imports(path, entry.source):
            if name.start <= offset <= name.end:
                imported = name.imported
                is_member = not name.is_module and imported.name not in ("", "*")
                yield name.start, name.end, imported, (imported.name,) if is_member else ()


def _of_reference(entry: FileEntry, one: Reference) -> Iterator[_Candidate]:
    receiver = one.receiver.replace(_ENTERED, _CALLED)
    written = f"{receiver}.{one.name}" if receiver else one.name
    around = entry.definitions[one.symbol].qualname if one.symbol >= 0 else ""
    if _CHAIN.fullmatch(written):
        yield from _bound(entry, tuple(written.split(".")), around, one.start, one.end)


def _bound(entry: FileEntry, chain: tuple[str, ...], around: str, start: int, end: int) -> Iterator[_Candidate]:
    """Yield the imports that bind the first name of `chain`, innermost scope first.

    Each import comes with the byte offsets `start` and `end`, and with the parts that follow its module.
    """
    first = chain[0].removesuffix(_CALLED)
    called = chain[0][len(first) :]
    for one in sorted(entry.facts.outline.imports, key=lambda one: -len(one.scope)):
        if one.scope and not f"{around}.".startswith(f"{one.scope}."):
            continue
        alias = tuple(one.alias.split("."))
        if one.alias == first:
            own = (f"{one.name}{called}",) if one.name else ()
            yield start, end, one, (*own, *chain[1:])
        elif len(alias) > 1 and alias[0] == first:  # `import a.b` binds `a`
            shared = len(alias) if chain[: len(alias)] == alias else 1
            yield start, end, one._replace(module=".".join(alias[:shared])), chain[shared:]
