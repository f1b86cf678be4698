"""Forms of module names in references: names with a module prefix, and paths relative to a module inside a file.

`graph.modules` finds the files for a module name.
"""

RELATIVE_HEADS = frozenset({"self", "super"})
"""Beginnings of Rust paths that are relative to the enclosing module."""


def split_module(name: str) -> tuple[str, str]:
    """Split a type name with a module prefix, as in `"./module".Name`, into the module and the rest."""
    if not name.startswith('"'):
        return "", name
    module, _, rest = name[1:].partition('"')
    return module, rest.removeprefix(".")


def relative_path(head: str, inner: str) -> str:
    """Return the Rust path from the file to `head` in the module `inner` (a dotted name; "" for the file itself)."""
    return "::".join(("self", *inner.split("."), head) if inner else ("self", head))
