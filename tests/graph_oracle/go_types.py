"""The results of Go's type checker for a package, as the documents of an index.

`go/main.go` asks go/types and prints a line of JSON per file. It needs only the standard library of Go.
"""

import shutil
from pathlib import Path

from ctx_lsp.base.digest import digest
from tests.graph_oracle.commands import run, work_folder
from tests.graph_oracle.debian import TOOLS
from tests.graph_oracle.documents import read_documents
from tests.graph_oracle.fetch import workspace
from tests.graph_oracle.packages import GO_PATH, Package
from tests.graph_oracle.scip import Document

_PROGRAM = Path(__file__).with_name("go") / "main.go"


def has_go() -> bool:
    """Whether Go and the tools that fetch Debian's packages are installed."""
    return all(map(shutil.which, ("go", *TOOLS)))


def go_version() -> str:
    """The version of the compiler; "absent" if it is missing."""
    return run(["go", "env", "GOVERSION"], _PROGRAM.parent).decode().strip() if has_go() else "absent"


def go_documents(package: Package) -> list[Document]:
    """The files of a package with their symbols, cached."""
    top = workspace(package)
    kept = top.with_name(f"go-types-{_version()}.jsonl")
    if not kept.exists():
        path = top.with_name("deps") / GO_PATH
        kept.write_text(ask(path / "src" / package.root, package.root, path), "utf-8")
    return read_documents(kept.read_text("utf-8").splitlines())


def ask(folder: Path, root: str, path: Path) -> str:
    """The program's output for the packages below `folder`, which is imported as `root` and lies in GOPATH `path`."""
    environment = {"GO111MODULE": "off", "GOPATH": str(path), "GOCACHE": str(work_folder("indexers/go-build"))}
    return run([str(_program(environment)), str(folder), root], folder, environment).decode()


def _program(environment: dict[str, str]) -> Path:
    program = work_folder("indexers") / f"go-types-{_version()}"
    if not program.exists():
        run(["go", "build", "-o", str(program), str(_PROGRAM)], _PROGRAM.parent, environment)
    return program


def _version() -> str:
    return digest(_PROGRAM.read_bytes()).hex()[:12]
