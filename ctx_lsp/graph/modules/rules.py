"""Reads the `modules` section of each language folder. The section selects the rule that resolves module names.

The keys are explained in `languages/README.md`; the rules are in the other modules of this package.
"""

from dataclasses import dataclass
from functools import cache

from ctx_lsp.languages.folders import FOLDERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """Settings for imports by file path.

    - `suffixes`: the suffixes that imports may omit.
    - `main_files`: the names of files that represent their folder.
    - `partials`: whether file names may begin with an underscore that imports omit.
    - `from_roots`: whether paths may be relative to an unknown folder; the nearest file with a matching path is used.
    - `marked`: whether only names that begin with a dot or have a suffix are paths; other names are packages.
    """

    suffixes: tuple[str, ...] = ()
    main_files: tuple[str, ...] = ()
    partials: bool = False
    from_roots: bool = False
    marked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Modules:
    """The `modules` section of a language.

    - `rule`: the name of the function in `RULES` that resolves imports; "" if only `paths` resolves them.
    - `folder_files`: the names of files that represent their folder, such as `__init__.py`.
    - `paths`: how imports by file path are resolved; None if there are none. `rule` is tried first.
    """

    rule: str = ""
    folder_files: frozenset[str] = frozenset()
    paths: Paths | None = None


@cache
def modules_of(language: str) -> Modules:
    """Return the `modules` section of a language."""
    return FOLDERS.section(language, "modules", Modules)


@cache
def folder_files() -> frozenset[str]:
    """Return the names of files that represent their folder, such as `__init__.py`, for all languages."""
    return frozenset().union(*(modules_of(folder).folder_files for folder in FOLDERS.names()))
