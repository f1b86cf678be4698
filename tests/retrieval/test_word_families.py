"""Roots of words, word families, and their results in search."""

import pytest

from ctx_lsp.retrieval.question.word_families import family, root
from ctx_lsp.retrieval.ranking.weights import TUNING, without
from ctx_lsp.syntax.words import stem
from tests.retrieval.searching import found
from tests.workspaces import snapshot_of


@pytest.mark.parametrize(
    "words",
    [
        "authenticate authenticated authentication authenticator",
        "validate validation validator valid validity",
        "serialize serialization serializer",
        "configure configuration configurable configurator",
        "parse parser parsing",
        "route router routing",
        "iterate iterator iteration iterable",
        "compress compression compressor",
        "map mapper mapping",
        "log logger logging",
        "format formatter formatting",
        "render renderer rendering",
        "encrypt encryption",
        "initialise initialisation",
        "depend dependence",
        "execute execution executor",
    ],
)
def test_words_of_one_root_are_one_family(words: str) -> None:
    stems = dict.fromkeys(stem(word) for word in words.split())
    assert len({root(term) for term in stems}) == 1
    for term in stems:
        assert {*family(term)} >= stems.keys() - {term}
        assert term not in family(term)


@pytest.mark.parametrize(
    ("one", "other"),
    [("action", "actor"), ("order", "ordinal"), ("number", "numb"), ("error", "erratic"), ("station", "state")],
)
def test_similar_words_are_not_related(one: str, other: str) -> None:
    assert stem(other) not in family(stem(one))
    assert root(stem(one)) != root(stem(other))


@pytest.mark.parametrize("term", ["", "i18n", "42", "größe", "getusername2", "ab"])
def test_non_english_words_have_no_family(term: str) -> None:
    assert root(term) == term
    assert all(other.isascii() for other in family(term))


MAIL = """
=== mail/a.py
class AddressValidator:
    \"\"\"Says whether mail can be sent to an address.\"\"\"
    def run(self, address):
        return "@" in address
=== mail/b.py
class AddressBook:
    \"\"\"The address of every customer, and the address of every address book beside it.\"\"\"
    def run(self, address):
        return self.known[address]
"""


def first(query: str, *off: str) -> str | None:
    return found(snapshot_of(MAIL), query, tuning=without(TUNING, ["name", "callable", *off])).items[0].symbol


def test_a_noun_is_found_by_its_verb() -> None:
    assert first("how is an address validated") == "mail/a.py::AddressValidator"
    assert first("how is an address validated", "derived") == "mail/b.py::AddressBook"
