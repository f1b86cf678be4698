"""Questions made from a sentence."""

from collections import Counter

import pytest

from ctx_lsp.training.pairs.phrasing import imperative, keywords, of_name, phrase

SENTENCE = "Parses the headers of a request"
SHARES = [(step + 0.5) / 1000 for step in range(1000)]


def test_half_are_left_as_they_are() -> None:
    ways = Counter(phrase(SENTENCE, share) for share in SHARES)
    assert ways[SENTENCE] == len(SHARES) // 2
    assert ways["parses headers request"] == len(SHARES) // 10
    assert "how does it parse the headers of a request" in ways
    assert all("{" not in way for way in ways)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Parses the text", "parse the text"),
        ("Catches all errors", "catch all errors"),
        ("Applies a patch", "apply a patch"),
        ("close the file", "close the file"),
        ("Address of the server", ""),
        ("Close", ""),
    ],
)
def test_imperative(sentence: str, expected: str) -> None:
    assert imperative(sentence) == expected


def test_noun_phrases_are_asked_for() -> None:
    ways = {phrase("A queue of jobs with priorities", share) for share in SHARES}
    assert "where is the queue of jobs with priorities implemented" in ways
    assert "queue jobs priorities" in ways


def test_few_keywords_tell_too_little() -> None:
    assert keywords("It is the name of this") == ""


@pytest.mark.parametrize("share", SHARES[::50])
def test_names_become_questions(share: float) -> None:
    assert "request timeout" in of_name("requestTimeout", "", share)
    assert of_name("run", "Server", share) == ""
    assert of_name("x2", "", share) == ""
