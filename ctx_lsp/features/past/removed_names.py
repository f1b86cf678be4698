"""Finds code that still uses the names of removed symbols. The graph has no edges to them, so names are compared.

`changes` finds the removed symbols, `users` compares the names.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.counted import counted
from ctx_lsp.features.changes import Changes, entry_of
from ctx_lsp.features.past.moved_files import NONE_MOVED, FormerUser, UsersOfMoved, users_of_moved
from ctx_lsp.features.users import users_by_name
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import Definition, FileEntry, path_of, qualname_of, without_numbers
from ctx_lsp.graph.modules.files import module_stem
from ctx_lsp.graph.resolution.visibility import family, visibility_of
from ctx_lsp.languages.table import language
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.symbol_kinds import CONTENT_KINDS, VARIABLE_KINDS

MAX_NAMES = 50  # different names that are looked for, because each takes a search
MAX_PARSED = 200  # deleted files that are parsed for their names
MAX_USERS = 50  # of one name; a name with more is a common word
MAX_NAMED = 5  # of each kind of symbol in a warning


@dataclass(frozen=True, slots=True)
class UsersOfRemoved:
    """Code that still uses the names of removed symbols, as far as names tell.

    `unknown` has the removed symbols whose users were not found out, and the deleted files of such symbols. `moved` has
    the users of moved files, which are not among `users`.
    """

    users: tuple[FormerUser, ...] = ()
    unknown: tuple[str, ...] = ()
    moved: UsersOfMoved = NONE_MOVED


class _Name(NamedTuple):
    """The name of removed symbols in one family of languages.

    If `module` is not empty, only code that imports the name, or from a module with this stem, can mean the symbols.
    """

    name: str
    family: str
    module: str = ""


def users_of_removed(snapshot: Snapshot, found: Changes, token: CancelToken) -> UsersOfRemoved:
    """Return the code that still uses the name of a removed symbol, each once. Raises `Cancelled`.

    The users of a name are unknown if another definition has it, if the language itself uses it, or if too much code
    does.
    """
    wanted: dict[_Name, list[str]] = {}
    unknown: list[str] = []
    for symbol, name in _removed(snapshot, found, wanted, token):
        if name is None or not _is_telling(snapshot, name.name):
            unknown.append(symbol)
        else:
            wanted.setdefault(name, []).append(symbol)
    users: dict[str, FormerUser] = {}
    importers = _importers(snapshot, wanted, token) if wanted else {}
    for name, symbols in wanted.items():
        nodes = [
            *_users(snapshot, name, token),
            *((path, "imports") for path in importers.get(name._replace(module=""), ())),
        ]
        if len(nodes) > MAX_USERS:
            unknown += symbols
            continue
        for node, kind in nodes:
            users.setdefault(node, FormerUser(node, kind, symbols[0]))
    return UsersOfRemoved(tuple(users.values()), tuple(unknown), users_of_moved(snapshot, found, token))


def users_phrase(found: UsersOfRemoved) -> str:
    """Return the end of a sentence about removed symbols that names their users."""
    if not found.users:
        return "users of removed symbols are unknown"
    known = f"still used, as far as names tell, in {first_names([one.node for one in found.users])}"
    return known + (f"; users of {first_names(found.unknown)} are unknown" if found.unknown else "")


def move_warnings(found: UsersOfMoved) -> Iterator[str]:
    """Yield a warning for each moved file, which names the files that still use the old path."""
    for move in found.moves[:MAX_NAMED]:
        users = list(dict.fromkeys(path_of(one.node) for one in found.users if path_of(one.removed) == move.old))
        known = f"; the old path is still used in {first_names(users)}" if users else ""
        yield f"moved: {move.old} to {move.new}{known}"
    more = len(found.moves) - MAX_NAMED
    if more > 0:
        yield f"moved: {counted(more, 'more file')}"
    if found.is_cut:
        yield "the users of some moved files are unknown, because too many files may use them"


def first_names(names: Sequence[str]) -> str:
    """Return the first names in a list for a warning, and how many more there are."""
    more = f" and {len(names) - MAX_NAMED:,} more" if len(names) > MAX_NAMED else ""
    return f"{', '.join(names[:MAX_NAMED])}{more}"


def _removed(
    snapshot: Snapshot, found: Changes, wanted: Mapping[_Name, object], token: CancelToken
) -> Iterator[tuple[str, _Name | None]]:
    """Yield the removed symbols of code, with their names, and the deleted files whose symbols are not known.

    Once there are `MAX_NAMES` names in `wanted`, the rest has None as its name, and deleted files are not parsed.
    """
    parsed = 0
    moved = {move.old for move in found.moves}
    for one in found.changes:
        path = path_of(one.symbol)
        entry = snapshot.files.get(path)
        is_there = one.symbol in snapshot.files or snapshot.definition(one.symbol) is not None
        if one.change != "removed" or path in moved or is_there:
            continue
        token.check()
        is_full = len(wanted) >= MAX_NAMES
        if entry is not None:
            if language(entry.language).category == "code":
                yield one.symbol, None if is_full else _name(one.symbol, entry)
            continue
        if language(language_of(path)).category != "code":
            continue
        is_full = is_full or parsed >= MAX_PARSED
        old = entry_of(path, found.gone[path]) if path in found.gone and not is_full else None
        parsed += old is not None
        if old is None:
            yield path, None
            continue
        stem = module_stem(path) or path.rpartition("/")[2].strip(".")  # `.settings.cjs` begins with a dot
        # Other files use the outermost symbols most.
        for each in sorted(old.definitions, key=lambda each: each.id.count(".")):
            module = stem if _needs_import(each) else ""
            yield each.id, None if len(wanted) >= MAX_NAMES else _name(each.id, old)._replace(module=module)


def _needs_import(definition: Definition) -> bool:
    """Return whether a definition is a plain value that others can use only after an import.

    Such values are often the keys of a configuration. Their names, such as `env`, are common words, so that a use of
    the name alone does not mean the value.
    """
    rules = visibility_of(definition.language)
    is_shared = rules.folder_visible or rules.packages or rules.module_visible or rules.global_names or rules.headers
    is_value = definition.kind in VARIABLE_KINDS and definition.container == definition.path
    return is_value and not is_shared


def _name(symbol: str, entry: FileEntry) -> _Name:
    return _Name(without_numbers(qualname_of(symbol)).rpartition(".")[2], family(entry.language))


def _is_telling(snapshot: Snapshot, name: str) -> bool:
    """Return whether code that uses a removed name means the removed symbol: nothing else has the name."""
    is_dunder = name.startswith("__")
    return bool(name) and not is_dunder and all(other.kind in CONTENT_KINDS for other in snapshot.named(name))


def _users(snapshot: Snapshot, name: _Name, token: CancelToken) -> Iterator[tuple[str, EdgeKind]]:
    users = users_by_name(snapshot, name.name, token)
    own = (one for one in users if _can_mean(snapshot.files[one.path], name))
    for user in islice(own, MAX_USERS + 1):
        yield user.node, user.kind


def _can_mean(entry: FileEntry, name: _Name) -> bool:
    imports = entry.facts.outline.imports
    is_imported = not name.module or any(name.module in one.module or name.name == one.name for one in imports)
    return is_imported and family(entry.language) == name.family


def _importers(snapshot: Snapshot, wanted: Mapping[_Name, object], token: CancelToken) -> dict[_Name, list[str]]:
    """Return the paths of the files that import each of the names, in order."""
    plain = frozenset(one.name for one in wanted)
    found: dict[_Name, list[str]] = {}
    for path, entry in sorted(snapshot.files.items()):
        token.check()
        imported = plain.intersection(one.name for one in entry.facts.outline.imports)
        if imported and entry.role != "docs":
            own = family(entry.language)
            for name in imported:
                found.setdefault(_Name(name, own), []).append(path)
    return found
