"""Sentences about chunks: which chunks get one, stale ones are not used, and the history makes no difference."""

from pathlib import Path

import numpy as np
import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.snapshot.host import Host
from ctx_lsp.syntax.words import terms
from tests.workspaces import files_of

BODY = "".join(f"    step_{n}(values, order, direction)\n" for n in range(5))
FILES = f"""=== app/sort.py
def quick(values):
{BODY}
def merge(values):
{BODY}
TINY = 1
=== app/login.py
def login(user):
    password = "Tr0ub4dor&3xyz"
{BODY}
=== settings.json
{{"a": "{"long " * 50}"}}
"""
EDITED = FILES.replace("step_4", "other", 1)


def summarised(text: str, told: dict[str, str] | None = None) -> Host:
    """A host with a sentence about each definition, made of its name or taken from `told` by name."""
    host = Host()
    host.use_summaries("maker")
    host.use_model("test-model", 4)
    host.apply(files_of(text))
    tell(host, told)
    return host


def name_in(text: str) -> str:
    return text.partition("\n")[0].rpartition(" ")[2]


def tell(host: Host, told: dict[str, str] | None = None) -> None:
    missing = host.summaries.missing.items()
    host.add_summaries(
        [(key, (told or {}).get(name_in(text), f"The sentence about {name_in(text)}.")) for key, text in missing]
    )


def found(host: Host, query: str) -> list[tuple[str, int]]:
    summaries = host.snapshot(None).summaries
    assert summaries is not None
    return [(hit.path, hit.number) for hit in summaries.search(terms(query), 10, CancelToken())]


def state(host: Host) -> object:
    """A snapshot's texts and sentences, independent of their order."""
    snapshot = host.snapshot(None)
    assert snapshot.summaries is not None
    hits = [found(host, word) for word in ("sentence", "quick", "merge", "other")]
    counts = sorted(snapshot.summaries.frequencies().items())
    return sorted(host.missing.items()), sorted(snapshot.chunks_by_key.items()), hits, counts, snapshot.summarised


def test_only_definitions_of_some_length_are_summarised() -> None:
    host = Host()
    host.use_summaries("maker")
    host.apply(files_of(FILES))
    assert sorted(map(name_in, host.summaries.missing.values())) == ["merge", "quick"], "and nothing that is secret"


def test_a_sentence_is_searched_and_embedded_with_its_chunk() -> None:
    host = summarised(FILES, {"quick": "Puts things in order by partition."})
    assert found(host, "partition") == [("app/sort.py", 0)]
    embedded = [text for text in host.missing.values() if "partition" in text]
    assert [text.split("\n")[:3] for text in embedded] == [
        ["app/sort.py quick", "Puts things in order by partition.", "def quick(values):"]
    ]
    assert host.snapshot(None).summarised == 2


def test_a_sentence_belongs_to_its_text_alone() -> None:
    host = summarised(FILES, {"quick": "Puts things in order by partition."})
    host.apply(files_of(EDITED))
    assert found(host, "partition") == []
    assert not any("partition" in text for text in host.missing.values())
    assert list(map(name_in, host.summaries.missing.values())) == ["quick"]
    host.apply(files_of(FILES))
    assert list(map(name_in, host.summaries.missing.values())) == ["quick"], "who keeps it is the store"


def test_a_chunk_that_moved_keeps_its_sentence() -> None:
    host = summarised(FILES)
    host.apply(files_of(FILES.replace("def quick", "def earlier(x):\n    return x\n\n\ndef quick")))
    assert not host.summaries.missing
    assert [number for _, number in found(host, "quick")] == [1]


def test_incremental_equals_fresh() -> None:
    host = summarised(FILES)
    for text in (EDITED, FILES.replace("app/sort.py", "app/order.py"), "", EDITED):
        gone = dict.fromkeys(host.files)
        host.apply({**gone, **files_of(text)} if text else gone)
        tell(host)
        assert state(host) == state(summarised(text))


def test_a_late_outcome_changes_nothing() -> None:
    host = Host()
    host.apply(files_of(FILES))
    host.use_model("test-model", 4)
    while host.key_chunks(1):
        pass
    host.add_vectors([(key, np.ones(4, np.float32)) for key in host.missing])
    host.use_summaries("maker")
    while host.key_summaries(1):
        pass
    tell(host)
    assert len(host.missing) == 2, "what has a sentence now is embedded again"
    host.use_model("test-model", 4)
    while host.key_chunks(1):
        pass
    assert state(host) == state(summarised(FILES))


def test_without_a_maker_all_is_as_before() -> None:
    plain = Host()
    plain.use_model("test-model", 4)
    plain.apply(files_of(FILES))
    host = summarised(FILES)
    host.use_summaries("")
    assert host.snapshot(None).chunks_by_key == plain.snapshot(None).chunks_by_key
    assert host.snapshot(None).summaries is None
    assert host.snapshot(None).summarised == 0


def test_a_file_that_goes_takes_its_sentences_along() -> None:
    host = summarised(FILES)
    host.apply({"app/sort.py": None})
    assert found(host, "sentence") == []
    assert host.snapshot(None).summarised == 0
    host.add_summaries([(b"unknown", "A sentence that comes too late.")])
    assert found(host, "late") == []


@pytest.mark.parametrize("sentence", ["", "Says something."])
def test_a_model_that_has_nothing_to_say_is_not_asked_again(sentence: str) -> None:
    host = summarised(FILES, dict.fromkeys(("quick", "merge"), sentence))
    assert not host.summaries.missing
    assert host.snapshot(None).summarised == (2 if sentence else 0)


def test_sentences_are_stored_with_the_vectors(tmp_path: Path) -> None:
    store = VectorStore(tmp_path)
    store.keep_sentences([(b"a" * 16, "One."), (b"b" * 16, ""), (b"c" * 16, "Two.\nAnd \x00more.")])
    assert store.sentences([bytes((n,)) * 16 for n in b"abcd"]) == {b"a" * 16: "One.", b"b" * 16: "", b"c" * 16: "Two."}
    store.close()
