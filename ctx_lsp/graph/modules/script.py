"""Resolves JavaScript and TypeScript modules: relative paths, configured paths and packages in the workspace."""

import posixpath
from collections.abc import Iterator

from ctx_lsp.graph.modules.files import Files, below, folder_of, is_below, project_above
from ctx_lsp.graph.modules.npm import folder_file, own_file, package_file
from ctx_lsp.graph.modules.patterns import substituted
from ctx_lsp.graph.modules.tsconfig import configs_of
from ctx_lsp.graph.projects.model import NpmPackage, ScriptConfig

_SUFFIXES = (
    *(".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".cts", ".d.mts", ".d.cts", ".mjs", ".cjs"),
    *(".vue", ".svelte", ".astro", ".json"),
)
# TypeScript sources import each other by the names of the compiled files.
_SOURCES_OF = {
    ".js": (".ts", ".tsx", ".d.ts"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
_CONFIG_FOLDER = "${configDir}/"

# Prefixes that bundlers and frameworks define for a package's own sources; no package name begins with one.
_ALIASES = {"@/": ("src", ""), "~/": ("src", "app", ""), "$lib/": ("src/lib",), "~~/": ("",), "@@/": ("",)}

# Modules of Node.js, which take precedence over packages and files with the same name.
BUILT_IN = frozenset(
    {
        *("assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram"),
        *("diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https", "inspector", "module"),
        *("net", "os", "path", "perf_hooks", "process", "punycode", "querystring", "readline", "repl", "stream"),
        *("string_decoder", "sys", "timers", "tls", "trace_events", "tty", "url", "util", "v8", "vm", "wasi"),
        *("worker_threads", "zlib"),
    }
)


def script_files(origin: str, module: str, files: Files) -> tuple[str, ...]:
    """Return the file that `module` refers to; empty if the module is external."""
    name = module.partition("?")[0]  # the text after `?` tells a bundler how to load the file
    if name.startswith("."):
        found = _relative(origin, name, files)
    else:
        found = None if _is_outside(name) else _bare(origin, name, files)
    return (found,) if found else ()


def file_at(path: str, files: Files) -> str | None:
    """Return the file that an import of `path` loads; None if there is none.

    The candidates are the source of `path` (`.ts` for `.js`), the path as written, the path with a suffix added and, if
    the path is a folder, its main file. The first one that exists is returned.
    """
    return _source_at(path, files) or _folder_at(path, files)


def _source_at(path: str, files: Files) -> str | None:
    if not path:
        return None
    stem, suffix = posixpath.splitext(path)
    source = _first(stem, _SOURCES_OF.get(suffix, ()), files)
    return source or (path if files.exists(path) else _first(path, _SUFFIXES, files))


def _folder_at(path: str, files: Files) -> str | None:
    package = files.project(below(path, "package.json"))
    main = folder_file(package, files, _main_at) if isinstance(package, NpmPackage) else None
    return main or _index_of(path, files)


def _main_at(path: str, files: Files) -> str | None:
    """Return the file that a package names as its main file; None if there is none.

    This is like `file_at`, except that a `package.json` in the folder `path` is ignored.
    """
    return _source_at(path, files) or _index_of(path, files)


def _index_of(folder: str, files: Files) -> str | None:
    return _first(below(folder, "index"), _SUFFIXES, files)


def _first(stem: str, suffixes: tuple[str, ...], files: Files) -> str | None:
    return next((stem + suffix for suffix in suffixes if files.exists(stem + suffix)), None)


def _is_outside(module: str) -> bool:
    """Return whether a module name is a URL, an absolute path or a built-in module of Node.js."""
    first = module.partition("/")[0]
    return not module or module.startswith("/") or ":" in first or first in BUILT_IN


def _relative(origin: str, module: str, files: Files) -> str | None:
    target = below(folder_of(origin), module)
    is_folder = module.endswith("/") or module.rpartition("/")[2] in {".", ".."}
    found = _folder_at(target, files) if is_folder else file_at(target, files)
    return found or next((path for path in _in_other_roots(origin, target, files) if path), None)


def _in_other_roots(origin: str, target: str, files: Files) -> Iterator[str | None]:
    """Yield the counterparts of `target` in the other `rootDirs` of each configuration; None for a missing one."""
    for config in configs_of(origin, files):
        for root in config.root_dirs:
            if is_below(target, root):
                rest = target[len(root) + 1 :] if root else target
                yield from (file_at(below(other, rest), files) for other in config.root_dirs if other != root)


def _bare(origin: str, module: str, files: Files) -> str | None:
    for config in configs_of(origin, files):
        found = _configured(config, module, files)
        if found:
            return found
    if module.startswith("#"):
        package = project_above(origin, "package.json", files)
        return own_file(package, module, files, file_at) if isinstance(package, NpmPackage) else None
    prefix = next((prefix for prefix in _ALIASES if module.startswith(prefix)), "")
    return _aliased(origin, prefix, module, files) if prefix else package_file(origin, module, files, file_at)


def _aliased(origin: str, prefix: str, module: str, files: Files) -> str | None:
    package = project_above(origin, "package.json", files)
    base = package.folder if isinstance(package, NpmPackage) else ""
    rest = module.removeprefix(prefix)
    found = (file_at(below(below(base, folder), rest), files) for folder in _ALIASES[prefix])
    return next((path for path in found if path), None)


def _configured(config: ScriptConfig, module: str, files: Files) -> str | None:
    base = config.base_url if config.base_url is not None else config.paths_folder
    for target in substituted(config.paths or (), module):
        own = target.startswith(_CONFIG_FOLDER)
        path = below(config.folder, target.removeprefix(_CONFIG_FOLDER)) if own else below(base, target)
        found = file_at(path, files)
        if found:
            return found
    return file_at(below(config.base_url, module), files) if config.base_url is not None else None
