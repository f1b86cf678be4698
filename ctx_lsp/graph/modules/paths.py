"""Resolves imports that are written as file paths: Bash, PHP, Protobuf, style sheets, Nix, Terraform and others."""

import re

from ctx_lsp.graph.modules.files import Files, below, existing, folder_of, is_private, module_stem, nearest_only
from ctx_lsp.graph.modules.rules import Paths

_VARIABLE = re.compile(r"(?:\$\w+|\$\{[^}]{0,200}\}|\$\([^)]{0,200}\)|__DIR__|`[^`]{0,200}`)[\"']{0,9}/")


def path_files(rule: Paths, origin: str, module: str, files: Files) -> tuple[str, ...]:
    """Return the files that the path `module` refers to when it is written in the file `origin`."""
    written = module.partition("?")[0]
    if "://" in written or (rule.marked and not _is_path(written)):
        return ()
    name = written[max((match.end() for match in _VARIABLE.finditer(written)), default=0) :]
    if not name or "$" in name:
        return ()
    beside = existing(_candidates(below(folder_of(origin), name.lstrip("/")), rule), files)[:1]
    is_anywhere = rule.from_roots and not name.startswith(".")
    return beside or (_ending_in(name.lstrip("/"), origin, rule, files) if is_anywhere else ())


def _is_path(written: str) -> bool:
    return written.startswith(".") or "." in written.rpartition("/")[2]


def _candidates(path: str, rule: Paths) -> list[str]:
    found = [path, *(path + suffix for suffix in rule.suffixes)]
    if rule.partials:
        folder, _, name = path.rpartition("/")
        found += [below(folder, f"_{name}"), *(below(folder, f"_{name}{suffix}") for suffix in rule.suffixes)]
    return found + [below(path, part) for part in rule.main_files]


def _ending_in(name: str, origin: str, rule: Paths, files: Files) -> tuple[str, ...]:
    wanted = tuple(_candidates(name, rule))
    found = [
        path
        for path in files.modules(module_stem(name))
        if any(path == one or path.endswith(f"/{one}") for one in wanted) and not is_private(path, origin)
    ]
    return nearest_only(origin, found)
