"""Details of Python declarations, by Python's own parser."""

import ast
import re
from collections.abc import Iterator, Mapping

from ctx_lsp.text.source import SourceText
from tests.claims_truth.truth.details import Detail, Details, Import, Parameter

_READS = re.compile(r"(?:os\.)?(?:environ\.get|getenv|environ)")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def python_details(sources: Mapping[str, SourceText]) -> Details:
    """The details of all files."""
    made = Details()
    modules = {_module(path): path for path in sources}
    for path, source in sources.items():
        tree = ast.parse(source.data)
        made.imports |= {
            Import(path, modules[module], module, name)
            for module, name in _imports(tree, path)
            if module in modules and modules[module] != path
        }
        for node in ast.walk(tree):
            if isinstance(node, _Function | ast.ClassDef):
                made.of[path, node.lineno, node.name] = _detail(node)
            elif isinstance(node, ast.Call | ast.Subscript):
                made.variables |= set(_variables(node))
        for node in tree.body:
            for name, value in _constants(node):
                made.of.setdefault((path, node.lineno, name), Detail(value=value))
    return made


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports(tree: ast.Module, path: str) -> Iterator[tuple[str, str | None]]:
    around = path.removesuffix(".py").split("/")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = ".".join(around[: len(around) - node.level]) if node.level else ""
            module = ".".join(part for part in (start, node.module) if part)
            for alias in node.names:
                yield module, alias.name
                yield f"{module}.{alias.name}", None  # where the name is a module


def _detail(node: _Function | ast.ClassDef) -> Detail:
    decorators = frozenset(ast.unparse(one.func if isinstance(one, ast.Call) else one) for one in node.decorator_list)
    if isinstance(node, ast.ClassDef):
        return Detail(decorators=decorators)
    return Detail(tuple(_parameters(node.args)), frozenset(_raised(node)), decorators)


def _parameters(given: ast.arguments) -> Iterator[Parameter]:
    positional = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(positional) - len(given.defaults)) + list(given.defaults)
    for at, (one, default) in enumerate(zip(positional, defaults, strict=True)):
        if at or one.arg not in ("self", "cls", "mcs"):
            yield _parameter(one.arg, default)
    if given.vararg:
        yield Parameter(given.vararg.arg, is_variadic=True)
    for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield _parameter(one.arg, default)._replace(is_keyword_only=True)
    if given.kwarg:
        yield Parameter(given.kwarg.arg, is_variadic=True)


def _parameter(name: str, default: ast.expr | None) -> Parameter:
    return Parameter(name, ast.unparse(default) if default else None, is_optional=default is not None)


def _raised(node: _Function) -> Iterator[str]:
    """The names of exceptions that the function's own statements raise, not those of functions inside."""
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        one = waiting.pop()
        if isinstance(one, _Function | ast.ClassDef | ast.Lambda):
            continue
        waiting += ast.iter_child_nodes(one)
        if isinstance(one, ast.Raise) and one.exc is not None:
            raised = one.exc.func if isinstance(one.exc, ast.Call) else one.exc
            if isinstance(raised, ast.Name | ast.Attribute):
                yield raised.id if isinstance(raised, ast.Name) else raised.attr


def _variables(node: ast.Call | ast.Subscript) -> Iterator[str]:
    read, key = (
        (node.func, node.args[0] if node.args else None) if isinstance(node, ast.Call) else (node.value, node.slice)
    )
    if isinstance(key, ast.Constant) and isinstance(key.value, str) and _READS.fullmatch(ast.unparse(read)):
        yield key.value


def _constants(node: ast.stmt) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target, value = node.targets[0], node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        target, value = node.target, node.value
    else:
        return
    if isinstance(target, ast.Name) and isinstance(value, ast.Constant):
        yield target.id, ast.unparse(value)
