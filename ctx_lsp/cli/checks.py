"""What `doctor` checks, one function a subject. The engine is tried as a whole, on a folder made for the purpose."""

import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from ctx_lsp.analysis import Analysis, Status
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.session import open_workspace, settings_of

OLDEST_PYTHON = (3, 11)
WAIT = 120.0  # seconds; a slow machine loads the model in a tenth of it
FEW_WATCHES = (
    65_536  # below this an editor that watches a large repository runs out, and its server is not told of edits
)

# One definition of the same name in each language with full support, so that one lookup tells which grammars work.
SAMPLES = {
    "python": ("probe.py", "def probe():\n    return 1\n"),
    "javascript": ("probe.js", "function probe() { return 1; }\n"),
    "typescript": ("probe.ts", "function probe(): number { return 1; }\n"),
    "tsx": ("probe.tsx", "function probe() { return <p>1</p>; }\n"),
    "java": ("Probe.java", "class Holder { int probe() { return 1; } }\n"),
    "go": ("probe.go", "package p\n\nfunc probe() int { return 1 }\n"),
    "rust": ("probe.rs", "fn probe() -> u8 { 1 }\n"),
}

_NAME = re.compile(r"[\w.-]+")  # a requirement begins with it


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, whether it holds, and what was seen."""

    name: str
    ok: bool
    detail: str


def run_checks() -> Iterator[Check]:
    """Check everything, quickest first."""
    yield check_python()
    yield check_packages()
    yield check_watches(Path("/proc/sys/fs/inotify/max_user_watches"))
    yield from check_engine()


def check_python() -> Check:
    """The interpreter is recent enough."""
    found = ".".join(map(str, sys.version_info[:3]))
    return Check("python", sys.version_info >= OLDEST_PYTHON, f"{found} at {sys.executable}")


def check_packages(distribution: str = "ctx-lsp") -> Check:
    """Every package that `distribution` needs at run time is installed."""
    needed = (_NAME.match(line) for line in requires(distribution) or () if "extra ==" not in line)
    names = [name[0] for name in needed if name]
    missing = [name for name in names if _version(name) is None]
    detail = f"missing: {', '.join(missing)}" if missing else f"{len(names)} packages"
    return Check("packages", not missing, detail)


def check_engine() -> Iterator[Check]:
    """Index a folder of samples with the settings that hold for the user: grammars, model, search and cache at work."""
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-doctor-") as folder:
        for name, text in SAMPLES.values():
            (Path(folder) / name).write_text(text, "utf-8")
        with open_workspace(Path(folder), settings_of(Path(folder))) as workspace:
            in_time = workspace.wait_ready(WAIT)
            yield Check("index", in_time, "ready" if in_time else f"not ready after {WAIT:.0f} s")
            yield check_grammars(workspace.analysis().result())
            status = workspace.status()
            yield check_model(status)
            yield check_cache(status.cache_path)


def check_grammars(analysis: Analysis) -> Check:
    """The definition in each sample was found."""
    found = {item.language for item in analysis.workspace_symbols("probe", len(SAMPLES), CancelToken())}
    missing = sorted(SAMPLES.keys() - found)
    return Check(
        "grammars", not missing, f"no symbols in {', '.join(missing)}" if missing else ", ".join(sorted(found))
    )


def check_model(status: Status) -> Check:
    """Every sample has its vector."""
    if status.warnings:
        return Check("model", ok=False, detail="; ".join(status.warnings))
    return Check("model", status.coverage.semantic == 1, status.model or "none")


def check_cache(path: str) -> Check:
    """The cache's folder can be written to."""
    if not path:
        return Check("cache", ok=True, detail="nothing is kept (cache.enabled)")
    try:
        with tempfile.TemporaryFile(dir=path):
            return Check("cache", ok=True, detail=f"{path} can be written to")
    except OSError as error:
        return Check("cache", ok=False, detail=str(error))


def check_watches(limit: Path) -> Check:
    """The system lets an editor watch enough files; systems without that limit pass."""
    if not limit.exists():
        return Check("file watches", ok=True, detail="no limit on this system")
    allowed = int(limit.read_text("ascii"))
    return Check("file watches", allowed >= FEW_WATCHES, f"{allowed:,} per user (fs.inotify.max_user_watches)")


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
