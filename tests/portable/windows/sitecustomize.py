"""Makes Python on Linux look like Python on Windows for the modules of `ctx_lsp` alone.

Python loads this at its start, in child processes too, where its folder is on PYTHONPATH. WINDOWS_LACKS says what is
missing: the names of modules and, under `attributes`, names in modules.
"""

import builtins
import json
import os
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType

LACKS = json.loads(os.environ["WINDOWS_LACKS"])
MISSING = frozenset(LACKS["modules"])
real_import = builtins.__import__


def open_as_windows(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
    """`os.open` as on Windows, which opens no folders and knows no folder descriptors."""
    if dir_fd is not None:
        raise NotImplementedError("dir_fd unavailable on this platform")
    if os.path.isdir(path):  # noqa: PTH112  # as the product calls it
        raise PermissionError(13, "Permission denied", path)
    return os.open(path, flags, mode)


HAS: dict[str, dict[str, object]] = {
    "os": {"O_BINARY": 0, "O_NOINHERIT": os.O_CLOEXEC, "open": open_as_windows},
    "sys": {"platform": "win32"},
}


class ForeignModule(ModuleType):
    """A module that only Windows has. It can be imported, and its calls fail."""

    def __getattr__(self, name: str) -> object:
        def call(*arguments: object) -> None:
            raise OSError(f"{self.__name__}.{name} needs Windows")

        return call


class WindowsModule(ModuleType):
    """A module without what Windows lacks."""

    def __init__(self, real: ModuleType) -> None:
        super().__init__(real.__name__)
        lacks = frozenset(LACKS["attributes"].get(real.__name__, ()))
        self.__dict__.update(real=real, lacks=lacks, **HAS.get(real.__name__, {}))

    def __getattr__(self, name: str) -> object:
        if name in self.__dict__["lacks"]:
            raise AttributeError(f"Windows has no {self.__name__}.{name}", name=name)
        return getattr(self.__dict__["real"], name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.__dict__["real"], name, value)


known: dict[str, ModuleType] = {}
FOREIGN = {"_winapi": ForeignModule("_winapi")}


def import_as_windows(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """`__import__`, which knows the importing module."""
    importer = str((globals or {}).get("__name__", ""))
    program = getattr(sys.modules.get("__main__"), "__spec__", None)
    if importer == "__main__" and program is not None:  # `python -m ctx_lsp.ingest.worker`
        importer = program.name
    is_ours = importer.partition(".")[0] == "ctx_lsp"
    if is_ours and name.partition(".")[0] in MISSING:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    if is_ours and name in FOREIGN:
        return FOREIGN[name]
    found = real_import(name, globals, locals, fromlist or (), level)
    if is_ours and (found.__name__ in LACKS["attributes"] or found.__name__ in HAS):
        return known.setdefault(found.__name__, WindowsModule(found))
    return found


builtins.__import__ = import_as_windows
