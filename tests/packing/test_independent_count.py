"""Budgets checked with another tokenizer and the published vocabularies, both from packages."""

import gzip
from collections.abc import Mapping
from importlib.metadata import distribution
from pathlib import Path

import pytest
import tiktoken
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctx_lsp.packing.formats.formats import FORMATS
from ctx_lsp.packing.formats.tokens import count_by_lines, count_tokens
from ctx_lsp.packing.model import Encoding, PackFormat, PackOptions
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.packing.shop import ask

ENCODINGS: tuple[Encoding, ...] = ("o200k_base", "cl100k_base")
QUESTIONS = ("How are processors chained?", "bind", "add a renderer for JSON lines")

Encodings = Mapping[Encoding, tiktoken.Encoding]


@pytest.fixture(scope="module")
def encodings(tmp_path_factory: pytest.TempPathFactory) -> Encodings:
    """Encoders with local ranks instead of downloaded ones; tiktoken checks their digests."""
    package = distribution("bpe-openai")

    def ranks(address: str) -> bytes:
        file = package.locate_file(f"bpe_openai/data/{address.rpartition('/')[2]}.gz")
        return gzip.decompress(Path(str(file)).read_bytes())

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path_factory.mktemp("ranks")))
        patch.setattr("tiktoken.load.read_file", ranks)
        return {name: tiktoken.get_encoding(name) for name in ENCODINGS}


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("form", FORMATS)
def test_no_pack_is_over_its_budget(
    structlog_snapshot: Snapshot, encodings: Encodings, form: PackFormat, name: Encoding
) -> None:
    for question in QUESTIONS:
        for budget in (100, 333, 1024, 4096):
            pack = ask(structlog_snapshot, question, PackOptions(budget, format=form, encoding=name))
            assert count(encodings, name, pack.text) == pack.tokens.used <= budget
            assert all(count(encodings, name, one.text) == one.tokens for one in pack.items)


@pytest.mark.parametrize("name", ENCODINGS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(max_size=200))
def test_any_text_counts_the_same(encodings: Encodings, name: Encoding, text: str) -> None:
    assert count_tokens(text, name) == count_by_lines(text, name) == count(encodings, name, text)


def count(encodings: Encodings, name: Encoding, text: str) -> int:
    return len(encodings[name].encode_ordinary(text))
