"""Which rule finds the modules that a language imports: the section on modules of its folder.

The keys are explained in `languages/README.md`; the rules themselves are the modules beside this one.
"""

from dataclasses import dataclass
from functools import cache

from ctx_lsp.languages.folders import FOLDERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """How a language names files by their paths.

    `suffixes` may be left out; `main_files` stand for their folder; `from_roots`: the path may also begin at a folder
    that is not known, so that the nearest file with this path at its end is meant; `marked`: a path is only what begins
    with a dot or has a suffix, and other names are those of packages.
    """

    suffixes: tuple[str, ...] = ()
    main_files: tuple[str, ...] = ()
    partials: bool = False
    from_roots: bool = False
    marked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Modules:
    """The section on modules; `rule` is the name of a function, "" where imports lead nowhere or by `paths` alone."""

    rule: str = ""
    folder_files: frozenset[str] = frozenset()
    paths: Paths | None = None


@cache
def modules_of(language: str) -> Modules:
    """How the modules are found that a language imports."""
    return FOLDERS.section(language, "modules", Modules)


@cache
def folder_files() -> frozenset[str]:
    """Names of the files that stand for the folder they are in, in any language."""
    return frozenset().union(*(modules_of(folder).folder_files for folder in FOLDERS.names()))
