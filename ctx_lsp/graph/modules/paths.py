"""Files that are named by a path: Bash, PHP, Protobuf, style sheets, Nix, Terraform. What is said here is data."""

import re
from dataclasses import dataclass

from ctx_lsp.graph.modules.files import Files, below, existing, folder_of, is_private, module_stem, nearest_only

_VARIABLE = re.compile(r"(?:\$\w+|\$\{[^}]{0,200}\}|\$\([^)]{0,200}\)|__DIR__|`[^`]{0,200}`)[\"']{0,9}/")


@dataclass(frozen=True, slots=True)
class _Rule:
    """How a language names files.

    `suffixes` may be left out; `parts` are names of a file that stands for its folder; `from_roots`: the path may also
    begin at a folder that is not known, so that the nearest file with this path at its end is meant; `marked`: a path
    is only what begins with a dot or has a suffix, and other names are those of packages.
    """

    suffixes: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    partials: bool = False
    from_roots: bool = False
    marked: bool = False


_RULES = {
    "bash": _Rule(suffixes=(".sh", ".bash"), from_roots=True),
    "fish": _Rule(suffixes=(".fish",), from_roots=True),
    "php": _Rule(),
    "proto": _Rule(from_roots=True),
    "thrift": _Rule(suffixes=(".thrift",), from_roots=True),
    "css": _Rule(),
    "scss": _Rule(suffixes=(".scss", ".sass", ".css"), parts=("_index.scss", "index.scss"), partials=True),
    "less": _Rule(suffixes=(".less", ".css")),
    "nix": _Rule(parts=("default.nix",), marked=True),
    "hcl": _Rule(parts=("main.tf",), marked=True),
    "terraform": _Rule(parts=("main.tf",), marked=True),
    "graphql": _Rule(),
    "jsonnet": _Rule(from_roots=True),
    "r": _Rule(),
    "cmake": _Rule(suffixes=(".cmake",), parts=("CMakeLists.txt",)),
    "make": _Rule(),
}


def path_files(language: str, origin: str, module: str, files: Files) -> tuple[str, ...]:
    """The files at a path as written in a file of `language`; none in a language that names none by path."""
    rule = _RULES.get(language)
    written = module.partition("?")[0]
    if rule is None or "://" in written or (rule.marked and not _is_path(written)):
        return ()
    name = written[max((match.end() for match in _VARIABLE.finditer(written)), default=0) :]
    if not name or "$" in name:
        return ()
    beside = existing(_candidates(below(folder_of(origin), name.lstrip("/")), rule), files)[:1]
    is_anywhere = rule.from_roots and not name.startswith(".")
    return beside or (_ending_in(name.lstrip("/"), origin, rule, files) if is_anywhere else ())


def _is_path(written: str) -> bool:
    return written.startswith(".") or "." in written.rpartition("/")[2]


def _candidates(path: str, rule: _Rule) -> list[str]:
    found = [path, *(path + suffix for suffix in rule.suffixes)]
    if rule.partials:
        folder, _, name = path.rpartition("/")
        found += [below(folder, f"_{name}"), *(below(folder, f"_{name}{suffix}") for suffix in rule.suffixes)]
    return found + [below(path, part) for part in rule.parts]


def _ending_in(name: str, origin: str, rule: _Rule, files: Files) -> tuple[str, ...]:
    wanted = tuple(_candidates(name, rule))
    found = [
        path
        for path in files.modules(module_stem(name))
        if any(path == one or path.endswith(f"/{one}") for one in wanted) and not is_private(path, origin)
    ]
    return nearest_only(origin, found)
