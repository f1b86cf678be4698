"""Resolves names in documents, and decides whether a name that cannot be resolved is certainly wrong.

Names from packages and standard libraries are foreign, and never considered wrong. Dotted names whose first part is
unknown are not considered wrong either.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ctx_lsp.claims.examples import NO_EXAMPLE, ExampleCode
from ctx_lsp.claims.index import ClaimIndex
from ctx_lsp.claims.known_members import foreign_members, is_given_by_language
from ctx_lsp.claims.mention_shapes import WrittenName, written_name
from ctx_lsp.claims.nearest import closest
from ctx_lsp.claims.occurrences import has_word, is_code
from ctx_lsp.claims.reads import Kept
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.graph.modules.module_parts import ends_with, is_named, module_parts
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CALLABLE_KINDS, CONTENT_KINDS, TYPE_KINDS

_MANIFESTS = ("package", "pyproject", "Cargo", "composer")  # files that name a package, without their extensions
MAX_MANIFESTS = 50  # of each kind
MAX_MEANINGS = 12  # definitions with the same name; above this limit, the name is too ambiguous
MAX_ANCESTORS = 60
_DYNAMIC = (
    "__getattr__", "__getattribute__", "method_missing", "respond_to_missing", "define_method", "noSuchMethod",
    "__call", "__index",
)  # fmt: skip
_PROXY = b"new Proxy("
_BUILT_IN_TYPES = frozenset(
    [
        *("Array", "Boolean", "Buffer", "Char", "Class", "Date", "DateTime", "Dictionary", "Dir", "Double", "Duration"),
        *("Enum", "Enumerable", "Error", "Exception", "File", "Float", "IO", "JSON", "Kernel", "Method", "Module"),
        *("Path", "Pathname", "Proc", "Process", "Random", "Range", "Struct", "Time", "URI", "URL"),
        *("Function", "Hash", "Int", "Integer", "Iterable", "Iterator", "List", "Long", "Map", "Math", "Number"),
        *("Object", "Option", "Optional", "Promise", "Regex", "Result", "Sequence", "Set", "Stream", "String"),
        *("Symbol", "Thread", "Throwable", "Vec", "Vector"),
    ]
)  # types of languages, whose members are not here although something in the workspace may share the name
_RELATIVE = frozenset({"crate", "self", "super", "this"})  # what they mean depends on the code around the comment
_MIXING_KINDS = CALLABLE_KINDS | {"Module"}
_SOURCE_FOLDERS = frozenset({"src", "lib", "source", "sources", "python", "packages", "app", "main", "java"})

Standing = Literal["found", "foreign", "missing", "unsure"]


@dataclass(frozen=True, slots=True)
class NameMeaning:
    """The meaning of a written name: its standing, and the definitions that it may refer to.

    A `missing` name certainly does not exist: no code contains the word, or the type or module before its last dot is
    known and has no such member. In the second case, `holders` are the types or files that were searched. A `foreign`
    name belongs to a library. An `unsure` name occurs somewhere in code, or cannot be judged.
    """

    standing: Standing
    definitions: tuple[Definition, ...] = ()
    holders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameScope:
    """The surroundings of a sentence, which help to decide what the names in it mean.

    `document` is the path of the document. Definitions in `files` are preferred: the code file that contains the
    sentence, and the files that the sentence or its headings name. `around` is the id of the symbol that a comment or
    docstring belongs to. `local_names` are words of examples in the document, which are never considered wrong, and
    `example` holds the files and imports of these examples.
    """

    document: str
    files: tuple[str, ...] = ()
    around: str = ""
    local_names: frozenset[str] = frozenset()
    example: ExampleCode = NO_EXAMPLE


@dataclass
class Names:
    """Lookups of written names in one snapshot."""

    index: ClaimIndex
    reaches: dict[str, Kept[tuple[frozenset[str], bool]]] = field(default_factory=dict)
    """The symbols that a symbol (keyed by id) or a whole file (by path) calls or uses; filled by `FollowedCalls`."""
    _meanings: dict[tuple[str, NameScope], Kept[NameMeaning]] = field(default_factory=dict)
    _ancestries: dict[str, Kept["Ancestry"]] = field(default_factory=dict)

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot in which names are looked up."""
        return self.index.snapshot

    def ending_with(self, path: str) -> tuple[str, ...]:
        """Return the indexed files whose paths end with all parts of `path`."""
        end = "/" + path.strip("/").removeprefix("./")
        found = self.index.paths.by_name.get(end.rpartition("/")[2], ())
        return tuple(one for one in found if f"/{one}".endswith(end))

    def meaning(self, text: str, scope: NameScope) -> NameMeaning:
        """Return the meaning of the name `text` in the scope of a sentence."""
        return self.index.log.once(self._meanings, (text, scope), lambda: self._meaning_of(text, scope))

    def _meaning_of(self, text: str, scope: NameScope) -> NameMeaning:
        name = written_name(text)
        return self._meaning(name, scope) if name else NameMeaning("unsure")

    def _meaning(self, name: WrittenName, scope: NameScope) -> NameMeaning:
        parts = name.parts
        if parts[0] in ("self", "this", "cls", "super") and len(parts) > 1:
            holder = self._type_around(scope)
            if holder is not None and holder.kind == "Interface" and name.arguments is None:
                return NameMeaning("unsure")  # such as an annotation, which quotes an expression of the code it marks
            return self._member((holder,), parts[-1]) if holder and len(parts) == 2 else NameMeaning("unsure")
        found = self.definitions(parts)
        if found:
            return self._preferred(found, parts, scope)
        if len(parts) == 1:
            return NameMeaning("unsure" if self.index.holder(parts[0]) else "missing")
        return self._inside(parts, scope)

    def definitions(self, parts: tuple[str, ...]) -> tuple[Definition, ...]:
        """Return the definitions in code whose full name, including the module's name, ends with `parts`."""
        files = self.snapshot.files
        # In some languages, such as Elixir, the name of a module may have dots itself.
        names = (".".join(parts[start:]) for start in reversed(range(len(parts))))
        return tuple(one for name in names for one in self._named(name) if is_named(files[one.path], one, parts))

    def _named(self, name: str) -> Iterator[Definition]:
        for one in self.snapshot.named(name):
            if one.kind not in CONTENT_KINDS and is_code(self.snapshot.files[one.path]):
                yield one

    def _preferred(self, found: tuple[Definition, ...], parts: tuple[str, ...], scope: NameScope) -> NameMeaning:
        """Return the meaning of a name whose definitions are `found`, keeping only the preferred definitions.

        Definitions in the symbol around the sentence are preferred to others. Of the rest, those in the files of
        `scope` are kept; if there are none, those in source files; and if there are none of these either, all.
        """
        if len(parts) == 1 and scope.around:
            inner = tuple(one for one in found if scope.around in (one.container, one.id))
            found = inner or found
        near = tuple(one for one in found if one.path in scope.files)
        if near:
            return NameMeaning("found", near)
        sources = tuple(one for one in found if self.snapshot.files[one.path].role == "source")
        return NameMeaning("found", sources or found)

    def _inside(self, parts: tuple[str, ...], scope: NameScope) -> NameMeaning:
        """Return the meaning of a dotted name without a definition, judged by the part before its last dot."""
        *before, last = parts
        head = tuple(before)
        if self._is_of_example(parts[0], scope) or self._is_namesake(parts[0], last, scope):
            return NameMeaning("foreign")
        if parts[0] in _BUILT_IN_TYPES or parts[0] in _RELATIVE:
            return NameMeaning("unsure")
        named = self.definitions(head)
        types = tuple(one for one in named if one.kind in TYPE_KINDS)
        if types and (len(head) > 1 or types[0].name.lstrip("_")[:1].isupper()):
            return self._member(types, last)
        modules = () if types else self.modules(head)
        if len(head) == 1:  # the name of a file may be that of a variable as well; the name of a package rarely is
            modules = tuple(one for one in modules if one.rpartition("/")[2].startswith("__init__."))
        if modules and len(head) == 1 and any(one.container for one in self._named(last) if one.qualname != last):
            return NameMeaning("unsure")  # may be a variable named like the package, whose type has this member
        if modules:
            return self._exported(modules, last)
        return NameMeaning("unsure" if named else "foreign")

    def _is_type_name(self, name: str) -> bool:
        return any(one.kind in TYPE_KINDS for one in self._named(name))

    def _is_namesake(self, name: str, member: str, scope: NameScope) -> bool:
        """Return whether a type only shares its name with types here.

        It does if the document's own code defines the type, and has the member or no source file has such a type.
        """
        if self._is_imported_namesake(name, scope):
            return True
        files = self.snapshot.files
        is_here = any(one.kind in TYPE_KINDS and files[one.path].role == "source" for one in self._named(name))
        return name in scope.example.types and (member in scope.local_names or not is_here)

    def _is_imported_namesake(self, name: str, scope: NameScope) -> bool:
        """Return whether the file of a comment imports a type that only shares its name with types here.

        This holds for languages in which a file declares its package, as imports then name the whole package.
        """
        entry = self.snapshot.files.get(scope.document)
        if entry is None or not entry.facts.outline.package:
            return False
        imports = [one for one in entry.facts.outline.imports if (one.alias or one.name) == name]
        whole = [(*re.split(r"::|[./\\]", one.module.strip("./\\")), one.name) for one in imports]
        return bool(whole) and not any(map(self.definitions, whole))

    def _is_of_example(self, name: str, scope: NameScope) -> bool:
        """Return whether code of the document's example defines a name, or imports a namesake of a type here."""
        is_local = name in scope.local_names and not self._is_type_name(name)
        return is_local or self.is_imported_from_elsewhere(name, scope)

    def is_imported_from_elsewhere(self, name: str, scope: NameScope) -> bool:
        """Return whether code of the document's example imports a name from a module outside of the workspace."""
        return any(one == name and not self._is_own_module(module) for one, module in scope.example.imports)

    def _is_own_module(self, module: str) -> bool:
        """Return whether a module, as an example imports it, may be in the workspace."""
        parts = tuple(one for one in re.split(r"::|[./\\]", module.lstrip("./@~#")) if one)
        if not parts:
            return True
        if module.startswith("."):
            return any(ends_with(module_parts(path), parts) for path in self.index.paths.by_stem.get(parts[-1], ()))
        is_here = f"/{parts[0]}/" in self.index.paths.folders or bool(self.modules(parts[:1]))
        return is_here or self.is_own_package(module)

    def is_own_package(self, module: str) -> bool:
        """Return whether a module begins with the name that a manifest in the workspace gives to its package."""
        scope, _, rest = module.partition("/") if module.startswith("@") else ("", "", module)
        name = re.split(r"::|[./]", rest, maxsplit=1)[0]
        whole = re.escape(f"{scope}/{name}" if scope else name).replace("_", "[-_]").encode()
        stated = re.compile(rb"""(?:"name"\s*:|^name\s*=)\s*["']""" + whole + rb"""["']""", re.MULTILINE)
        paths = (path for stem in _MANIFESTS for path in self.index.paths.by_stem.get(stem, ())[:MAX_MANIFESTS])
        entries = (self.snapshot.files.get(path) for path in paths)
        return any(entry is not None and stated.search(entry.source.data) for entry in entries)

    def _type_around(self, scope: NameScope) -> Definition | None:
        one = self.snapshot.definition(scope.around) if scope.around else None
        while one is not None and one.kind not in TYPE_KINDS:
            one = self.snapshot.definition(one.container)
        return one

    def _member(self, holders: tuple[Definition, ...], name: str) -> NameMeaning:
        """Return the meaning of `name` as a member, own or inherited, of any of the types `holders`.

        The member is "missing" only if it is certain that none of the types has it.
        """
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
            is_empty = not any(True for one in family.types for _ in self.members(one))  # a build target or a stub
            is_open = is_empty or family.is_dynamic or not self._knows_bases(family, holder.language, name)
            is_given = any(is_given_by_language(one.language, one.kind, name) for one in family.types)
            is_open = is_open or is_given
            sure = sure and not is_open and not any(self._may_have(one, name) for one in family.types)
        if found:
            return NameMeaning("found", tuple(dict.fromkeys(found)))
        if not sure and not self.index.holder(name):  # it may be inherited, unless it is a typo of a known member
            sure = bool(closest(name, (one.name for each in kin.values() for one in self.members(each))))
        return NameMeaning("missing" if sure else "unsure", holders=tuple(kin))

    def _knows_bases(self, family: "Ancestry", language: str, name: str) -> bool:
        """Return whether it is certain that no base outside of the workspace has a member of this name."""
        if name.startswith("__") and family.foreign:
            return False
        known = foreign_members().get(language, {})
        bases = (base.replace("::", ".").rpartition(".")[2] for base in family.foreign)
        return all(base in known and name not in known[base] for base in bases)

    def members(self, holder: Definition) -> Iterator[Definition]:
        """Yield the members of a type, including those defined in other files."""
        for one in (holder, *self._pieces(holder)):
            entry = self.snapshot.files[one.path]
            for index in entry.children.get(one.index, ()):
                yield entry.definitions[index]

    def _pieces(self, holder: Definition) -> Iterator[Definition]:
        """Yield the other definitions with a type's qualified name, such as partial classes and `impl` blocks."""
        for one in self._named(holder.name):
            if one.id != holder.id and one.qualname.partition("#")[0] == holder.qualname.partition("#")[0]:
                yield one

    def _may_have(self, holder: Definition, name: str) -> bool:
        """Return whether a type's text contains `name`, or code elsewhere may add a member with this name to it."""
        entry = self.snapshot.files[holder.path]
        span = entry.facts.spans[holder.index]
        if has_word(entry.source.data, name, span.start, span.end):
            return True
        if self._defines(f"{holder.name}.{name}") or any(map(self._is_mixed_in, self._named(name))):
            return True
        return not any(True for _ in self._named(name)) and bool(self.index.giver(name))

    def _is_mixed_in(self, member: Definition) -> bool:
        """Return whether a member belongs to a module or function, from which a type may get it at run time."""
        holder = self.snapshot.definition(member.container)
        return holder is not None and holder.kind in _MIXING_KINDS

    def _defines(self, qualname: str) -> bool:
        return any(one.qualname.endswith(qualname) for one in self._named(qualname.rpartition(".")[2]))

    def ancestry(self, holder: Definition) -> "Ancestry":
        """Return a type and its ancestors."""
        return self.index.log.once(self._ancestries, holder.id, lambda: self._ancestry(holder))

    def _ancestry(self, holder: Definition) -> "Ancestry":
        types: dict[str, Definition] = {holder.id: holder}
        foreign: list[str] = []
        waiting = [holder]
        while waiting and len(types) < MAX_ANCESTORS:
            one = waiting.pop()
            for piece in self._pieces(one):
                if piece.path == one.path and piece.kind in TYPE_KINDS and piece.id not in types:
                    types[piece.id] = piece  # such as the interface that TypeScript merges with a class
                    waiting.append(piece)
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
        data = entry.source.data
        is_proxy = data.find(_PROXY, span.start, span.end) >= 0
        return is_proxy or any(has_word(data, word, span.start, span.end) for word in _DYNAMIC)

    def modules(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """Return the files of the module with the full name `parts`, which begins at a source folder or the root."""
        exact = [path for path in self._paths_of_stem(parts[-1]) if _is_full(module_parts(path), parts)]
        return tuple(exact[:MAX_MEANINGS])

    def _paths_of_stem(self, stem: str) -> Iterator[str]:
        lookups = self.index.lookups
        for path in lookups.modules(stem) if lookups is not None else ():
            if is_code(self.snapshot.files[path]):
                yield path

    def _exported(self, modules: tuple[str, ...], name: str) -> NameMeaning:
        """Return the meaning of a name that should be in `modules` but is not defined there.

        It is "missing" if the text of the modules does not contain it, and no submodule or star import can provide it.
        """
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
    """A type and its ancestors.

    `types` contains the type itself and then its ancestors in the workspace. `foreign` contains the names of its other
    ancestors. `is_dynamic` is set if one of the types may define members at run time.
    """

    types: tuple[Definition, ...]
    foreign: tuple[str, ...]
    is_dynamic: bool


def _is_full(module: tuple[str, ...], written: tuple[str, ...]) -> bool:
    """Return whether `written` is the whole name of a module, starting at its source folder."""
    if not ends_with(module, written):
        return False
    outer = module[: len(module) - len(written)]
    return all(part in _SOURCE_FOLDERS for part in outer)


def _is_open(entry: FileEntry) -> bool:
    data = entry.source.data
    imports_all = any(one.name == "*" for one in entry.facts.outline.imports)
    return imports_all or b"__getattr__" in data or b"globals()" in data or b"exports[" in data
