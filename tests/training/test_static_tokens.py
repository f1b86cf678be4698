"""The vocabulary of the static model, and how it cuts texts."""

from pathlib import Path

import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordPiece

from ctx_lsp.training.pairs.pairs_reader import Example
from ctx_lsp.training.static.static_tokens import (
    MIN_PACKAGES,
    MIN_USES,
    Vocabulary,
    common_words,
    encode,
    make_vocabulary,
)

OWN = ["[PAD]", "[unused0]", "[UNK]", "get", "user", "é", "par", "##se", "con", "##fi", "##g"]


def examples(text: str, packages: int, times: int = 1) -> list[Example]:
    return [Example("", text, "x.go", "go", f"package {n}", "doc", "train") for n in range(packages)] * times


@pytest.fixture
def source(tmp_path: Path) -> Path:
    Tokenizer(WordPiece({token: number for number, token in enumerate(OWN)}, unk_token="[UNK]")).save(  # noqa: S106
        str(tmp_path / "tokenizer.json")
    )
    return tmp_path


def test_a_word_gets_a_token_where_it_is_frequent_and_several_packages_use_it() -> None:
    pairs = [
        *examples("rare", MIN_PACKAGES),
        *examples("parse", MIN_PACKAGES, MIN_USES),
        *examples("house", MIN_PACKAGES - 1, MIN_USES),
        *examples("2024 größe", MIN_PACKAGES, MIN_USES),
    ]
    assert common_words(pairs) == ["parse"]


def test_the_vocabulary_keeps_the_models_own_tokens_in_front_of_new_words(source: Path) -> None:
    made = make_vocabulary(source, examples("getConfig parseUser", MIN_PACKAGES, MIN_USES))
    assert made.tokens[: made.kept] == ("[PAD]", "[UNK]", "get", "user", "par", "##se", "con", "##fi", "##g")
    assert set(made.tokens[made.kept :]) == {"config", "parse"}


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("getUserConfig", ["get", "user", "config"]),
        ("PARSE_user", ["par", "##se", "[UNK]", "user"]),
        ("HTTPUser", ["[UNK]", "user"]),
        ("parseHTTP2", ["par", "##se", "[UNK]"]),
    ],
)
def test_names_are_cut_where_their_case_changes(text: str, tokens: list[str]) -> None:
    vocabulary = Vocabulary(("[UNK]", "get", "user", "par", "##se", "config"), 5)
    assert vocabulary.tokenizer().encode(text).tokens == tokens


def test_texts_are_cut_to_the_limit() -> None:
    tokenizer = Vocabulary(("[UNK]", "get", "user"), 3).tokenizer()
    assert encode(tokenizer, ["get user get user", "", "user"], 3) == [[1, 2, 1], [], [2]]
