"""The true facts of a package, kind by kind."""

import builtins
from collections.abc import Iterator

from tests.claims_truth.model import Fact
from tests.claims_truth.truth.details import Parameter
from tests.claims_truth.truth.names import Symbol
from tests.claims_truth.truth.world import World

_LONGEST_VALUE = 24
_SCRIPT_ERRORS = {"Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError"}
_BUILTIN = _SCRIPT_ERRORS | {
    name for name, one in vars(builtins).items() if isinstance(one, type) and issubclass(one, BaseException)
}
_COUNTS = ("no", "one", "two", "three", "four", "five", "six")


def facts(world: World) -> Iterator[Fact]:
    """All facts of a package."""
    yield from (Fact("path", {"path": path}) for path in world.sources)
    for one in world.symbols.values():
        yield from _about_symbol(world, one)
        if one.kind in ("function", "method"):
            yield from _about_function(world, one)
        elif one.kind == "class":
            yield from _about_class(world, one)
    yield from _about_files(world)
    yield from (Fact("command", {"command": one}) for one in sorted(world.commands))
    yield from (Fact("environment", {"variable": one}) for one in sorted(world.details.variables))


def _about_symbol(world: World, one: Symbol) -> Iterator[Fact]:
    named = {"symbol": one.spelled, "noun": one.noun}
    yield Fact("exists", {**named, "class": one.spelled} if one.kind == "class" else named)
    yield Fact("place", {**named, "path": one.path})
    if one.is_single:
        yield Fact("line", {"symbol": one.spelled, "path": one.path, "line": str(one.line)})
    if one.owner:
        yield Fact("member", {"owner": one.owner, "member": one.name, "noun": one.noun})
    elif world.package.language == "python":
        yield Fact("module", {**named, "module": module_of(one.path)})
    if one.spelled not in world.used and world.everything.count(one.name) == len(world.oracle.sites[one.id]):
        yield Fact("unused", {"symbol": one.spelled})
    if (detail := world.detail(one.spelled)) is None:
        return
    if detail.value is not None and len(detail.value) <= _LONGEST_VALUE and _is_plain(detail.value):
        yield Fact("constant", {"constant": one.spelled, "value": detail.value})
    for decorator in sorted(detail.decorators):
        yield Fact("decorated", {"function": one.spelled, "decorator": decorator})


def _about_function(world: World, one: Symbol) -> Iterator[Fact]:
    for callee in sorted(world.calls.get(one.spelled, ())):
        yield Fact("calls", {"caller": one.spelled, "callee": callee})
    if one.owner:
        for base in sorted(world.bases.get(one.owner, ())):
            if one.name in world.members.get(base, ()) and world.symbols[base].noun in ("class", "interface"):
                yield Fact("overrides", {"class": one.owner, "base": base, "member": one.name})
    detail = world.detail(one.spelled)
    if detail is None or detail.parameters is None:
        return
    for exception in sorted(one for one in detail.raises if is_exception(world, one)):
        yield Fact("raises", {"function": one.spelled, "exception": exception})
    if any(not parameter.name for parameter in detail.parameters):
        return
    for parameter in detail.parameters:
        named = {"function": one.spelled, "parameter": parameter.name}
        if not parameter.is_variadic:
            yield Fact("keyword", named)
        if parameter.default and len(parameter.default) <= _LONGEST_VALUE and _is_plain(parameter.default):
            yield Fact("default", {**named, "value": parameter.default})
    if not any(parameter.is_variadic or parameter.is_keyword_only for parameter in detail.parameters):
        yield Fact("arity", arity_parts(one.spelled, detail.parameters))


def _about_class(world: World, one: Symbol) -> Iterator[Fact]:
    for base in sorted(world.bases.get(one.spelled, ())):
        is_interface = world.symbols[base].noun == "interface" and one.noun != "interface"
        yield Fact("implements" if is_interface else "inherits", {"class": one.spelled, "base": base})


def _about_files(world: World) -> Iterator[Fact]:
    for one in sorted(world.details.imports, key=str):
        named = {"importer": one.path, "imported": one.module}
        yield Fact("imports", {**named, "symbol": one.name} if one.name and one.name != "*" else named)
    for path, names in sorted(world.tests.items()):
        yield from (Fact("tested_by", {"symbol": name, "path": path}) for name in sorted(names))


def is_exception(world: World, name: str) -> bool:
    """Whether a name is a class of the package or an exception of the language, not a variable."""
    one = world.symbols.get(name)
    return one.kind == "class" if one is not None else name in _BUILTIN


def arity_parts(function: str, parameters: tuple[Parameter, ...]) -> dict[str, str]:
    """The parts of a fact about all parameters; the number only where none is optional."""
    parts = {"function": function, "signature": ", ".join(map(_written, parameters))}
    if any(one.is_optional for one in parameters) or len(parameters) >= len(_COUNTS):
        return parts
    return {**parts, **count_parts(len(parameters))}


def count_parts(count: int) -> dict[str, str]:
    """The parts that tell a number of parameters."""
    plural = "" if count == 1 else "s"
    return {"count": _COUNTS[count], "arguments": f"argument{plural}", "parameters": f"parameter{plural}"}


def module_of(path: str) -> str:
    """The Python module of a file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _written(one: Parameter) -> str:
    return f"{one.name}={one.default}" if one.default is not None and _is_plain(one.default) else one.name


def _is_plain(value: str) -> bool:
    return not set(value) & set("`|\n{}\\") and value.strip() == value
