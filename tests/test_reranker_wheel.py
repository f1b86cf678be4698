"""The extra wheel with the cross-encoder: built from the tree, installed, switched on by one setting, and asked."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.reranker import INSTALLED, PACKAGE, load_reranker

SOURCE = Path(__file__).parents[1] / "ctx_lsp" / "models" / "reranker_package"
BUILD = "import sys, hatchling.build; hatchling.build.build_wheel(sys.argv[1])"
MAX_BYTES = 25_000_000
ANSWER = "retry.py send_again\ndef send_again(request)\nfor attempt in range(LIMIT): wait(2 ** attempt); send(request)"
OTHERS = (
    "colours.py to_hex\ndef to_hex(colour)\nreturn '#' + ''.join(f'{part:02x}' for part in colour)",
    "tables.py widths\ndef widths(rows)\nreturn [max(len(cell) for cell in column) for column in zip(*rows)]",
)
QUESTION = "where does a failed request get repeated after a pause?"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-c", BUILD, str(folder)], cwd=SOURCE, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages that holds the wheel alone."""
    folder = tmp_path_factory.mktemp("packages")
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", str(folder), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    return folder


def test_it_holds_the_model_with_licence_and_notice_and_is_small(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        sizes = {info.filename: info.file_size for info in archive.infolist()}
    own = {path.removeprefix(f"{PACKAGE}/") for path in sizes if path.startswith(f"{PACKAGE}/")}
    assert own == {"LICENSE", "NOTICE", "__init__.py", "model.json", "model.onnx", "tokenizer.json"}
    assert sizes[f"{PACKAGE}/model.onnx"] < MAX_BYTES
    assert {path.rpartition("/")[2] for path in sizes if "/licenses/" in path} == {"LICENSE", "NOTICE"}


def test_its_weights_put_the_answer_first(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(installed)
    reranker = load_reranker(INSTALLED, 2)
    assert reranker is not None
    best, *others = reranker.score(QUESTION, (ANSWER, *OTHERS), 60.0, CancelToken())
    assert best > max(others)


def test_without_the_package_the_reason_is_given() -> None:
    with pytest.raises(ModelError, match="the package ctx-lsp-reranker is not installed"):
        load_reranker(INSTALLED, 1)


def test_one_setting_lets_a_search_ask_it(installed: Path, tmp_path: Path, private_cache: Path) -> None:
    (tmp_path / "prices.py").write_text(
        "def net(price):\n    return price\n\n\ndef gross(price):\n    return 2 * price\n"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(installed), os.environ.get("PYTHONPATH", "")]),
        "CTX_LSP_CACHE_DIRECTORY": str(private_cache),
        "CTX_LSP_MODEL_EMBEDDING": "none",
    }

    def explained(reranker: str) -> str:
        command = [
            sys.executable,
            "-m",
            "ctx_lsp",
            "search",
            str(tmp_path),
            "how is a price taxed?",
            "--rerank",
            "--json",
        ]
        changed = environment | {"CTX_LSP_MODEL_RERANKER": reranker}
        return subprocess.run(command, env=changed, capture_output=True, text=True, check=True, cwd=tmp_path).stdout

    assert '"rerank"' in explained(INSTALLED)
    assert '"rerank"' not in explained("bundled")
