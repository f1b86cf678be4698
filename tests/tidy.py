"""The rules of the source tree as pure functions of a tree of sources. No assertion is here: see `test_tidy.py`.

A tree maps a module's name without the package (`text.source`, `analysis`) to its source. Every rule returns its
findings as sentences; an empty list means a tidy tree.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import networkx

PACKAGE = "ctx_lsp"
Tree = Mapping[str, str]

# What touches files: a builtin, methods with names that only `Path` has, functions of `os`, and whole modules.
PATH_METHODS = frozenset({
    "open", "read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "rglob", "lstat", "unlink", "rmdir",
    "mkdir",
})  # fmt: skip
OS_FUNCTIONS = frozenset(
    {"open", "scandir", "listdir", "walk", "fwalk", "stat", "lstat", "remove", "replace", "rename"}
)
DISK_MODULES = frozenset({"shutil", "tempfile", "mmap", "sqlite3", "glob"})


def read_tree(root: Path, suffix: str = ".py") -> dict[str, str]:
    """The sources below the folder `root`; an `__init__.py` is named after its folder."""
    tree = {}
    for file in sorted(root.rglob(f"*{suffix}")):
        parts = file.relative_to(root).with_suffix("").parts
        tree[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file.read_text("utf-8")
    return tree


def layer_table(markdown: str) -> dict[str, frozenset[str]]:
    """The rows under the heading row `| layer | may import |`; names lose their back-quotes and slashes."""
    table: dict[str, frozenset[str]] = {}
    inside = False
    for line in markdown.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.lstrip().startswith("|"):
            inside = False
        elif [cell.casefold() for cell in cells] == ["layer", "may import"]:
            inside = True
        elif inside and len(cells) == len(("layer", "may import")) and set(cells[0]) - set("-: "):
            table[_plain(cells[0])] = frozenset(re.findall(r"[\w.]+", _plain(cells[1])))
    return table


def _plain(cell: str) -> str:
    return cell.replace("`", "").replace("/", "").strip()


def _inside(module: str, homes: frozenset[str]) -> bool:
    return any(module == home or module.startswith(f"{home}.") for home in homes)


@cache
def _nodes(source: str) -> tuple[ast.AST, ...]:
    """The nodes of a source's syntax tree; kept, because most rules read all sources."""
    return tuple(ast.walk(ast.parse(source)))


def _imports(source: str) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Every import of a source, wherever it stands: module, imported names, number of leading dots."""
    for node in _nodes(source):
        if isinstance(node, ast.Import):
            yield from ((alias.name, (), 0) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "", tuple(alias.name for alias in node.names), node.level


def imported_modules(source: str) -> set[str]:
    """The modules that a source imports, wherever the statement stands."""
    return {module for module, _, _ in _imports(source)}


# Modules of the standard library whose contents depend on the system, and those that only some systems have.
SYSTEM_MODULES = frozenset({"os", "select", "signal", "socket", "stat", "subprocess", "sys", "threading", "time"})
UNIX_MODULES = frozenset({"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"})
WINDOWS_MODULES = frozenset({"msvcrt", "nt", "winreg", "_winapi"})


def system_checks(tree: Tree, allowed: frozenset[str]) -> list[str]:
    """Modules that check the system, or import modules of some systems only, without permission."""
    findings = []
    for module, source in tree.items():
        if _inside(module, allowed):
            continue
        members = (node for node in _nodes(source) if isinstance(node, ast.Attribute))
        named = (node for node in members if node.attr in ("platform", "name"))
        asked = {text for text in map(ast.unparse, named) if text in ("sys.platform", "os.name")}
        called = {
            f"{name}({ast.unparse(node.args[0])}, …)"
            for node in _nodes(source)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if (name := node.func.id) in ("getattr", "hasattr")
            if ast.unparse(node.args[0]) in SYSTEM_MODULES
        }
        imported = {name.partition(".")[0] for name in imported_modules(source)} & (UNIX_MODULES | WINDOWS_MODULES)
        findings += [f"{module} uses {what}" for what in sorted(asked | called | imported)]
    return findings


def _own_imports(tree: Tree, source: str) -> set[str]:
    """The package's own modules that a source imports, named as in the tree."""
    found = set()
    for module, names, _ in _imports(source):
        if module.partition(".")[0] == PACKAGE:
            own = module.removeprefix(PACKAGE).lstrip(".")
            inner = {f"{own}.{name}".lstrip(".") for name in names} & set(tree)
            found |= inner or {own}
    return found - {""}  # the package itself holds the version alone


def wrong_layers(tree: Tree, layers: Mapping[str, frozenset[str]]) -> list[str]:
    """Modules outside every layer, and imports that do not go downwards."""
    findings = []
    for module, source in tree.items():
        layer = module.partition(".")[0]
        if layer in {"", "__main__"}:
            continue
        if layer not in layers:
            findings.append(f"{module} lies in no layer of the table")
            continue
        findings += [
            f"{module} imports {other}, which layer {layer} may not"
            for other in sorted(_own_imports(tree, source))
            if not _inside(other, layers[layer] | {layer})
        ]
    return findings


def cycles(tree: Tree) -> list[str]:
    """The first import cycle, if there is one; imports inside functions count."""
    graph = {module: _own_imports(tree, source) - {module} for module, source in tree.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [f"import cycle: {' → '.join(reversed(error.args[1]))}"]
    return []


def relative_imports(tree: Tree) -> list[str]:
    """Imports that start with a dot."""
    return [f"{module} has a relative import" for module, source in tree.items() if any(i[2] for i in _imports(source))]


def private_imports(tree: Tree) -> list[str]:
    """Names with a leading underscore imported from another module of the package."""
    return [
        f"{module} imports the private {name} of {other}"
        for module, source in tree.items()
        for other, names, _ in _imports(source)
        for name in names
        if other.partition(".")[0] == PACKAGE and name.startswith("_") and name != "__version__"
    ]


def repeated_classes(tree: Tree) -> list[str]:
    """Class names used in several modules."""
    bearers: dict[str, list[str]] = {}
    for module, source in tree.items():
        for node in _nodes(source):
            if isinstance(node, ast.ClassDef):
                bearers.setdefault(node.name, []).append(module)
    return [f"{name}: {', '.join(modules)}" for name, modules in sorted(bearers.items()) if len(modules) > 1]


def strays(tree: Tree, homes: Mapping[str, frozenset[str]]) -> list[str]:
    """Third-party packages imported outside their permitted modules."""
    findings = []
    for module, source in tree.items():
        roots = {name.partition(".")[0] for name, _, level in _imports(source) if not level}
        for name in sorted(roots - sys.stdlib_module_names - {PACKAGE}):
            if name not in homes:
                findings.append(f"{module} imports {name}, which has no home")
            elif not _inside(module, homes[name]):
                findings.append(f"{module} imports {name}, which lives in {', '.join(sorted(homes[name]))}")
    return findings


def undocumented(tree: Tree) -> list[str]:
    """Modules without a docstring."""
    return [module or PACKAGE for module, source in tree.items() if not ast.get_docstring(ast.parse(source))]


def longer_than(tree: Tree, limit: int) -> list[str]:
    """Modules of more than `limit` lines."""
    return [f"{module}: {n} lines" for module, source in tree.items() if (n := source.count("\n")) > limit]


def fuller_than(tree: Tree, limit: int) -> list[str]:
    """Folders with more modules at one level than `limit`."""
    count = Counter(module.rpartition(".")[0] for module in tree if not any(_is_below(other, module) for other in tree))
    return [f"{folder}: {modules} modules" for folder, modules in sorted(count.items()) if folder and modules > limit]


def _is_below(module: str, folder: str) -> bool:
    return module.startswith(f"{folder}.")


def layer_picture(tree: Tree) -> str:
    """The layers and their imports as a Mermaid flow chart, without arrows that follow from others."""
    arrows = networkx.DiGraph()
    for module, source in tree.items():
        layer = module.partition(".")[0]
        others = {imported.partition(".")[0] for imported in _own_imports(tree, source)} & {
            name.partition(".")[0] for name in tree
        }
        arrows.add_edges_from((layer, other) for other in others - {layer})
    reduced = networkx.transitive_reduction(arrows)
    return "\n".join(["flowchart TD", *(f"    {a} --> {b}" for a, b in sorted(reduced.edges))])


def with_picture(markdown: str, picture: str) -> str:
    """The page with the picture between its two marks."""
    before, start, rest = markdown.partition("<!-- layers -->\n")
    _, end, after = rest.partition("<!-- end of layers -->")
    return f"{before}{start}```mermaid\n{picture}\n```\n{end}{after}"


def broad_handlers(tree: Tree) -> list[str]:
    """The module of each handler that catches everything without raising it again."""
    return [
        module
        for module, source in tree.items()
        for node in _nodes(source)
        if isinstance(node, ast.ExceptHandler) and _catches_all(node) and not _raises_again(node)
    ]


def _catches_all(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(c is None or (isinstance(c, ast.Name) and c.id in {"Exception", "BaseException"}) for c in caught)


def _raises_again(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def _calls(source: str) -> Iterator[tuple[str, str]]:
    """Everything that a source calls: the text before the last dot ("" for a bare name), and the name."""
    for node in _nodes(source):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield "", node.func.id
            elif isinstance(node.func, ast.Attribute):
                yield ast.unparse(node.func.value), node.func.attr


def _touches_files(receiver: str, name: str) -> bool:
    if receiver == "":
        return name == "open"
    return name in OS_FUNCTIONS if receiver == "os" else name in PATH_METHODS


def prints(tree: Tree, allowed: frozenset[str]) -> list[str]:
    """Modules that print without permission."""
    return [
        f"{module} prints"
        for module, source in tree.items()
        if not _inside(module, allowed) and ("", "print") in set(_calls(source))
    ]


def language_names(tree: Tree, languages: frozenset[str], allowed: frozenset[str]) -> list[str]:
    """String literals that name a language, in modules without permission."""
    return [
        f"{module} names {node.value}"
        for module, source in tree.items()
        if not _inside(module, allowed)
        for node in _nodes(source)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in languages
    ]


def disk_access(tree: Tree, allowed: frozenset[str]) -> list[str]:
    """Modules that access files without permission."""
    findings = []
    for module, source in tree.items():
        if _inside(module, allowed):
            continue
        called = {name for receiver, name in _calls(source) if _touches_files(receiver, name)}
        used = called | DISK_MODULES & {name for name, _, _ in _imports(source)}
        findings += [f"{module} uses {name}" for name in sorted(used)]
    return findings


def unfinished(tree: Tree) -> list[str]:
    """Modules with a mark of unfinished work."""
    marks = re.compile(r"\b(?:TODO|FIXME|XXX|raise NotImplementedError)\b")
    return [module for module, source in tree.items() if marks.search(source)]
