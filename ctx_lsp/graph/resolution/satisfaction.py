"""Structural interfaces, as in Go: a type implements an interface if it has the methods of the interface.

The interfaces of a type are found by looking up the name of each of its methods in a table of interfaces, and then the
methods that each interface requires. A file is therefore resolved again only if the result of one of these lookups
changes. Signatures are compared as text, in which types are qualified by their packages (see `method_shapes`). The
methods of embedded external types are unknown, except for those in `standard_interfaces`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ctx_lsp.graph.edges import Edge
from ctx_lsp.graph.entry import Definition, FileEntry, path_of
from ctx_lsp.graph.modules.files import folder_of
from ctx_lsp.graph.resolution.method_shapes import Method, Shape, package_names
from ctx_lsp.graph.resolution.scope import Scope
from ctx_lsp.graph.resolution.standard_interfaces import standard_methods
from ctx_lsp.graph.resolution.visibility import visibility_of
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS

SATISFIED = 0.8  # all methods exist, with parameters and results that are written the same
MAX_INTERFACES = 64  # interfaces keyed by one method name; above this limit, none is tried

_Methods = dict[str, Method]  # keyed by name


def satisfaction_edges(entry: FileEntry, scope: Scope) -> Iterator[Edge]:
    """Yield the edges to interfaces that types satisfy without naming them, as in Go.

    `implements` edges lead from the file's types to interfaces. `overrides` edges lead from the methods that the file
    defines to the methods of the interfaces.
    """
    if not visibility_of(entry.language).structural_types:
        return
    finder = _Satisfaction(scope)
    for name in dict.fromkeys((*_types(entry), *_owners(entry))):
        own = entry.by_qualname.get(name)
        beside = ((d for d, _ in scope.bare(name, None) if d.kind in CONTAINER_KINDS)) if own is None else iter((own,))
        holder = next(beside, None)
        if holder is None or holder.kind == "Interface":
            continue
        methods = finder.methods(holder)
        for interface, demanded in finder.interfaces(holder, methods):
            if own is not None:
                yield Edge(own.id, interface.id, "implements", SATISFIED)
            for method in (one for one in demanded.values() if one.id):
                implementing = methods[method.name]
                if path_of(implementing.id) == entry.path and implementing.id.endswith(f"::{name}.{method.name}"):
                    yield Edge(implementing.id, method.id, "overrides", SATISFIED)


def _types(entry: FileEntry) -> Iterator[str]:
    """Yield the names of a file's top-level types."""
    return (name for name, (one, *_) in entry.top_level.items() if one.kind in CONTAINER_KINDS)


def _owners(entry: FileEntry) -> Iterator[str]:
    """Yield the name of the receiver type of each top-level method in a file."""
    for one in entry.definitions:
        if one.kind == "Method" and one.container == entry.path and "." in one.qualname:
            yield one.qualname.partition(".")[0]


@dataclass(frozen=True)
class _Satisfaction:
    """A search for the interfaces that types satisfy. Names are resolved as in the file of `scope`."""

    scope: Scope
    _demanded: dict[str, _Methods] = field(default_factory=dict)  # keyed by interface

    def methods(self, holder: Definition) -> _Methods:
        """Return the methods of a type, including those of embedded types."""
        found: _Methods = {}
        for one in (holder, *self.scope.ancestors(holder)):
            external = (method for name in self._external_bases(one) for method in standard_methods(name))
            for method in (*self.scope.lookups.methods(one), *external):
                found.setdefault(method.name, method)
        return found

    def interfaces(self, holder: Definition, methods: _Methods) -> Iterator[tuple[Definition, _Methods]]:
        """Yield the interfaces that a type with `methods` implements, each with its required methods."""
        for interface in self._candidates(holder, methods):
            demanded = self._demands(interface)
            if not self._outside(interface) <= self._outside(holder):
                continue
            is_generic = self._is_generic(holder) or self._is_generic(interface)
            if demanded and all(_fits(methods.get(one.name), one, is_generic) for one in demanded.values()):
                yield interface, demanded

    def _candidates(self, holder: Definition, methods: Iterable[str]) -> Iterator[Definition]:
        for name in methods:
            interfaces_by_method = self.scope.lookups.interfaces_by_method(holder.language, name)
            if len(interfaces_by_method) <= MAX_INTERFACES:
                yield from (one for one in interfaces_by_method if _sees(holder, one.name, one))

    def _demands(self, interface: Definition) -> _Methods:
        if interface.id not in self._demanded:
            self._demanded[interface.id] = self.methods(interface)
        return self._demanded[interface.id]

    def _outside(self, holder: Definition) -> frozenset[str]:
        """Return the external types that a type embeds, directly or indirectly, and whose methods are unknown."""
        every = (holder, *self.scope.ancestors(holder))
        return frozenset(name for one in every for name in self._external_bases(one) if not standard_methods(name))

    def _external_bases(self, one: Definition) -> Iterator[str]:
        """Yield the names of the external types that the type `one` embeds directly, as in `io.Reader`."""
        scope = self.scope.of(one.path)
        inside = {base.name for base in self.scope.bases(one)}
        packages = package_names(scope.head.imports) if scope and one.bases else {}
        for base in one.bases:
            package, _, name = base.name.rpartition(".")
            if name not in inside:
                yield f"{packages.get(package, package)}.{name}" if package else name

    def _is_generic(self, one: Definition) -> bool:
        return bool(self.scope.lookups.typing(one.path, one.qualname).type_parameters)


def _sees(holder: Definition, name: str, definition: Definition) -> bool:
    """Return whether the package of `holder` can see `name`, which is declared in the package of `definition`."""
    return name[:1].isupper() or folder_of(holder.path) == folder_of(definition.path)


def _fits(method: Method | None, demanded: Method, is_generic: bool) -> bool:
    if method is None:
        return False
    if not demanded.name[:1].isupper() and folder_of(path_of(method.id)) != folder_of(path_of(demanded.id)):
        return False
    return _counts(method.shape) == _counts(demanded.shape) if is_generic else method.shape == demanded.shape


def _counts(shape: Shape) -> tuple[int, int]:
    return len(shape.parameter_types), len(shape.value_types)
