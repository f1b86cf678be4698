"""Embedder: the bundled model gives good, reproducible vectors; other models load from folders or give an error."""

import json
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ctx_lsp.models.embedder import Embedder, load_embedder
from ctx_lsp.models.model_files import BUNDLED_EMBEDDER, ModelError
from tests.models.tiny_onnx import tiny_model

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def bundled() -> Embedder:
    return load_embedder()


def test_it_gives_unit_vectors(bundled: Embedder) -> None:
    for text in ("def f(): pass", "", "  \n", "日本語のコメント", "🙂" * 50, "x" * 10_000, "a\x00b"):
        vector = bundled.embed(text)
        assert vector.shape == (bundled.dimensions,)
        assert vector.dtype == np.float32
        assert float(np.linalg.norm(vector)) == pytest.approx(1.0, abs=1e-6)


SNIPPETS = {
    "read settings from a file": "def load_config(path):\n    return toml.loads(path.read_text())",
    "send an e-mail message": "def notify(user, body):\n    smtp.sendmail(SENDER, [user.address], body)",
    "sort a list of numbers": "def quicksort(values):\n    pivot, *rest = values\n    return [*small, pivot, *large]",
    "retry after a network failure": "try:\n    return request()\nexcept ConnectionError:\n    sleep(backoff)",
    "encrypt a password": "def hash_secret(secret, salt):\n    return bcrypt.hashpw(secret.encode(), salt)",
}


@pytest.mark.parametrize("question", SNIPPETS)
def test_a_question_is_nearest_to_the_code_that_answers_it(bundled: Embedder, question: str) -> None:
    asked = bundled.embed(question)
    cosines = {about: float(asked @ bundled.embed(code)) for about, code in SNIPPETS.items()}
    assert max(cosines, key=lambda about: cosines[about]) == question


def test_a_vector_depends_on_its_text_alone(bundled: Embedder) -> None:
    texts = [f"{question}\n{code}" * n for n, (question, code) in enumerate(SNIPPETS.items(), 1)]
    alone = {text: load_embedder().embed(text) for text in texts}
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(bundled.embed, texts * 8))
    for text, vector in zip(texts * 8, together, strict=True):
        assert np.array_equal(vector, alone[text])


def test_long_texts_are_cut(bundled: Embedder) -> None:
    long = "word " * 200
    assert np.array_equal(bundled.embed(long), bundled.embed(long + "and something else"))
    assert not np.array_equal(bundled.embed("word " * 20), bundled.embed("word " * 20 + "and something else"))
    assert np.array_equal(bundled.embed(" " * 100_000 + "word"), bundled.embed("")), "not even looked at"


def test_the_bundled_model_is_the_one_that_its_description_names(bundled: Embedder) -> None:
    description = json.loads((BUNDLED_EMBEDDER / "model.json").read_text("utf-8"))
    assert bundled.dimensions == description["dimensions"]
    assert bundled.identity.startswith(description["id"] + "@")
    assert bundled.identity == load_embedder("bundled").identity
    assert (BUNDLED_EMBEDDER / "model.onnx").stat().st_size < 25_000_000
    assert "Apache License" in (BUNDLED_EMBEDDER / "LICENSE").read_text("utf-8")
    assert "quantised" in (BUNDLED_EMBEDDER / "NOTICE").read_text("utf-8")


def copy_of_bundled(folder: Path) -> Path:
    shutil.copytree(BUNDLED_EMBEDDER, folder)
    return folder


def test_a_model_is_loaded_from_a_folder(bundled: Embedder, tmp_path: Path) -> None:
    copied = load_embedder(copy_of_bundled(tmp_path / "model"))
    assert copied.identity == bundled.identity
    assert np.array_equal(copied.embed("some text"), bundled.embed("some text"))


def test_a_folder_of_sentence_transformers_is_understood(bundled: Embedder, tmp_path: Path) -> None:
    folder = copy_of_bundled(tmp_path / "mini")
    (folder / "model.json").unlink()
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model.onnx")
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 16}')
    embedder = load_embedder(str(folder))
    assert embedder.identity.startswith("mini@")
    assert embedder.dimensions == bundled.dimensions
    assert np.array_equal(embedder.embed("short"), bundled.embed("short"))
    assert np.array_equal(embedder.embed("word " * 20), embedder.embed("word " * 15))


@pytest.mark.parametrize(
    ("pooling", "expected"),
    [("mean", [0.0, 0.894427, 0.447214]), ("cls", [0.0, 1.0, 0.0]), ("lasttoken", [0.0, 0.0, 1.0])],
)
def test_tokens_are_pooled_as_the_model_says(tmp_path: Path, pooling: str, expected: list[float]) -> None:
    embedder = load_embedder(tiny_model(tmp_path / "tiny", {"pooling": pooling}))
    assert embedder.dimensions == 3
    assert embedder.embed("east east up").tolist() == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("modes", "expected"),
    [
        ({"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}, [0.707107, 0.707107, 0.0]),
        ({"pooling_mode_mean_tokens": False, "pooling_mode_cls_token": True}, [1.0, 0.0, 0.0]),
        ({"pooling_mode_lasttoken": True}, [0.0, 1.0, 0.0]),
        ({"pooling_mode": "cls"}, [1.0, 0.0, 0.0]),
    ],
)
def test_pooling_is_read_from_sentence_transformers(
    tmp_path: Path, modes: dict[str, object], expected: list[float]
) -> None:
    folder = tiny_model(tmp_path / "tiny")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"word_embedding_dimension": 3, **modes}))
    assert load_embedder(folder).embed("north east").tolist() == pytest.approx(expected, abs=1e-6)


def test_a_text_without_tokens_still_has_a_vector(tmp_path: Path) -> None:
    assert load_embedder(tiny_model(tmp_path / "tiny")).embed("") == pytest.approx([3**-0.5] * 3)


def test_models_with_other_content_have_other_identities(tmp_path: Path) -> None:
    descriptions: list[dict[str, object]] = [{}, {"max_tokens": 2}, {"pooling": "cls"}]
    folders = [tiny_model(tmp_path / str(n), {"id": "tiny", **more}) for n, more in enumerate(descriptions)]
    identities = [load_embedder(folder).identity for folder in folders]
    assert len(set(identities)) == len(identities)


def test_a_model_without_a_vector_is_reported(tmp_path: Path) -> None:
    embedder = load_embedder(tiny_model(tmp_path / "tiny"))
    with pytest.raises(ModelError, match="returned no vector"):
        embedder.embed("nowhere")


def write(name: str, content: str) -> Callable[[Path], None]:
    """Damage: replace a file."""

    def damage(folder: Path) -> None:
        (folder / name).write_text(content)

    return damage


def remove(name: str) -> Callable[[Path], None]:
    """Damage: remove a file."""
    return lambda folder: (folder / name).unlink()


def cut(folder: Path) -> None:
    (folder / "model.onnx").write_bytes((folder / "model.onnx").read_bytes()[:50])


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (remove("model.onnx"), r"holds no model\.onnx or onnx/model\.onnx"),
        (remove("tokenizer.json"), r"holds no tokenizer\.json"),
        (cut, "cannot read the model in "),
        (write("model.onnx", ""), "cannot read the model in "),
        (write("tokenizer.json", "{}"), "cannot read the model in "),
        (write("model.json", "{"), "cannot read the description of the model in "),
        (write("model.json", "[]"), r"model\.json is not a JSON object"),
        (write("model.json", '{"max_tokens": "many"}'), "cannot read the description of the model in .*many"),
        (write("model.json", '{"pooling": "max"}'), "pooling 'max' is not supported"),
        (write("model.json", '{"sha256": "0123"}'), r"model\.onnx is damaged"),
    ],
)
def test_a_broken_model_reports_the_problem(tmp_path: Path, damage: Callable[[Path], None], message: str) -> None:
    folder = tiny_model(tmp_path / "tiny")
    damage(folder)
    with pytest.raises(ModelError, match=message):
        load_embedder(folder)


def test_the_bundled_model_is_checked(tmp_path: Path) -> None:
    folder = copy_of_bundled(tmp_path / "model")
    data = bytearray((folder / "model.onnx").read_bytes())
    data[len(data) // 2] ^= 1
    (folder / "model.onnx").write_bytes(data)
    with pytest.raises(ModelError, match=r"model\.onnx is damaged"):
        load_embedder(folder)


def test_a_model_of_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="not have the inputs of a text encoder: pixels"):
        load_embedder(tiny_model(tmp_path / "tiny", input_name="pixels"))


@pytest.mark.parametrize("model", ["nothing-here", "/nothing/here", "a/b/c", Path("owner/name")])
def test_an_invalid_model_is_rejected(model: str | Path) -> None:
    with pytest.raises(ModelError, match="neither a folder with a model nor a hub id"):
        load_embedder(model)


@pytest.mark.parametrize("model", ["~nobody-of-this-name/model", "x" * 300])
def test_an_impossible_name_is_rejected(model: str) -> None:
    with pytest.raises(ModelError, match="cannot look for"):
        load_embedder(model)


LOAD_OFFLINE = textwrap.dedent("""
    import sys
    from ctx_lsp.models.embedder import load_embedder
    from ctx_lsp.models.model_files import ModelError
    try:
        print(load_embedder(sys.argv[1]).identity)
    except ModelError as error:
        print("ModelError:", error)
""")


def load_offline(model: str, home: Path, folder: Path = ROOT) -> str:
    """The output of a process without network that loads `model` in `folder`; its hub cache is in `home`."""
    environment = {"HF_HOME": str(home), "HF_HUB_OFFLINE": "1", "PATH": "", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", LOAD_OFFLINE, model]
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=True)
    return run.stdout.strip()


def test_a_hub_model_that_was_fetched_is_used_without_a_network(tmp_path: Path) -> None:
    cache = tmp_path / "hub" / "models--owner--tiny"
    revision = "0" * 40
    (cache / "refs").mkdir(parents=True)
    (cache / "refs" / "main").write_text(revision)
    (cache / "snapshots").mkdir()
    tiny_model(cache / "snapshots" / revision, {"id": "tiny"})
    assert load_offline("owner/tiny", tmp_path).startswith("tiny@")


def test_a_failed_download_of_a_hub_model_is_reported(tmp_path: Path) -> None:
    assert load_offline("owner/tiny", tmp_path).startswith("ModelError: cannot fetch owner/tiny: ")


def test_a_folder_here_is_not_taken_for_a_hub_model(tmp_path: Path) -> None:
    (tmp_path / "owner").mkdir()
    tiny_model(tmp_path / "owner" / "tiny")
    assert load_offline("owner/tiny", tmp_path, tmp_path).startswith("ModelError: cannot fetch owner/tiny: ")
    assert "@" in load_offline("./owner/tiny", tmp_path, tmp_path)


def test_importing_the_module_does_not_load_the_runtime() -> None:
    program = "import sys, ctx_lsp.models.embedder; print({'onnxruntime', 'tokenizers'} & set(sys.modules))"
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout == "set()\n"


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
def test_loading_the_runtime_starts_no_thread() -> None:
    """Releases with telemetry start a thread that sends events."""
    program = (
        "import os, numpy\n"
        "before = len(os.listdir('/proc/self/task'))\n"
        "from ctx_lsp.models.onnx_model import load_runtime; load_runtime()\n"
        "print(len(os.listdir('/proc/self/task')) - before)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "0"


def test_the_vector_table_does_not_stand_in_the_way_of_the_model() -> None:
    """The native libraries crash the process if they are loaded in the other order."""
    program = (
        "from ctx_lsp.vectors.table import VectorTable; VectorTable(4)\n"
        "from ctx_lsp.models.embedder import load_embedder; print(load_embedder(None).dimensions)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "384"
