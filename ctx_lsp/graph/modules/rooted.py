"""Resolves modules that are named by their path from a root folder: Ruby, Lua, Haskell and Dart."""

from collections.abc import Callable, Iterator

from ctx_lsp.graph.modules.files import (
    Files,
    below,
    existing,
    folder_of,
    is_below,
    is_private,
    nearest_only,
    projects_near,
)
from ctx_lsp.graph.projects.model import DartPackage

_RUBY_ROOTS = frozenset({"lib", "test", "spec", "app", "ext"})
_LUA_ROOTS = frozenset({"lua", "src", "lib", "scripts"})

# Names in Ruby's standard library that are also likely names of files in a project.
_RUBY_STANDARD = frozenset(
    {
        *("abbrev", "base64", "benchmark", "bigdecimal", "bundler", "cgi", "coverage", "csv", "date", "delegate"),
        *("digest", "drb", "English", "erb", "etc", "fiber", "fiddle", "fileutils", "find", "forwardable"),
        *("getoptlong", "io/console", "ipaddr", "irb", "json", "logger", "matrix", "minitest", "monitor", "mutex_m"),
        *("net/http", "observer", "open-uri", "open3", "openssl", "optparse", "ostruct", "pathname", "pp", "prime"),
        *("prettyprint", "pstore", "psych", "pty", "racc", "rake", "rdoc", "readline", "resolv", "ripper"),
        *("securerandom", "set", "shellwords", "singleton", "socket", "stringio", "strscan", "syslog", "tempfile"),
        *("thread", "time", "timeout", "tmpdir", "tracer", "tsort", "un", "uri", "weakref", "webrick", "yaml", "zlib"),
    }
)

IsRoot = Callable[[str], bool]


def ruby_files(origin: str, module: str, files: Files) -> tuple[str, ...]:
    """Return the file for a `require`, found in the usual load-path folders or else in the folder of `origin`.

    A name that begins with a dot is looked up only in the folder of `origin`. A module of Ruby's standard library is
    looked up only in the load-path folders.
    """
    name = module.removesuffix(".rb")
    beside = existing((f"{below(folder_of(origin), name)}.rb",), files)
    if name.startswith("."):
        return beside
    loaded = _from_roots(origin, name, (".rb",), files, lambda root: not root or _last(root) in _RUBY_ROOTS)
    return loaded or (() if name in _RUBY_STANDARD else beside)


def lua_files(origin: str, module: str, files: Files) -> tuple[str, ...]:
    """Return the files that a `require` can load, from the usual source folders and the folders above `origin`."""
    name = module.replace(".", "/") if "/" not in module else module
    suffixes = (".lua", "/init.lua", ".luau", ".fnl")
    return _from_roots(origin, name, suffixes, files, lambda root: _is_lua_root(origin, root))


def _is_lua_root(origin: str, root: str) -> bool:
    is_inside = not _LUA_ROOTS.isdisjoint(root.split("/"))
    return _last(root) in _LUA_ROOTS or (is_below(origin, root) and not is_inside)


def haskell_files(origin: str, module: str, files: Files) -> tuple[str, ...]:
    """Return the file of a module. A capitalised folder is part of a module's name, so it cannot be the root."""
    name = module.replace(".", "/")
    return _from_roots(origin, name, (".hs", ".hsc", ".lhs"), files, lambda root: not _last(root)[:1].isupper())


def dart_files(origin: str, module: str, files: Files) -> tuple[str, ...]:
    """Return the file of a library named by a relative path, or by a `package:` path below the package's `lib`."""
    kind, colon, rest = module.partition(":")
    if not colon:
        return existing((below(folder_of(origin), module),), files)
    name, _, path = rest.partition("/")
    if kind != "package":
        return ()
    for package in projects_near(origin, "pub", name, files):
        found = isinstance(package, DartPackage) and existing((below(package.folder, f"lib/{path}"),), files)
        if found:
            return found
    return ()


def _from_roots(origin: str, name: str, suffixes: tuple[str, ...], files: Files, is_root: IsRoot) -> tuple[str, ...]:
    """Return the nearest files whose path from a root is `name` followed by one of `suffixes`."""
    found = [
        path
        for path in files.modules(_last(name))
        for wanted in _ends(path, name, suffixes)
        if is_root(path[: -len(wanted)].rstrip("/")) and not is_private(path, origin)
    ]
    return nearest_only(origin, found)


def _ends(path: str, name: str, suffixes: tuple[str, ...]) -> Iterator[str]:
    for suffix in suffixes:
        if path == name + suffix or path.endswith(f"/{name}{suffix}"):
            yield name + suffix
            return


def _last(path: str) -> str:
    return path.rpartition("/")[2]
