"""The wheel has everything that the program needs, and nothing for development only."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OTHERS = {"training", "reranker_package", "__pycache__"}  # folders whose files are not in the wheel
BUILD = "import sys, hatchling.build; hatchling.build.build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-c", BUILD, str(folder)], cwd=ROOT, check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
        return set(archive.namelist())


def test_it_holds_every_module_and_data_file_of_the_package(wheel: set[str]) -> None:
    files = [file for file in (ROOT / "ctx_lsp").rglob("*") if file.is_file()]
    needed = {file.relative_to(ROOT).as_posix() for file in files if not OTHERS & set(file.parts)}
    assert len(needed) > 100
    assert needed <= wheel


def test_the_wheel_holds_nothing_else(wheel: set[str]) -> None:
    others = {path for path in wheel if not path.startswith("ctx_lsp/") and ".dist-info/" not in path}
    assert others == set()
    assert not {path for path in wheel if OTHERS & set(path.split("/"))}


def test_it_carries_the_licences_of_the_product_and_of_each_model(wheel: set[str]) -> None:
    licences = {path.partition("/licenses/")[2] for path in wheel if "/licenses/" in path}
    models = [file.parent.relative_to(ROOT).as_posix() for file in (ROOT / "ctx_lsp/models").glob("*/model.json")]
    assert "ctx_lsp/models/minilm" in models
    assert licences == {
        "LICENSE",
        "ctx_lsp/text/gitleaks/LICENSE",
        *(f"{model}/{name}" for model in models for name in ("LICENSE", "NOTICE")),
    }
