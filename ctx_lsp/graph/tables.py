"""Tables over the definitions of all files, one for each kind of key that files can look up.

Each cell answers a single lookup. A file is resolved again only when a cell that it has read changes. A new method, for
instance, affects only the files that looked up its name, not all importers of its file. Cells contain no text
positions, which nearly every edit would change. `resolution.bindings` and `resolution.scope` make the lookups.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from immutables import Map

from ctx_lsp.engine.engine import Engine
from ctx_lsp.engine.sources import A, K, Query, Source, Table, V
from ctx_lsp.graph.entry import Definition, FileEntry, without_numbers
from ctx_lsp.graph.file_failures import FileFailures
from ctx_lsp.graph.modules.files import folder_of, module_stem
from ctx_lsp.graph.projects import read_project
from ctx_lsp.graph.projects.model import Project, names_of, source_roots
from ctx_lsp.graph.resolution.method_shapes import Method, methods_by_type
from ctx_lsp.graph.resolution.visibility import family, visibility_of
from ctx_lsp.syntax.items.identifiers import identifier_of, prefix_of
from ctx_lsp.syntax.model import Import, Symbol
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, MEMBER_KINDS

MAX_HOLDERS = 200  # types that have a member of the same name; if there are more, `EVERYWHERE` is stored instead
MAX_PIECES = 8  # pieces of one type or namespace; a few are enough for a type that hundreds of files reopen
MAX_EXTENSIONS = 12  # extensions with the same name; if there are more, the name does not identify one
MAX_GUESSES = 3  # candidates for a name; more are ambiguous

Candidates = tuple[Definition, ...]
Paths = tuple[str, ...]
Names = tuple[str, ...]
Methods = tuple[Method, ...]
Keys = Map[str, bool]  # an unordered set with cheap updates at any size
Part = TypeVar("Part")
W = TypeVar("W")

_NONE: Keys = Map()
EVERYWHERE: Names = ("*",)  # replaces the list of types that have a member, if it is too long


class FileHead(NamedTuple):
    """The language, imports and package of a file."""

    language: str
    imports: tuple[Import, ...]
    package: str


class Typing(NamedTuple):
    """The type information of a symbol. Each field is copied from the field of `Symbol` that has the same name."""

    value_types: tuple[str, ...]
    type_names: tuple[str, ...]
    type_parameters: tuple[str, ...]
    parameter_types: tuple[str, ...]
    extension_receiver: str
    bounds: tuple[str, ...]


UNTYPED = Typing((), (), (), (), "", ())


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables over all entries; the comment on each field names its keys."""

    paths: Table[str, bool, bool]  # path
    heads: Table[str, FileHead, None]  # path
    exports: Table[tuple[str, str], Names, Names]  # path, alias → names exported under that alias
    symbols: Table[str, Definition, None]  # symbol id
    typings: Table[str, Typing, Typing]  # symbol id
    stems: Table[str, Paths, Paths]  # last part of a module name → paths
    folders: Table[str, Paths, Paths]  # folder → paths directly in it
    names: Table[str, Keys, Keys]  # last part of a symbol's name → paths of files that define it
    initials: Table[str, Keys, Keys]  # first two letters in lower case → keys of `names`
    by_folder: Table[tuple[str, str, str], Candidates, Candidates]  # language family, folder, top-level name
    packaged: Table[tuple[str, str], Candidates, Candidates]  # package, top-level name
    # language family, qualified name of a type or module → `_pieces`
    qualified: Table[tuple[str, str], Candidates, Candidates]
    extensions: Table[tuple[str, str], Candidates, Candidates]  # language family, name of an extension
    # language family, `Type.member` of a type that another file defines
    out_of_line_members: Table[tuple[str, str], Candidates, Candidates]
    # language family, member name → qualified names of the types that have it, or `EVERYWHERE`
    holders: Table[tuple[str, str], Names, Names]
    # language family, top-level name; for languages whose modules span files
    by_module: Table[tuple[str, str], Candidates, Candidates]
    methods: Table[tuple[str, str, str], Methods, Methods]  # language family, folder, qualified name of a type
    interfaces_by_method: Table[tuple[str, str], Candidates, Candidates]  # language family, longest method name
    configurations: Table[str, Project, None]  # path of a configuration file
    projects: Table[tuple[str, str], Paths, Paths]  # kind and name of a project → paths of its configuration files
    source_roots: Table[str, bool, bool]  # folder
    items: Table[str, Candidates, Candidates]  # identifier of an item in normal form
    item_prefixes: Table[str, bool, bool]  # prefix of an identifier
    superseded: Table[str, Candidates, Candidates]  # identifier of an item → items that say that it supersedes them
    # language family, whether it is a member, name; empty if too many definitions have the name
    by_name_fallback: Table[tuple[str, bool, str], Candidates, Candidates]


def declare_tables(engine: Engine, entries: Query[str, FileEntry, None], failures: FileFailures) -> Tables:
    """Declare the tables over `entries`; errors in computing a file's contribution are recorded in `failures`."""

    def table(
        name: str,
        absent: A,
        of: Source[str, V, Any],
        contributions: Callable[[str, V], Mapping[K, Any]],
        view: Callable[[Mapping[str, Any]], W] | None,
    ) -> Table[K, W, A]:
        return engine.table(name, absent, of, failures.isolated(name, contributions), view)

    names: Table[str, Keys, Keys] = table(
        "names", _NONE, entries, lambda _, entry: dict.fromkeys(entry.by_name, True), None
    )
    items: Table[str, Candidates, Candidates] = table("items", (), entries, _items, _joined)
    configurations = table("configurations", None, entries, _configuration, _only)
    return Tables(
        paths=table("paths", False, entries, lambda path, _: {path: True}, _only),
        heads=table("heads", None, entries, lambda path, entry: {path: head_of(entry)}, _only),
        exports=table("exports", (), entries, _exports, _only),
        symbols=table("symbols", None, entries, _symbols, _only),
        typings=table("typings", UNTYPED, entries, _typings, _only),
        stems=table("stems", (), entries, lambda path, _: {module_stem(path): True}, _sorted_keys),
        folders=table("folders", (), entries, lambda path, _: {folder_of(path): True}, _sorted_keys),
        names=names,
        initials=engine.table("initials", _NONE, names, lambda name, _: {initial(name): True}, None),
        by_folder=table("by_folder", (), entries, _by_folder, _joined),
        packaged=table("packaged", (), entries, _packaged, _joined),
        qualified=table("qualified", (), entries, _qualified, _pieces),
        extensions=table("extensions", (), entries, _extensions, _some),
        out_of_line_members=table("out_of_line_members", (), entries, _out_of_line_members, _joined),
        holders=table("holders", (), entries, _holders, _named_holders),
        by_module=table("by_module", (), entries, _by_module, _joined),
        methods=table("methods", (), entries, _methods, _joined),
        interfaces_by_method=table("interfaces_by_method", (), entries, _interfaces_by_method, _joined),
        configurations=configurations,
        projects=table("projects", (), configurations, lambda _, one: dict.fromkeys(names_of(one), True), _sorted_keys),
        source_roots=table(
            "source_roots", False, configurations, lambda _, one: dict.fromkeys(source_roots(one), True), _only
        ),
        items=items,
        item_prefixes=engine.table("item_prefixes", False, items, lambda name, _: {prefix_of(name): True}, _only),
        superseded=table("superseded", (), entries, _superseded, _joined),
        by_name_fallback=table("by_name_fallback", (), entries, _by_name_fallback, _few),
    )


def initial(name: str) -> str:
    """Return the key under which `Tables.initials` lists a symbol's name."""
    return name.lower()[:2]


def head_of(entry: FileEntry) -> FileHead:
    """Return the language, imports and package of the file that `entry` describes."""
    return FileHead(entry.language, entry.facts.outline.imports, entry.facts.outline.package)


def _configuration(path: str, entry: FileEntry) -> Mapping[str, Project]:
    project = read_project(path, entry.source.data)
    return {} if project is None else {path: project}


def package_key(written: str) -> str:
    """Return the key in `Tables.packaged` for the package name `written`."""
    return written.replace("\\", ".")


def _exports(path: str, entry: FileEntry) -> Mapping[tuple[str, str], Names]:
    found: dict[tuple[str, str], Names] = {}
    for one in entry.facts.outline.exports:
        found[path, one.alias] = (*found.get((path, one.alias), ()), one.name)
    return found


def _symbols(_: str, entry: FileEntry) -> Mapping[str, Definition]:
    return {definition.id: definition for definition in entry.by_qualname.values()}


def _typings(_: str, entry: FileEntry) -> Mapping[str, Typing]:
    symbols = entry.facts.outline.symbols
    typed = (
        (one.id, typing) for one in entry.by_qualname.values() if (typing := typing_of(symbols[one.index])) != UNTYPED
    )
    return dict(typed)


def typing_of(symbol: Symbol) -> Typing:
    """Return the type information in the declaration of `symbol`."""
    return Typing(
        symbol.value_types,
        symbol.type_names,
        symbol.type_parameters,
        symbol.parameter_types,
        symbol.extension_receiver,
        symbol.bounds,
    )


def _by_folder(path: str, entry: FileEntry) -> Mapping[tuple[str, str, str], Candidates]:
    if not visibility_of(entry.language).folder_visible:
        return {}
    group, folder = family(entry.language), folder_of(path)
    return {(group, folder, name): tops for name, tops in entry.top_level.items()}


def _packaged(_: str, entry: FileEntry) -> Mapping[tuple[str, str], Candidates]:
    if not visibility_of(entry.language).packages:
        return {}
    package = package_key(entry.facts.outline.package)
    return {(package, name): tops for name, tops in entry.top_level.items()}


def _qualified(_: str, entry: FileEntry) -> Mapping[tuple[str, str], Candidates]:
    if not visibility_of(entry.language).qualified_names:
        return {}
    group = family(entry.language)
    found: dict[tuple[str, str], Candidates] = {}
    for one in entry.by_qualname.values():
        if one.kind in CONTAINER_KINDS:
            key = (group, piece_name(entry.language, one.qualname))
            found[key] = (*found.get(key, ()), one)[:MAX_PIECES]
    return found


def _out_of_line_members(_: str, entry: FileEntry) -> Mapping[tuple[str, str], Candidates]:
    group = family(entry.language)
    found: dict[tuple[str, str], Candidates] = {}
    for one in entry.by_qualname.values():
        holder, dot, name = one.qualname.rpartition(".")
        if dot and (one.container == entry.path or visibility_of(entry.language).reopened_types):
            key = (group, f"{piece_name(entry.language, holder)}.{name}")
            found[key] = (*found.get(key, ()), one)[:MAX_PIECES]
    return found


def piece_name(language: str, qualname: str) -> str:
    """Return the name that all pieces of the type `qualname` share.

    In a language with reopened types, this is the name without numbers, such as `Cart` for `Cart#2`. In any other
    language, it is `qualname` itself.
    """
    return without_numbers(qualname) if visibility_of(language).reopened_types else qualname


def _holders(_: str, entry: FileEntry) -> Mapping[tuple[str, str], Names]:
    if not visibility_of(entry.language).reopened_types:
        return {}
    group = family(entry.language)
    found: dict[tuple[str, str], dict[str, None]] = {}
    for qualname in entry.by_qualname:
        holder, _, name = qualname.rpartition(".")
        if holder:
            found.setdefault((group, name), {})[piece_name(entry.language, holder)] = None
    return {key: tuple(holders) for key, holders in found.items()}


def _named_holders(parts: Mapping[str, Names]) -> Names:
    """Merge `parts`, the names of all types that have a given member; return `EVERYWHERE` if there are too many."""
    if len(parts) > MAX_HOLDERS:
        return EVERYWHERE
    found = sorted(set(chain.from_iterable(parts.values())))
    return tuple(found) if len(found) <= MAX_HOLDERS else EVERYWHERE


def _by_module(_: str, entry: FileEntry) -> Mapping[tuple[str, str], Candidates]:
    if not visibility_of(entry.language).module_visible:
        return {}
    group = family(entry.language)
    return {(group, name): tops for name, tops in entry.top_level.items()}


def _methods(path: str, entry: FileEntry) -> Mapping[tuple[str, str, str], Methods]:
    if not visibility_of(entry.language).structural_types:
        return {}
    group, folder = family(entry.language), folder_of(path)
    return {(group, folder, holder): methods for holder, methods in methods_by_type(entry).items()}


def _interfaces_by_method(_: str, entry: FileEntry) -> Mapping[tuple[str, str], Candidates]:
    """Return a file's interfaces, keyed by their longest method name, which is likely to be rare."""
    if not visibility_of(entry.language).structural_types:
        return {}
    found: dict[tuple[str, str], Candidates] = {}
    for holder, methods in methods_by_type(entry).items():
        interface = entry.by_qualname.get(holder)
        if interface is not None and interface.kind == "Interface":
            key = (family(entry.language), max((len(one.name), one.name) for one in methods)[1])
            found[key] = (*found.get(key, ()), interface)
    return found


def _extensions(_: str, entry: FileEntry) -> Mapping[tuple[str, str], Candidates]:
    group, symbols = family(entry.language), entry.facts.outline.symbols
    found: dict[tuple[str, str], list[Definition]] = {}
    for definition in entry.by_qualname.values():
        if symbols[definition.index].extension_receiver and "#" not in definition.qualname:
            found.setdefault((group, definition.name), []).append(definition)
    return {key: tuple(definitions) for key, definitions in found.items()}


def _items(_: str, entry: FileEntry) -> Mapping[str, Candidates]:
    return {one.item.identifier: (one,) for one in entry.definitions if one.item and one.item.identifier}


def _superseded(_: str, entry: FileEntry) -> Mapping[str, Candidates]:
    found: dict[str, dict[str, Definition]] = {}
    for reference in entry.facts.references.of_kind("superseded-by"):
        if reference.symbol >= 0:
            item = _item_around(entry, entry.definitions[reference.symbol])
            if item is not None:
                found.setdefault(identifier_of(reference.name), {})[item.id] = item
    return {identifier: tuple(items.values()) for identifier, items in found.items()}


def _item_around(entry: FileEntry, one: Definition | None) -> Definition | None:
    """Return `one` if it is an item, else the nearest item around it; None if there is none."""
    while one is not None and one.item is None:
        parent = entry.facts.outline.symbols[one.index].parent
        one = entry.definitions[parent] if parent >= 0 else None
    return one


def _by_name_fallback(_: str, entry: FileEntry) -> Mapping[tuple[str, bool, str], Candidates]:
    group = family(entry.language)
    found: dict[tuple[str, bool, str], list[Definition]] = {}
    local = visibility_of(entry.language).file_local
    for definition in entry.definitions:
        if local and definition.container == entry.path and _is_of_the_file(entry, definition):
            continue
        found.setdefault((group, definition.kind in MEMBER_KINDS, definition.name), []).append(definition)
    return {key: tuple(definitions) for key, definitions in found.items()}


def _is_of_the_file(entry: FileEntry, definition: Definition) -> bool:
    """Return whether a definition is visible only in its file and in files that include it.

    This holds for static definitions. It also holds for lower-case macros: a macro like `#define malloc(size) …`
    replaces a function only in the files that include it. Upper-case macros are assumed to have unique names.
    """
    is_macro = entry.source.data.startswith(b"#", entry.facts.spans[definition.index].start)
    return not entry.facts.outline.symbols[definition.index].exported or (is_macro and definition.name.islower())


def _only(parts: Mapping[str, Part]) -> Part:
    return next(iter(parts.values()))


def _sorted_keys(parts: Mapping[str, object]) -> Paths:
    return tuple(sorted(parts))


def _joined(parts: Mapping[str, tuple[Part, ...]]) -> tuple[Part, ...]:
    return tuple(chain.from_iterable(parts[path] for path in sorted(parts)))


def _pieces(parts: Mapping[str, Candidates]) -> Candidates:
    """Return the pieces of a type, in path order.

    If more than `MAX_PIECES` files have pieces of the type, return those in the first `MAX_PIECES` files, followed by
    the main piece (see `main_piece`) if it is not among them.
    """
    if len(parts) <= MAX_PIECES:
        return _joined(parts)
    first = tuple(chain.from_iterable(parts[path] for path in nsmallest(MAX_PIECES, parts)))
    main = main_piece(chain.from_iterable(parts.values()))
    return first if main in first else (*first, main)


def main_piece(pieces: Iterable[Definition]) -> Definition:
    """Return the main piece of a type: the one in the file named after the type, else the one nearest to the root."""

    def rank(piece: Definition) -> tuple[bool, int, str]:
        stem = piece.path.rpartition("/")[2].partition(".")[0]
        return stem.replace("_", "") != piece.name.lower(), piece.path.count("/"), piece.path

    return min(pieces, key=rank)


def _some(parts: Mapping[str, Candidates]) -> Candidates:
    return _joined(parts) if _count(parts.values()) <= MAX_EXTENSIONS else ()


def _few(parts: Mapping[str, Candidates]) -> Candidates:
    return _joined(parts) if len(parts) <= MAX_GUESSES and _count(parts.values()) <= MAX_GUESSES else ()


def _count(groups: Iterable[Candidates]) -> int:
    return sum(len(group) for group in groups)
