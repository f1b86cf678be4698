"""The results of javac for a library, through its Tree API, as the documents of an index.

`java/Main.java` prints a line of JSON per file. Libraries are on the class path as far as Debian has them.
"""

import os
import re
import shutil
from pathlib import Path

from ctx_lsp.base.digest import digest
from tests.graph_oracle.commands import run
from tests.graph_oracle.debian import SOURCE_TOOLS
from tests.graph_oracle.documents import read_documents
from tests.graph_oracle.fetch import workspace
from tests.graph_oracle.packages import Package
from tests.graph_oracle.scip import Document

_PROGRAM = Path(__file__).with_name("java") / "Main.java"
_TREES = "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED"  # where declarations say at which offset their name is
_OLDEST = 17
_JARS = "usr/share/java"


def has_java() -> bool:
    """Whether a recent Java compiler and the tools that fetch Debian's sources are installed."""
    if not all(map(shutil.which, ("java", "javac", *SOURCE_TOOLS))):
        return False
    number = re.search(r"\d+", _javac_version())
    return number is not None and int(number[0]) >= _OLDEST


def java_version() -> str:
    """The version of the compiler; "absent" if it is missing."""
    return _javac_version() if has_java() else "absent"


def java_documents(package: Package) -> list[Document]:
    """The files of a library with their symbols, cached."""
    top = workspace(package)
    kept = top.with_name(f"javac-{digest(_PROGRAM.read_bytes()).hex()[:12]}.jsonl")
    if not kept.exists():
        jars = sorted((top.parent / "deps" / _JARS).glob("*.jar"))
        kept.write_text(ask(top, os.pathsep.join(map(str, jars))), "utf-8")
    return read_documents(kept.read_text("utf-8").splitlines())


def ask(folder: Path, class_path: str = "") -> str:
    """The program's output for the sources below a folder."""
    return run(["java", "--add-exports", _TREES, str(_PROGRAM), str(folder), class_path], folder).decode()


def _javac_version() -> str:
    return run(["javac", "-version"], _PROGRAM.parent).decode().strip()
