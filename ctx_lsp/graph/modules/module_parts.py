"""Names of modules and symbols as people write them: whether `click.utils.echo` can mean a symbol of a file.

They are compared with paths and declared packages only. `graph.resolution` resolves the names in imports.
"""

import re

from ctx_lsp.graph.entry import Definition, FileEntry, without_numbers

_FRONT_STEMS = ("__init__", "index", "mod", "__main__")  # files that stand for their folder
_PACKAGE_SEPARATOR = re.compile(r"::|[.\\]")


def module_parts(path: str) -> tuple[str, ...]:
    """Return the parts of a file's module name: its folders and, except for files like `__init__.py`, its stem."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    return tuple(folders) if stem in _FRONT_STEMS and folders else (*folders, stem)


def ends_with(parts: tuple[str, ...], end: tuple[str, ...]) -> bool:
    """Return whether `parts` ends with all parts of `end`, which must not be empty for this."""
    return bool(end) and parts[-len(end) :] == end


def is_of_module(entry: FileEntry, module: tuple[str, ...]) -> bool:
    """Return whether a file belongs to the module with the name `module`, by its path or its declared package."""
    package = tuple(part for part in _PACKAGE_SEPARATOR.split(entry.facts.outline.package) if part)
    own = module_parts(entry.path)
    # The parent counts because a package exports names of its modules.
    return ends_with(own, module) or ends_with(package, module) or ends_with(own[:-1], module)


def is_named(entry: FileEntry, one: Definition, parts: tuple[str, ...]) -> bool:
    """Return whether the full name of a definition in `entry`, including the module's name, ends with `parts`."""
    qualified = tuple(without_numbers(one.qualname).split("."))
    if len(parts) <= len(qualified):
        return ends_with(qualified, parts)
    return ends_with(parts, qualified) and is_of_module(entry, parts[: -len(qualified)])
