"""Entry point of the one-folder program, which holds Python, its packages and `ctx_lsp`.

`ctx-lsp ...` is the command line. `ctx-lsp -m MODULE ...` runs a module of the package: so start the processes of
`ctx_lsp.base.system.PYTHON_MODULE`, which elsewhere are Python's. The contents of the folder are in `ctx-lsp.spec`.
"""

import os
import sys
from importlib import import_module

PACKAGE = "ctx_lsp"
LIBRARY_PATH = "LD_LIBRARY_PATH"


def restore_environment() -> None:
    """Undo the loader's changes for the programs that this one starts.

    With the folder on their library path, programs such as Git would load the libraries of the bundle.
    """
    given = os.environ.pop(f"{LIBRARY_PATH}_ORIG", None)
    if given is not None:
        os.environ[LIBRARY_PATH] = given
    else:
        os.environ.pop(LIBRARY_PATH, None)
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # a copy of this program sets its library path itself


def main() -> None:
    """Run a module of the package if one is named, else the command line."""
    if sys.argv[1:2] == ["-m"] and ".".join(sys.argv[2:3]).partition(".")[0] == PACKAGE:
        name = sys.argv[2]
        del sys.argv[1:3]
        import_module("runpy").run_module(name, run_name="__main__", alter_sys=True)
    else:
        import_module("ctx_lsp.cli.main").main()  # each loads what it needs, no more


if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        restore_environment()
    main()
