"""Resolves names that files declare independently of their paths: packages, namespaces and constants.

In Java, Kotlin, Scala, C# and PHP, imports refer to definitions in a package, not to files. The imported name is
fully qualified, except for parts that the language allows code to omit, and may also refer to a member of a type.
"""

from collections.abc import Iterator
from functools import partial

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.modules.files import Files
from ctx_lsp.graph.modules.targets import ModuleTarget
from ctx_lsp.graph.resolution.visibility import family, visibility_of

_COMPANION = "Companion"  # Kotlin's default companion object; its members are outlined as members of the type
_ROOTS = ("_root_.", "global::", ".")


class PackageMembers:
    """The members of packages, types and objects, as the code in one file can refer to them."""

    def __init__(self, language: str, files: Files) -> None:
        """Prepare look-ups in `files` for a file in `language`."""
        self._language = language
        self._files = files
        self._types: dict[str, tuple[ModuleTarget, ...]] = {}  # keyed by the name of a module

    def named(self, package: str, module: str, name: str) -> tuple[Definition, ...]:
        """Return the definitions of `name` that a file in `package` finds in `module` (a package, type or object)."""
        for full in _spellings(self._language, package, _plain(module)):
            packaged = self._files.packaged(full, name)
            found = tuple(one for one in packaged if _is_known(one, self._language)) or self._in_types(full, name)
            if found:
                return found
        return ()

    def _in_types(self, module: str, name: str) -> tuple[Definition, ...]:
        """Return the members called `name` in the types that `module` names, as in `import static a.b.Type.member`."""
        if module not in self._types:
            self._types[module] = self._files.kept(partial(type_targets, self._language, "", module, self._files))
        members = (self._files.symbol(place.path, f"{place.within}.{name}") for place in self._types[module])
        return tuple(member for member in members if member)


def visible_packages(language: str, package: str) -> tuple[str, ...]:
    """Return the packages whose members a file in `package` can use without an import, innermost first."""
    own = _plain(package)
    sees = visibility_of(language)
    packages = tuple(_outwards(own)) if sees.outer_packages else (own,)
    return (*packages, "") if sees.root_package and "" not in packages else packages


def _plain(name: str) -> str:
    return name.replace("\\", ".")


def _spellings(language: str, package: str, module: str) -> Iterator[str]:
    for prefix in _ROOTS:
        if module.startswith(prefix):
            yield module.removeprefix(prefix)
            return
    if visibility_of(language).outer_packages:
        yield from (f"{outer}.{module}" for outer in _outwards(_plain(package)))
    yield module


def _outwards(package: str) -> Iterator[str]:
    """Yield a package and the packages that enclose it, innermost first."""
    while package:
        yield package
        package = package.rpartition(".")[0]


def type_targets(language: str, _: str, module: str, files: Files) -> tuple[ModuleTarget, ...]:
    """Return the types that `module` refers to if it does not name a package, as in `import static a.b.Type.*`."""
    parts = _plain(module).split(".")
    for end in range(len(parts) - 1, -1, -1):
        inner = [part for part in parts[end + 1 :] if part != _COMPANION]
        holders = [one for one in files.packaged(".".join(parts[:end]), parts[end]) if _is_known(one, language)]
        places = [ModuleTarget(one.path, ".".join((one.qualname, *inner))) for one in holders]
        found = tuple(place for place in dict.fromkeys(places) if not inner or files.symbol(*place))
        if found:
            return found
    return ()


def qualified_targets(language: str, _: str, module: str, files: Files) -> tuple[ModuleTarget, ...]:
    """Return the types and modules whose fully qualified name is `module`."""
    return tuple(ModuleTarget(one.path, one.qualname) for one in files.qualified(language, module))


def _is_known(one: Definition, language: str) -> bool:
    """Return whether code in `language` can refer to the definition `one`."""
    return family(one.language) == family(language)


def constant(language: str, around: str, name: str, files: Files) -> tuple[Definition, ...]:
    """Return the types and modules that the dotted `name` refers to in the scope `around`; the innermost match wins."""
    outers = (*_outwards(around), "")
    found = (files.qualified(language, f"{outer}.{name}".lstrip(".")) for outer in outers)
    return next((definitions for definitions in found if definitions), ())
