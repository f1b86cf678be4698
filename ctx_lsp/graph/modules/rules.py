"""The `modules` section of each language folder, which selects the rule that resolves module names.

The keys are explained in `languages/README.md`; the rules are in the other modules of this package.
"""

from dataclasses import dataclass
from functools import cache

from ctx_lsp.languages.folders import FOLDERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """Rules for imports by file path.

    - `suffixes` may be omitted in imports.
    - `main_files` are the names of files that represent their folder.
    - `partials`: the file name may begin with an underscore that imports omit.
    - `from_roots`: the path may also begin at an unknown folder; it means the nearest file whose path ends with it.
    - `marked`: only a name that begins with a dot or has a suffix is a path; other names are packages.
    """

    suffixes: tuple[str, ...] = ()
    main_files: tuple[str, ...] = ()
    partials: bool = False
    from_roots: bool = False
    marked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Modules:
    """The `modules` section; `rule` names a function; "" if imports are resolved by `paths` alone or not at all."""

    rule: str = ""
    folder_files: frozenset[str] = frozenset()
    paths: Paths | None = None


@cache
def modules_of(language: str) -> Modules:
    """Return the `modules` section of a language."""
    return FOLDERS.section(language, "modules", Modules)


@cache
def folder_files() -> frozenset[str]:
    """Return the names of files that represent their folder, in any language."""
    return frozenset().union(*(modules_of(folder).folder_files for folder in FOLDERS.names()))
