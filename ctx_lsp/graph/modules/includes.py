"""Resolves includes in C, C++ and related languages: first relative to the including file, then by path suffix."""

from ctx_lsp.graph.modules.files import Files, below, folder_of, is_private, module_stem, nearest_only

_STANDARD_STEMS = frozenset(
    {
        *("assert", "complex", "ctype", "errno", "fenv", "float", "inttypes", "iso646", "limits", "locale", "math"),
        *("setjmp", "signal", "stdalign", "stdarg", "stdatomic", "stdbool", "stddef", "stdint", "stdio", "stdlib"),
        *("stdnoreturn", "string", "strings", "tgmath", "threads", "time", "uchar", "wchar", "wctype"),
    }
)
_STANDARD = frozenset(f"{stem}.h" for stem in _STANDARD_STEMS)
_INCLUDE_FOLDERS = frozenset({"include", "includes", "inc"})


def included_files(origin: str, module: str, files: Files) -> tuple[str, ...]:
    """Return the file that `#include` of `module` refers to in the file `origin`, or several if they are equally near.

    The result is empty for a standard header that is not beside `origin`, and for a header outside the workspace.
    """
    beside = below(folder_of(origin), module)
    if files.exists(beside):
        return (beside,)
    if _is_standard(module):
        return ()
    wanted = below("", module)
    while wanted.startswith("../"):
        wanted = wanted[3:]
    found = [
        path
        for path in files.modules(module_stem(wanted))
        if (path == wanted or path.endswith(f"/{wanted}")) and not is_private(path, origin)
    ]
    preferred = [path for path in found if _root(path, wanted).rpartition("/")[2] in _INCLUDE_FOLDERS]
    return nearest_only(origin, preferred or found)


def _is_standard(module: str) -> bool:
    """Return whether a header has the name of a C standard header, or has no suffix, like the C++ standard headers."""
    return module in _STANDARD or ("/" not in module and "." not in module and module.islower())


def _root(path: str, wanted: str) -> str:
    return path[: -len(wanted) - 1] if path != wanted else ""
