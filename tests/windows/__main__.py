"""Try the product on Windows, as far as Wine is Windows: `python -m tests.windows FOLDER [--trial NAME]...`

Needs Wine for 64-bit programs (`apt-get install wine64`; written for Debian's Wine 8.0) and a network. The first run
downloads Python for Windows and wheels from PyPI into FOLDER, 1.2 GB in all; nothing else changes. A run takes two
minutes. Not a test, because Wine is not Windows: it does not check who may open a pipe, makes no symbolic links, has no
Git, and lets programs steal the name of a pipe. So no trial shows how these behave on Windows.
"""

import argparse
import shutil
import sys
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.progress_lines import print_line
from tests.windows.installation import installed
from tests.windows.trials import TRIALS


def main() -> None:
    """Prepare the folder, run the trials, and print a line for each, with the reason if it fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="for Python, its packages and the prefix of Wine")
    parser.add_argument("--trial", action="append", choices=TRIALS, help="only this one")
    given = parser.parse_args()
    if shutil.which("wine") is None:
        sys.exit("Wine is missing: apt-get install wine64")
    given.folder.mkdir(parents=True, exist_ok=True)
    python = installed(given.folder)
    failed = False
    for name in given.trial or TRIALS:
        with TemporaryDirectory() as scratch:
            try:
                print_line(f"ok    {name}: {TRIALS[name](python, Path(scratch))}")
            except Exception:  # noqa: BLE001  # whatever fails, the others are tried
                failed = True
                print_line(f"FAIL  {name}: {traceback.format_exc()}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
