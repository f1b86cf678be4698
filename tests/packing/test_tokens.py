"""Token counts equal those of the encoder for any text and any number of threads."""

import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.base.lru import Lru
from ctx_lsp.packing.formats import tokens
from ctx_lsp.packing.formats.tokens import (
    CACHED_FROM,
    CACHED_LINES,
    count_by_lines,
    count_by_words,
    count_file_tokens,
    count_tokens,
)
from ctx_lsp.packing.model import Encoding
from ctx_lsp.text.source import SourceText
from tests.packing.shop import ENCODERS, encoded


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("hello world", 2), ("1234567", 3), ("<|endoftext|>", 7), ("\n\n\n", 1), ("日本", 1)],
)
def test_known_counts(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


@given(st.text(max_size=200), st.integers(1, 40))
def test_a_cached_count_is_that_of_the_encoding(text: str, times: int) -> None:
    for _ in range(2):
        assert count_tokens(text * times) == encoded(text * times)


def test_a_file_counts_as_its_text() -> None:
    text = "def f():\n    return 'ä'\n" * 100
    assert len(text) > CACHED_FROM
    assert count_file_tokens(SourceText(text.encode())) == count_tokens(text) == encoded(text)


def test_threads_agree() -> None:
    texts = [f"value_{number} = compute(value_{number - 1})\n" * 60 for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        counted = list(pool.map(count_tokens, texts * 4))
    assert counted == [encoded(text) for text in texts] * 4


def test_the_cache_forgets_the_least_recently_used() -> None:
    cache: Lru[str, int] = Lru(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert (cache.get("a"), cache.get("b"), cache.get("c"), len(cache)) == (1, None, 3, 2)


# What the exact budget rests on: see the docstring of `ctx_lsp.packing.formats.render`.
CODE = "ab1 \t\n\r/.`#(){}é日_'\x0b\x0c\x1c\x85\u2028\u3000"


@pytest.mark.parametrize("encoding", ENCODERS)
@given(st.text(CODE, max_size=40), st.sampled_from("#`<{@!]}-az"), st.text(max_size=40))
def test_tokens_of_blocks_add_up_where_a_line_ends_and_text_begins(
    encoding: Encoding, one: str, first: str, rest: str
) -> None:
    block, following = f"{one}\n", first + rest
    assert encoded(block + following, encoding) == encoded(block, encoding) + encoded(following, encoding)


@pytest.mark.parametrize("encoding", ENCODERS)
@given(st.one_of(st.text(CODE, max_size=120), st.text(max_size=80)))
def test_texts_counted_by_lines_count_the_same(encoding: Encoding, text: str) -> None:
    for _ in range(2):
        assert count_by_lines(text, encoding) == encoded(text, encoding)


@pytest.mark.parametrize("encoding", ENCODERS)
def test_real_code_counted_by_lines_counts_the_same(encoding: Encoding, structlog_root: Path) -> None:
    for file in sorted(structlog_root.rglob("*.py")):
        text = file.read_text("utf-8")
        assert count_by_lines(text, encoding) == count_tokens(text, encoding) == encoded(text, encoding)


@pytest.mark.parametrize("encoding", ENCODERS)
@given(
    st.lists(st.one_of(st.text(CODE), st.text()).map(lambda text: "".join(text.split())).filter(bool)), st.booleans()
)
def test_headings_counted_by_words_count_the_same(encoding: Encoding, words: list[str], ends_line: bool) -> None:
    text = " ".join(words) + "\n\n" * ends_line
    for _ in range(2):
        assert count_by_words(text, encoding) == encoded(text, encoding)


def test_lines_of_many_packs_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []

    def count(text: str, encoding: Encoding) -> int:
        counted.append(text)
        return count_tokens(text, encoding)

    monkeypatch.setattr(tokens, "count_tokens", count)
    count_by_lines("".join(f"{number}\n" for number in range(CACHED_LINES + 1)), "o200k_base")
    count_by_lines("a\n", "o200k_base")  # forgets the lines of other tests
    counted.clear()
    packs = [[f"line {number} of pack {pack}\n" for number in range(160)] for pack in range(60)]
    for _ in range(2):
        for pack in packs:
            count_by_lines("".join(pack), "o200k_base")
    assert len(counted) == 60 * 160


def test_lines_are_forgotten_when_there_are_too_many() -> None:
    many = "".join(f"{number}\n" for number in range(CACHED_LINES + 10))
    for text in (many, "a\n"):
        assert count_by_lines(text, "o200k_base") == encoded(text)


def test_long_lines_are_not_kept() -> None:
    tracemalloc.start()
    try:
        for number in range(20):
            count_by_lines(f"{number} " * 50_000, "o200k_base")
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 100_000
