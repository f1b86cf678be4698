"""What a written name can mean in a workspace, and whether a name that means nothing is certainly wrong.

Names of libraries and languages are foreign: they are never wrong. So is every name whose first part is not known here.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Literal

from ctx_lsp.claims.index import ClaimIndex
from ctx_lsp.claims.mention_shapes import WrittenName, written_name
from ctx_lsp.claims.nearest import closest
from ctx_lsp.claims.occurrences import has_word, is_code
from ctx_lsp.claims.reads import Kept
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CALLABLE_KINDS, CONTENT_KINDS, TYPE_KINDS

MAX_MEANINGS = 12  # definitions with the same name; with more, the name says too little
MAX_ANCESTORS = 60
_DYNAMIC = (
    "__getattr__", "__getattribute__", "method_missing", "respond_to_missing", "define_method", "noSuchMethod",
    "__call", "__index", "Proxy",
)  # fmt: skip
_MIXING_KINDS = CALLABLE_KINDS | {"Module"}
_SOURCE_FOLDERS = frozenset({"src", "lib", "source", "sources", "python", "packages", "app", "main", "java"})

Standing = Literal["found", "foreign", "missing", "unsure"]


@dataclass(frozen=True, slots=True)
class NameMeaning:
    """What a written name can mean.

    `missing` means that the part before the last one is known, and certainly has no such member. `holders` are then the
    types or files that were searched. `unsure` names occur somewhere, or cannot be judged.
    """

    standing: Standing
    definitions: tuple[Definition, ...] = ()
    holders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameScope:
    """The names that a sentence can mean without saying where they are.

    `document` is the path of the document. `files` are files that the sentence, its headings or its place name, which
    are preferred. `around` is the id of the symbol that a comment or docstring belongs to. `local_names` are words of
    examples in the document, which are never wrong.
    """

    document: str
    files: tuple[str, ...] = ()
    around: str = ""
    local_names: frozenset[str] = frozenset()


@dataclass
class Names:
    """Look-ups of written names in one snapshot."""

    index: ClaimIndex
    reaches: dict[str, Kept[tuple[frozenset[str], bool]]] = field(default_factory=dict)
    """What symbols call and use, by their ids, as far as it was asked for."""
    _meanings: dict[tuple[str, NameScope], Kept[NameMeaning]] = field(default_factory=dict)
    _ancestries: dict[str, Kept["Ancestry"]] = field(default_factory=dict)

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot in which names are looked up."""
        return self.index.snapshot

    def ending_with(self, path: str) -> tuple[str, ...]:
        """Return the files whose paths end with the parts of `path`."""
        end = "/" + path.strip("/").removeprefix("./")
        found = self.index.paths.by_name.get(end.rpartition("/")[2], ())
        return tuple(one for one in found if f"/{one}".endswith(end))

    def meaning(self, text: str, scope: NameScope) -> NameMeaning:
        """Return what the name `text` can mean in the scope of a sentence."""
        return self.index.log.once(self._meanings, (text, scope), lambda: self._meaning_of(text, scope))

    def _meaning_of(self, text: str, scope: NameScope) -> NameMeaning:
        name = written_name(text)
        return self._meaning(name, scope) if name else NameMeaning("unsure")

    def _meaning(self, name: WrittenName, scope: NameScope) -> NameMeaning:
        parts = name.parts
        if parts[0] in ("self", "this", "cls", "super") and len(parts) > 1:
            holder = self._type_around(scope)
            return self._member((holder,), parts[-1]) if holder and len(parts) == 2 else NameMeaning("unsure")
        found = self.definitions(parts)
        if found:
            return self._preferred(found, parts, scope)
        if len(parts) == 1:
            return NameMeaning("unsure" if self.index.holder(parts[0]) else "missing")
        return self._inside(parts, scope)

    def definitions(self, parts: tuple[str, ...]) -> tuple[Definition, ...]:
        """Return the definitions in code whose qualified name, after their module's, ends with `parts`."""
        return tuple(one for one in self._named(parts[-1]) if self._ends_with(one, parts))

    def _named(self, name: str) -> Iterator[Definition]:
        for one in self.snapshot.named(name):
            if one.kind not in CONTENT_KINDS and is_code(self.snapshot.files[one.path]):
                yield one

    def _ends_with(self, one: Definition, parts: tuple[str, ...]) -> bool:
        qualified = one.qualname.partition("#")[0].split(".")
        if len(parts) <= len(qualified):
            return tuple(qualified[-len(parts) :]) == parts
        module = parts[: len(parts) - len(qualified)]
        return parts[len(module) :] == tuple(qualified) and self.is_module(one.path, module)

    def is_module(self, path: str, module: tuple[str, ...]) -> bool:
        """Return whether a file's path ends with the parts of a module's name, as written in any language."""
        entry = self.snapshot.files[path]
        package = tuple(
            part for part in entry.facts.outline.package.replace("\\", ".").replace("::", ".").split(".") if part
        )
        return (
            _ends(module_parts(path), module)
            or _ends(package, module)
            or (
                _ends(module_parts(path)[:-1], module)  # a package exports names of its modules
            )
        )

    def _preferred(self, found: tuple[Definition, ...], parts: tuple[str, ...], scope: NameScope) -> NameMeaning:
        """Narrow the meanings to those in the files in scope, then to the outermost definitions."""
        if len(parts) == 1 and scope.around:
            inner = tuple(one for one in found if scope.around in (one.container, one.id))
            found = inner or found
        near = tuple(one for one in found if one.path in scope.files)
        if near:
            return NameMeaning("found", near)
        sources = tuple(one for one in found if self.snapshot.files[one.path].role == "source")
        return NameMeaning("found", sources or found)

    def _inside(self, parts: tuple[str, ...], scope: NameScope) -> NameMeaning:
        """Judge a dotted name without a definition by the part before the last one."""
        *before, last = parts
        head = tuple(before)
        if parts[0] in scope.local_names and not self._is_type_name(parts[0]):
            return NameMeaning("foreign")
        named = self.definitions(head)
        types = tuple(one for one in named if one.kind in TYPE_KINDS)
        if types and (len(head) > 1 or types[0].name.lstrip("_")[:1].isupper()):
            return self._member(types, last)
        modules = () if types else self.modules(head)
        if len(head) == 1:  # a word that is the name of a file may be a variable as well; a package is rarely one
            modules = tuple(one for one in modules if one.rpartition("/")[2].startswith("__init__."))
        if modules and len(head) == 1 and any(one.container for one in self._named(last) if one.qualname != last):
            return NameMeaning("unsure")  # a variable with the name of the package, of a type with this member
        if modules:
            return self._exported(modules, last)
        return NameMeaning("unsure" if named else "foreign")

    def _is_type_name(self, name: str) -> bool:
        return any(one.kind in TYPE_KINDS for one in self._named(name))

    def _type_around(self, scope: NameScope) -> Definition | None:
        one = self.snapshot.definition(scope.around) if scope.around else None
        while one is not None and one.kind not in TYPE_KINDS:
            one = self.snapshot.definition(one.container)
        return one

    def _member(self, holders: tuple[Definition, ...], name: str) -> NameMeaning:
        """Find a member of types, inherited ones included; it is missing if no type can have it in any way."""
        if not holders or len(holders) > MAX_MEANINGS:
            return NameMeaning("unsure")
        found: list[Definition] = []
        sure = True
        kin: dict[str, Definition] = {}
        for holder in holders:
            family = self.ancestry(holder)
            own = [one for ancestor in family.types for one in self.members(ancestor) if one.name == name]
            found += own[:1]
            kin |= {one.id: one for one in family.types}
            is_empty = not any(True for one in family.types for _ in self.members(one))  # a target of a build, a stub
            is_open = is_empty or family.is_dynamic or not self._knows_bases(family, holder.language, name)
            sure = sure and not is_open and not any(self._may_have(one, name) for one in family.types)
        if found:
            return NameMeaning("found", tuple(dict.fromkeys(found)))
        if not sure and not self.index.holder(name):  # it may be inherited, unless it is a slip
            sure = bool(closest(name, (one.name for each in kin.values() for one in self.members(each))))
        return NameMeaning("missing" if sure else "unsure", holders=tuple(kin))

    def _knows_bases(self, family: "Ancestry", language: str, name: str) -> bool:
        """Return whether no base outside of the workspace can have a member of this name."""
        if name.startswith("__") and family.foreign:
            return False
        known = foreign_members().get(language, {})
        bases = (base.replace("::", ".").rpartition(".")[2] for base in family.foreign)
        return all(base in known and name not in known[base] for base in bases)

    def members(self, holder: Definition) -> Iterator[Definition]:
        """Yield the members of a type, those that other files define included."""
        for one in (holder, *self._pieces(holder)):
            entry = self.snapshot.files[one.path]
            for index in entry.children.get(one.index, ()):
                yield entry.definitions[index]

    def _pieces(self, holder: Definition) -> Iterator[Definition]:
        """Yield other definitions with the qualified name of a type: its pieces, and blocks of members."""
        for one in self._named(holder.name):
            if one.id != holder.id and one.qualname.partition("#")[0] == holder.qualname.partition("#")[0]:
                yield one

    def _may_have(self, holder: Definition, name: str) -> bool:
        """Return whether the text of a type has the word, or anything assigns a member of the name from outside."""
        entry = self.snapshot.files[holder.path]
        span = entry.facts.spans[holder.index]
        if has_word(entry.source.data, name, span.start, span.end):
            return True
        return self._defines(f"{holder.name}.{name}") or any(map(self._is_mixed_in, self._named(name)))

    def _is_mixed_in(self, member: Definition) -> bool:
        """Return whether a member belongs to a module, trait or function, so that types may get it at run time."""
        holder = self.snapshot.definition(member.container)
        return holder is not None and holder.kind in _MIXING_KINDS

    def _defines(self, qualname: str) -> bool:
        return any(one.qualname.endswith(qualname) for one in self._named(qualname.rpartition(".")[2]))

    def ancestry(self, holder: Definition) -> "Ancestry":
        """Return a type with all its ancestors in the workspace."""
        return self.index.log.once(self._ancestries, holder.id, lambda: self._ancestry(holder))

    def _ancestry(self, holder: Definition) -> "Ancestry":
        types: dict[str, Definition] = {holder.id: holder}
        foreign: list[str] = []
        waiting = [holder]
        while waiting and len(types) < MAX_ANCESTORS:
            one = waiting.pop()
            edges = [e for e in self.snapshot.graph.outgoing(one.id) if e.kind in ("inherits", "implements")]
            targets = [self.snapshot.definition(edge.target) for edge in edges]
            known = {target.name for target in targets if target}
            foreign += [base.name for base in one.bases if base.name.replace("::", ".").rpartition(".")[2] not in known]
            for target in targets:
                if target is not None and target.id not in types:
                    types[target.id] = target
                    waiting.append(target)
        found = tuple(types.values())
        return Ancestry(found, tuple(foreign), any(map(self._is_dynamic, found)))

    def _is_dynamic(self, holder: Definition) -> bool:
        entry = self.snapshot.files[holder.path]
        span = entry.facts.spans[holder.index]
        return any(has_word(entry.source.data, word, span.start, span.end) for word in _DYNAMIC)

    def modules(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """Return the files of the module with a full name; a single part must be a top-level package or module."""
        exact = [path for path in self._paths_of_stem(parts[-1]) if _is_full(module_parts(path), parts)]
        return tuple(exact[:MAX_MEANINGS])

    def _paths_of_stem(self, stem: str) -> Iterator[str]:
        lookups = self.index.lookups
        for path in lookups.modules(stem) if lookups is not None else ():
            if is_code(self.snapshot.files[path]):
                yield path

    def _exported(self, modules: tuple[str, ...], name: str) -> NameMeaning:
        """Judge a name in modules: it is missing if their texts do not have the word and import nothing by star."""
        entries = [self.snapshot.files[path] for path in modules]
        if any(has_word(one.source.data, name) for one in entries) or any(map(_is_open, entries)):
            return NameMeaning("unsure", holders=modules)
        if any(self._is_submodule(path, name) for path in modules):
            return NameMeaning("unsure", holders=modules)
        return NameMeaning("missing", holders=modules)

    def _is_submodule(self, path: str, name: str) -> bool:
        folder = path.rpartition("/")[0]
        lookups = self.index.lookups
        beside = lookups.folder(folder) if lookups is not None else ()
        is_file = any(one.rpartition("/")[2].partition(".")[0] == name for one in beside)
        return is_file or any(one.startswith(f"{folder}/{name}/") for one in self.snapshot.files)


@dataclass(frozen=True, slots=True)
class Ancestry:
    """A type with its ancestors in the workspace, itself first; `foreign` names those that are not in it."""

    types: tuple[Definition, ...]
    foreign: tuple[str, ...]
    is_dynamic: bool


@cache
def foreign_members() -> Mapping[str, Mapping[str, frozenset[str]]]:
    """Return the members of well-known bases, by language and base."""
    read = tomllib.loads(resources.files(__package__).joinpath("foreign_members.toml").read_text("utf-8"))
    return {language: {base: frozenset(names) for base, names in rows.items()} for language, rows in read.items()}


def module_parts(path: str) -> tuple[str, ...]:
    """Return the parts of a file's module name: folders and stem, without the file that stands for its folder."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    return tuple(folders) if stem in ("__init__", "index", "mod", "__main__") and folders else (*folders, stem)


def _is_full(module: tuple[str, ...], written: tuple[str, ...]) -> bool:
    """Return whether a written module name is the whole name of a module, from its source folder on."""
    if not _ends(module, written):
        return False
    outer = module[: len(module) - len(written)]
    return all(part in _SOURCE_FOLDERS for part in outer)


def _ends(parts: tuple[str, ...], end: tuple[str, ...]) -> bool:
    return bool(end) and parts[-len(end) :] == end


def _is_open(entry: FileEntry) -> bool:
    data = entry.source.data
    imports_all = any(one.name == "*" for one in entry.facts.outline.imports)
    return imports_all or b"__getattr__" in data or b"globals()" in data or b"exports[" in data
