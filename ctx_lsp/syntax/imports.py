"""Imports of a file from the matches of `outline.scm`. Which file an import leads to is decided in the index."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ctx_lsp.syntax.model import Import
from ctx_lsp.syntax.parser import Captures, Node
from ctx_lsp.syntax.rules import Rules

_VERSION = re.compile(r"v\d+")


@dataclass(frozen=True, slots=True)
class _Group:
    """A list of imports under a common path: `a::b::{…}`."""

    start: int
    end: int
    prefix: str


def find_imports(found: Iterable[Captures], data: bytes, rules: Rules) -> tuple[Import, ...]:
    """Return the imports in the order of the text, each once."""
    groups: list[_Group] = []
    imports: list[tuple[int, Import]] = []
    statements = [nodes for nodes in found if any(capture.startswith("import.") for capture in nodes)]
    for nodes in statements:
        if "import.group" in nodes:
            start, end = nodes["import.group"][0].byte_range
            groups.append(_Group(start, end, _joined(nodes.get("import.prefix", ()), data)))
    for nodes in statements:
        if "import.group" not in nodes:
            at = min(node.start_byte for captured in nodes.values() for node in captured)
            imports.append((at, _import(nodes, _prefix(groups, at, rules), data, rules)))
    imports.sort(key=lambda one: one[0])
    bound = {one.module for _, one in imports if not _is_effect(one)}
    return tuple(dict.fromkeys(one for _, one in imports if not _is_effect(one) or one.module not in bound))


def _is_effect(one: Import) -> bool:
    return not one.name and not one.alias


def _import(nodes: Captures, prefix: str, data: bytes, rules: Rules) -> Import:
    own = _joined(nodes.get("import.module", ()), data)
    module = rules.path_separator.join(part for part in (prefix, own) if part)
    name = _joined(nodes.get("import.name", ()), data)
    alias = _joined(nodes.get("import.alias", ()), data)
    reexport = "import.reexport" in nodes
    if "import.star" in nodes:
        return Import(module, "*", "", reexport)
    if "import.self" in nodes:  # `a::b::{self}` imports b from a
        module, _, name = module.rpartition(rules.path_separator)
    if "import.default" in nodes:
        return Import(module, "default", alias, reexport)
    if "import.effect" in nodes:
        return Import(module, "", "", reexport)
    return Import(module, name, alias or name or _module_alias(module, rules), reexport)


def _module_alias(module: str, rules: Rules) -> str:
    """The local name of a module that is imported whole and without an alias."""
    if rules.module_alias == "path":
        return module
    parts = module.split("/" if "/" in module else rules.path_separator)
    if len(parts) > 1 and _VERSION.fullmatch(parts[-1]):
        parts.pop()
    return parts[-1]


def _prefix(groups: Iterable[_Group], offset: int, rules: Rules) -> str:
    around = [group.prefix for group in groups if group.start <= offset < group.end]
    return rules.path_separator.join(prefix for prefix in around if prefix)


def _joined(nodes: Iterable[Node], data: bytes) -> str:
    text = "".join(data[node.start_byte : node.end_byte].decode("utf-8", "replace") for node in nodes)
    text = re.sub(r"\s+", "", text)
    is_quoted = text[:1] in ("'", '"', "`", "<") and any(map(str.isalnum, text))  # else an operator, or `foldl'`
    return text.strip("'\"`<>") if is_quoted else text
