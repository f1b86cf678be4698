"""The source distribution builds a wheel that works outside the checkout."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
SITE_PACKAGES = Path(sysconfig.get_path("purelib"))
BUILD = "import sys, hatchling.build as build; print(getattr(build, sys.argv[1])(sys.argv[2]))"
LARGE = 20_000_000  # bytes; a larger dependency gives its reason in `docs/installation.md`


def _build(source: Path, what: str, into: Path) -> Path:
    command = [sys.executable, "-c", BUILD, what, str(into)]
    built = subprocess.run(command, cwd=source, check=True, capture_output=True, text=True)
    return into / built.stdout.split()[-1]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`ctx-lsp` in an environment with the wheel and this environment's dependencies."""
    folder = tmp_path_factory.mktemp("distribution")
    with tarfile.open(_build(ROOT, "build_sdist", folder)) as archive:
        archive.extractall(folder, filter="data")
    [source] = (path for path in folder.iterdir() if path.is_dir())
    wheel = _build(source, "build_wheel", folder)
    environment = folder / "environment"
    venv.create(environment, with_pip=False)
    python = environment / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    [inside] = environment.glob("lib/python*/site-packages")
    (inside / "dependencies.pth").write_text(f"{SITE_PACKAGES}\n", "utf-8")
    return environment / "bin" / "ctx-lsp"


def test_an_installed_wheel_answers_with_its_own_model(program: Path, private_cache: Path, tmp_path: Path) -> None:
    (tmp_path / "cart.py").write_text("def total(prices):\n    return sum(prices)\n", "utf-8")
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment = {**inherited, "CTX_LSP_CACHE_DIRECTORY": str(private_cache), "CTX_LSP_MODEL_EMBEDDING": "bundled"}
    command = [str(program), "query", str(tmp_path), "how are prices added up?"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "return sum(prices)" in done.stdout
    command = [str(program.with_name("python")), "-c", "import ctx_lsp; print(ctx_lsp.__file__)"]
    shown = subprocess.run(command, cwd=tmp_path, env=inherited, capture_output=True, text=True, check=True)
    assert str(program.parents[1]) in shown.stdout, "the answer must not come from the checkout"


def test_large_dependencies_give_their_reason() -> None:
    page = (ROOT / "docs" / "installation.md").read_text("utf-8")
    large = {name for name in _required("ctx-lsp", set()) if _size(name) > LARGE}
    assert "onnxruntime" in large, "sizes are measured"
    assert sorted(name for name in large if f"| {name} |" not in page) == []


def _required(name: str, seen: set[str]) -> set[str]:
    """The names of a package's runtime dependencies, transitively."""
    for line in metadata.requires(name) or ():
        needed = Requirement(line)
        if (needed.marker is None or needed.marker.evaluate({"extra": ""})) and needed.name not in seen:
            seen.add(needed.name)
            _required(needed.name, seen)
    return seen


def _size(name: str) -> int:
    """Bytes of a package's installed files."""
    files = metadata.files(name) or ()
    return sum(path.stat().st_size for file in files if (path := Path(str(file.locate()))).is_file())
