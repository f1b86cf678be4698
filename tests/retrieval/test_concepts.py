"""The vocabulary of concepts: a tidy file, relations that hold both ways, and what they find in real code."""

import tomllib
from collections.abc import Mapping
from importlib import resources

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.retrieval.analyse import analyse
from ctx_lsp.retrieval.concepts import WEAK, related, term_of
from ctx_lsp.retrieval.derivations import root
from ctx_lsp.retrieval.search import Asked, search
from ctx_lsp.retrieval.weights import TUNING, Tuning, without
from ctx_lsp.syntax.words import MAX_TERM_LENGTH, stem
from tests.workspaces import snapshot_of

Group = Mapping[str, list[str]]


def groups() -> dict[str, Group]:
    return tomllib.loads(resources.files("ctx_lsp.retrieval").joinpath("concepts.toml").read_text("utf-8"))


@pytest.mark.parametrize(("name", "group"), groups().items(), ids=list(groups()))
def test_a_group_is_tidy(name: str, group: Group) -> None:
    words = [*group["words"], *group.get("weak", ())]
    assert set(group) <= {"words", "weak"}
    assert len(words) > 2, "a group relates words"
    assert all(word.isalnum() and word == word.lower() and len(word) < MAX_TERM_LENGTH for word in words)
    stems = [term_of(word) for word in words]
    twice = {word for word, one in zip(words, stems, strict=True) if stems.count(one) > 1}
    assert not twice, f"{name}: words that are one term of the index"


@pytest.mark.parametrize(
    ("word", "other", "nearness"),
    [
        ("authentication", "credential", 1.0),
        ("authenticator", "credential", 1.0),  # derived from a word of the vocabulary
        ("credentials", "authentication", 1.0),
        ("authentication", "session", WEAK),
        ("session", "authentication", WEAK),
        ("session", "token", WEAK * WEAK),
        ("configuration", "cfg", 1.0),
        ("retries", "backoff", 1.0),
        ("caching", "lru", 1.0),
        ("localization", "i18n", 1.0),
    ],
)
def test_how_near_a_word_is_to_another(word: str, other: str, nearness: float) -> None:
    assert related(stem(word))[term_of(other)] == nearness


def test_no_word_is_related_to_its_own_root_or_to_words_outside() -> None:
    for group in groups().values():
        for word in group["words"]:
            assert all(root(other) != root(term_of(word)) for other in related(term_of(word)))
    assert related("zyzzyva") == {}


SERVER = """
=== server/gate.py
def admit(request):
    \"\"\"Look up who sends the credential and whether the password is right.\"\"\"
    return directory.compare(request.credential)
=== server/pages.py
def show(request):
    \"\"\"Send the page that was asked for.\"\"\"
    return pages.read(request.path)
=== server/wire.py
def marshal(value):
    \"\"\"Turn a value into bytes for the other side.\"\"\"
    return bytes(value)
"""


def first(query: str, tuning: Tuning = TUNING) -> str | None:
    answer = search(snapshot_of(SERVER), Asked(analyse(query), tuning=tuning), 1, CancelToken(), Timings())
    return answer.items[0].symbol if answer.items else None


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("how does authentication work", "server/gate.py::admit"),
        ("where is login done", "server/gate.py::admit"),
        ("where is serialization done", "server/wire.py::marshal"),
    ],
)
def test_code_is_found_that_has_no_word_of_the_question(query: str, found: str) -> None:
    assert first(query) == found
    assert first(query, without(TUNING, ["concept"])) is None


def test_a_look_up_of_a_name_is_meant_to_the_letter() -> None:
    assert first("login") is None
