"""Rerankers: a pair's score does not depend on other pairs; other models load from folders or give an error."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.models.model_files import MODELS_FOLDER, ModelError
from ctx_lsp.models.onnx_model import OnnxModel
from ctx_lsp.models.reranker import BUNDLED_FOLDER, CANDIDATES, QUERY_SHARE, Reranker, TooSlow, load_reranker
from ctx_lsp.training.pairs.tokens import PairReader, TokenReader
from tests.models.tiny_onnx import tiny_model
from tests.models.tiny_reranker import tiny_reranker

AMPLE = 60.0  # seconds
TASTE = {"good": [1.0], "bad": [-1.0]}


def load(folder: Path, threads: int = 2) -> Reranker:
    reranker = load_reranker(folder, threads)
    assert reranker is not None
    return reranker


def scores(reranker: Reranker, query: str, *texts: str) -> list[float]:
    return reranker.score(query, texts, AMPLE, CancelToken())


def test_a_better_answer_has_a_higher_score(tmp_path: Path) -> None:
    reranker = load(tiny_reranker(tmp_path / "tiny", TASTE))
    assert scores(reranker, "x", "good", "so so", "bad", "good good good") == pytest.approx([0.5, 0.0, -0.5, 0.75])


def test_question_and_text_are_distinguished(tmp_path: Path) -> None:
    reranker = load(tiny_reranker(tmp_path / "tiny", TASTE))
    assert scores(reranker, "good", "bad") == pytest.approx([-0.5])


def test_a_model_without_token_types_is_fed_none(tmp_path: Path) -> None:
    reranker = load(tiny_reranker(tmp_path / "tiny", TASTE, with_types=False))
    assert scores(reranker, "good", "bad", "good") == pytest.approx([0.0, 1.0])


def test_of_two_numbers_the_second_speaks_for_the_text(tmp_path: Path) -> None:
    weights = {"good": [-1.0, 2.0], "bad": [0.5, 0.0]}
    reranker = load(tiny_reranker(tmp_path / "tiny", weights, with_types=False))
    assert scores(reranker, "good", "good", "bad") == pytest.approx([3.0, 1.25])


def test_a_score_depends_on_its_pair_alone(tmp_path: Path) -> None:
    folder = tiny_reranker(tmp_path / "tiny", {"good": [0.1], "fair": [0.7], "bad": [-0.3]})
    texts = [f"{'good ' * n}fair {'bad ' * (n % 7)}" for n in range(40)]
    alone = [scores(load(folder, 1), "x", text)[0] for text in texts]
    assert scores(load(folder, 1), "x", *texts) == alone
    assert scores(load(folder, 4), "x", *reversed(texts)) == alone[::-1]


def test_the_text_is_cut_and_so_is_a_long_question(tmp_path: Path) -> None:
    reranker = load(tiny_reranker(tmp_path / "tiny", TASTE, {"max_tokens": 10}))
    assert scores(reranker, "what is", "a b c d e f g h good") == [0.0]
    assert scores(reranker, "what is", "a b c d e f g good") == pytest.approx([1 / 10])
    assert scores(reranker, "what is it that is good", "a b c d e f good") == pytest.approx([1 / 10])
    assert scores(reranker, "what is it that is good", "a b c d e f g good") == [0.0]


@pytest.mark.parametrize("query", ["where is it", "", "how " * 300, "naïve ÆØÅ 日本語 🙂 " * 30, "a.b::c() -> d"])
@pytest.mark.parametrize("text", ["", "a/b.py f\ndef f(x):\n    return x", "word " * 400])
def test_pairs_are_read_as_they_were_in_training(query: str, text: str) -> None:
    model = OnnxModel(MODELS_FOLDER / "minilm", 128, "")
    limit = int(QUERY_SHARE * 128)
    learnt = PairReader(TokenReader(MODELS_FOLDER / "minilm"), 128, limit)
    feeds = model.feeds(model.cut(query, limit), text)
    ids, mask, types = learnt.inputs(learnt.rows(query, [text]))
    for ours, theirs in zip(feeds.values(), (ids, mask, types), strict=True):
        assert ours.tolist() == theirs.tolist()


def test_nothing_to_read_and_nothing_in_it(tmp_path: Path) -> None:
    reranker = load(tiny_reranker(tmp_path / "tiny", TASTE))
    assert scores(reranker, "good") == []
    assert scores(reranker, "", "") == [0.0]


def test_missing_parts_of_the_description_have_defaults(tmp_path: Path) -> None:
    plain = load(tiny_reranker(tmp_path / "plain", TASTE))
    described = load(tiny_reranker(tmp_path / "described", TASTE, {"id": "taste", "candidates": 7}))
    assert (plain.candidates, described.candidates) == (CANDIDATES, 7)
    assert plain.identity.startswith("plain@")
    assert described.identity.startswith("taste@")


def test_models_that_score_otherwise_have_other_identities(tmp_path: Path) -> None:
    folders = [
        tiny_reranker(tmp_path / "0", TASTE, {"id": "tiny"}),
        tiny_reranker(tmp_path / "1", TASTE, {"id": "tiny", "max_tokens": 7}),
        tiny_reranker(tmp_path / "2", {"good": [1.0], "evil": [-1.0]}, {"id": "tiny"}),
        tiny_reranker(tmp_path / "3", {"good": [1.0], "bad": [-2.0]}, {"id": "tiny"}),
    ]
    assert len({load(folder).identity for folder in folders}) == len(folders)
    assert load(folders[0]).identity == load(folders[0], threads=1).identity


class CancelledAfter(CancelToken):
    """A token that is cancelled after a number of checks."""

    def __init__(self, checks: int) -> None:
        super().__init__()
        self.checks = checks
        self.passed = 0

    def check(self) -> None:
        if self.passed == self.checks:
            self.cancel()
        super().check()
        self.passed += 1


def test_it_stops_between_two_pairs_when_it_is_cancelled(tmp_path: Path) -> None:
    reranker = load(tiny_reranker(tmp_path / "tiny", TASTE), threads=1)
    token = CancelledAfter(5)
    with pytest.raises(Cancelled):
        reranker.score("x", ["good"] * 1_000, AMPLE, token)
    assert token.passed == 5, "the rest was not read"


def test_it_stops_when_its_time_is_over(tmp_path: Path) -> None:
    reranker = load(tiny_reranker(tmp_path / "tiny", TASTE))
    with pytest.raises(TooSlow, match=r"longer than 0 s"):
        reranker.score("x", ["good"] * 1_000, 0.0, CancelToken())


def write(name: str, content: str) -> Callable[[Path], None]:
    """Damage: replace a file."""

    def damage(folder: Path) -> None:
        (folder / name).write_text(content)

    return damage


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda folder: (folder / "model.onnx").unlink(), r"holds no model\.onnx or onnx/model\.onnx"),
        (lambda folder: (folder / "tokenizer.json").unlink(), r"holds no tokenizer\.json"),
        (write("model.onnx", ""), "cannot read the model in "),
        (write("model.json", "["), "cannot read the description of the model in "),
        (write("model.json", '{"sha256": "0123"}'), r"model\.onnx is damaged"),
        (write("model.json", '{"candidates": 1}'), "candidates must be a number from 2 to 200, not 1"),
        (write("model.json", '{"candidates": "few"}'), "cannot read the description of the model in .*few"),
    ],
)
def test_a_broken_model_reports_the_problem(tmp_path: Path, damage: Callable[[Path], None], message: str) -> None:
    folder = tiny_reranker(tmp_path / "tiny", TASTE)
    damage(folder)
    with pytest.raises(ModelError, match=message):
        load_reranker(folder, 2)


def test_a_model_of_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="returns 6 numbers for a pair of texts; a reranker returns one or two"):
        load_reranker(tiny_model(tmp_path / "embedder"), 2)
    classifier = tiny_reranker(tmp_path / "classifier", {"good": [1.0, 0.0, 0.0]})
    with pytest.raises(ModelError, match="returns 3 numbers"):
        load_reranker(classifier, 2)


def test_a_score_that_is_not_a_number_is_an_error(tmp_path: Path) -> None:
    reranker = load(tiny_reranker(tmp_path / "tiny", {"good": [float("inf")]}))
    with pytest.raises(ModelError, match="returned no score"):
        scores(reranker, "x", "good")


def test_an_invalid_model_is_rejected() -> None:
    with pytest.raises(ModelError, match="neither a folder with a model nor a hub id"):
        load_reranker("nothing-here", 2)


def test_the_bundled_model_exists_or_not(tmp_path: Path) -> None:
    reranker = load_reranker("bundled", 2)
    if not BUNDLED_FOLDER.is_dir():
        assert reranker is None
        return
    assert reranker is not None
    description = json.loads((BUNDLED_FOLDER / "model.json").read_text("utf-8"))
    assert reranker.identity.startswith(description["id"] + "@")
    assert (BUNDLED_FOLDER / "model.onnx").stat().st_size < 25_000_000
    asked = "how is a password hashed before it is stored"
    texts = (
        "auth/passwords.py hash_password\ndef hash_password(secret, salt):\n    return bcrypt.hashpw(secret, salt)",
        "text/layout.py wrap_lines\ndef wrap_lines(text, width):\n    return textwrap.wrap(text, width)",
    )
    good, bad = scores(reranker, asked, *texts)
    assert good > bad
