"""Identifiers, their parts, index terms and stems."""

from base64 import urlsafe_b64encode
from hashlib import sha512

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.syntax.words import MAX_TERM_LENGTH, identifiers, split_identifier, stem, terms


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("getUserName", "get user name"),
        ("snake_case_name", "snake case name"),
        ("HTTPServer", "http server"),
        ("parseURLs", "parse urls"),
        ("XMLHttpRequest", "xml http request"),
        ("utf8", "utf 8"),
        ("Base64Encoder", "base 64 encoder"),
        ("__init__", "init"),
        ("MAX_SIZE", "max size"),
        ("größe", "größe"),
        ("éclairFilling", "éclair filling"),
        ("x", "x"),
        ("_", ""),
    ],
)
def test_an_identifier_is_split_at_case_underscores_and_digits(name: str, parts: str) -> None:
    assert split_identifier(name) == parts.split()


def test_identifiers_are_found_in_order_with_repetition() -> None:
    assert identifiers("foo.bar(foo, 2, b3) # Ünder_score") == ["foo", "bar", "foo", "b3", "Ünder_score"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("getUserName", "getusername get user nam"),
        ("user names", "user nam"),
        ("Parsing parsed parses parse", "pars pars pars pars"),
        ("HTTP 404", "http 404"),
        ("__init__", "init"),
        ("a.b(c)", "a b c"),
        ("重建索引", "重建 建索 索引"),
        ("// ログ", "ログ"),
        ("ﾊﾝｶｸ", "ﾊﾝ ﾝｶ ｶｸ"),
        ("getUser函数 x日y", "getuser get user 函数 x 日 y"),
        ("", ""),
    ],
)
def test_terms_hold_the_whole_identifier_and_its_parts(text: str, expected: str) -> None:
    assert terms(text) == expected.split()


_LONG_NAME = "test_that_a_valid_certificate_chain_passes_evaluation_without_host_validation_or_pinning"


@pytest.mark.parametrize("name", [_LONG_NAME, "".join(map(str.title, _LONG_NAME.split("_")))])
def test_a_long_name_is_found_by_its_words(name: str) -> None:
    assert len(name) > MAX_TERM_LENGTH
    assert terms(name) == [name.lower(), *map(stem, _LONG_NAME.split("_"))]


@pytest.mark.parametrize(
    "word",
    [
        "a" * (MAX_TERM_LENGTH + 1),
        "_" * (MAX_TERM_LENGTH + 1),
        sha512(b"text").hexdigest(),
        urlsafe_b64encode(sha512(b"text").digest()).decode().strip("=").replace("-", "_"),
        "long_" * 60,
    ],
)
def test_digests_and_encoded_data_are_not_terms(word: str) -> None:
    assert terms(f"key {word} end") == ["key", "end"]


@pytest.mark.parametrize(
    "words",
    [
        "query queries",
        "class classes",
        "index indexes indexing indexed",
        "cache caches cached caching",
        "run runs running",
        "embed embeds embedded embedding",
        "call calls called calling",
        "need needs needed",
        "token tokens",
    ],
)
def test_related_words_share_a_stem(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1


@pytest.mark.parametrize(
    "words", ["bus business", "status state", "use us using", "new news", "string stringent", "red need"]
)
def test_unrelated_words_do_not(words: str) -> None:
    stems = [stem(word) for word in words.split()]
    assert len(set(stems)) == len(stems)


@given(st.text(max_size=80))
def test_terms_of_any_text_are_lower_case_words(text: str) -> None:
    for term in terms(text):
        assert term
        assert not term.isspace()
        assert term == term.lower()
    assert terms(text) == terms(text)
