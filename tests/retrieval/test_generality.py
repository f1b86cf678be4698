"""General questions need no code: by their grammar, unless the index holds something close."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ctx_lsp.retrieval.answerable import NO_CONTEXT_NEEDED, answer_chance, is_general
from ctx_lsp.retrieval.match_quality import MatchQuality
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.generality import general_chance, is_courtesy
from ctx_lsp.training.figures.fit_general import GENERAL
from ctx_lsp.training.plain.questions import read_questions
from tests.packing.office import OFFICE
from tests.packing.shop import ask
from tests.retrieval.searching import found
from tests.workspaces import snapshot_of

FILE = Path(__file__).parents[1] / "general" / "questions.jsonl"
QUESTIONS = [json.loads(line) for line in FILE.read_text().splitlines()]
HELD_OUT = [one for one in QUESTIONS if one["half"] == "held-out"]


def share(queries: list[str]) -> float:
    return sum(general_chance(analyse(query)) > GENERAL for query in queries) / len(queries)


def test_there_are_enough_questions_of_each_kind() -> None:
    assert len({one["query"] for one in QUESTIONS}) == len({one["id"] for one in QUESTIONS}) == len(QUESTIONS) >= 200
    assert sum(bool(one["topic"]) for one in QUESTIONS) >= 40
    assert 0.45 <= len(HELD_OUT) / len(QUESTIONS) <= 0.55


def test_most_general_questions_are_recognised_and_few_about_code() -> None:
    assert share([one["query"] for one in HELD_OUT]) >= 0.8
    assert share([one["query"] for one in HELD_OUT if one["topic"]]) >= 0.8, "with words that repositories use"
    assert share([question for one in read_questions() for question in one.questions]) <= 0.02


@pytest.mark.parametrize("question", ["what is a mutex", "how do I center a div", "what is a route in HTTP?"])
def test_a_general_question_gets_no_code(question: str) -> None:
    pack = ask(OFFICE, question)
    assert (pack.items, pack.readiness.ready, pack.warnings) == ((), False, (NO_CONTEXT_NEEDED,))
    assert pack.readiness.reason == "no context needed: a general question"


def test_a_general_question_is_recognised_as_soon_as_all_files_are_read() -> None:
    embedding = replace(OFFICE, more_vectors=True)
    assert ask(embedding, "what is a mutex").warnings[-1] == NO_CONTEXT_NEEDED
    reading = replace(embedding, known_files=2 * len(OFFICE.files))
    assert NO_CONTEXT_NEEDED not in ask(reading, "what is a mutex").warnings, "the other files may be about it"


@pytest.mark.parametrize(
    "question",
    ["what is settle_invoice", "settle", "what lowers the sum of an invoice if the customer has a voucher?"],
)
def test_a_question_about_the_code_is_answered(question: str) -> None:
    assert ask(OFFICE, question).items


def test_a_search_says_so_too() -> None:
    assert NO_CONTEXT_NEEDED in found(OFFICE, SearchRequest("how do I center a div?")).warnings
    assert NO_CONTEXT_NEEDED not in found(OFFICE, SearchRequest("what is an invoice?")).warnings


WEAK, STRONG = MatchQuality(0.2, 0.3), MatchQuality(0.6, 0.5)


def test_a_question_that_nothing_answers_needs_less_of_the_grammar() -> None:
    query = analyse("how do I kill a process that listens on port 8080?")
    assert 0.1 < general_chance(query) < 0.2
    assert is_general(query, MatchQuality(0.0, 0.0, 0.0), OFFICE)
    assert not is_general(query, WEAK, OFFICE)


def test_a_likely_answer_outweighs_the_grammar() -> None:
    query = analyse("what is a voucher without a customer, a ledger and an article?")
    assert is_general(query, WEAK, OFFICE)
    assert not is_general(query, STRONG, OFFICE), "a chunk has its words"


@pytest.mark.parametrize(
    "question", ["how does a complaint fail", "explain complaints", "what is a complaint?", "how do they complain"]
)
def test_a_short_question_about_what_the_code_speaks_of_is_answered(question: str) -> None:
    assert not is_general(analyse(question), STRONG, OFFICE)


def test_an_identifier_counts_if_the_workspace_has_it() -> None:
    without = snapshot_of("=== a.py\ndef total():\n    return 1\n")
    mentioning = snapshot_of('=== a.py\ndef total():\n    """For JavaScript."""\n')
    query = analyse("what is a closure in JavaScript?")
    assert is_general(query, WEAK, without)
    assert not is_general(query, WEAK, mentioning)
    for own in ("what is in locales/en.json?", "what does max_tokens mean?"):
        assert not is_general(analyse(own), WEAK, without)


def test_short_questions_about_the_code_are_answered() -> None:
    assert ask(OFFICE, "what is a voucher?").items


USES = snapshot_of(
    """
=== lock.py
import threading
class Ledger:
    def enter(self, entry):
        # The mutex guards the entries: a mutex is taken here, and the mutex is given back after the entry.
        mutex = self.guard
        with mutex: self.entries.append(entry)
=== tests/test_lock.py
def test_mutex(): ...
"""
)


@pytest.mark.parametrize(
    ("question", "general"),
    [
        ("what is a mutex?", True),  # used, but no name
        ("explain mutexes", True),
        ("what is the mutex?", False),
        ("what is a ledger?", False),
        ("how does a ledger entry work?", False),
    ],
)
def test_the_meaning_of_a_word_that_names_nothing_is_general(question: str, general: bool) -> None:
    likely = MatchQuality(0.45, 0.0)
    assert 0.8 < answer_chance(likely, 0.0) < 0.97
    assert is_general(analyse(question), likely, USES) is general


def test_a_question_with_few_words_of_names_must_be_answered_more_surely() -> None:
    query = analyse("how does a mutex compare with a semaphore and a ledger?")
    likely = MatchQuality(0.25, 0.0)
    assert 0.5 < answer_chance(likely, 0.0) < general_chance(query) < 0.8
    assert is_general(query, likely, USES)
    assert not is_general(query, MatchQuality(0.5, 0.0), USES)
    assert not is_general(analyse("how does a ledger enter an entry?"), likely, USES)


@pytest.mark.parametrize("text", ["hello", "thanks!", "Hi there", "ok, thank you very much", "yes please"])
def test_greetings_and_thanks_get_no_code(text: str) -> None:
    pack = ask(OFFICE, text)
    assert (pack.items, pack.warnings) == ((), (NO_CONTEXT_NEEDED,))


def test_a_function_may_be_called_like_a_greeting() -> None:
    assert ask(snapshot_of("=== a.py\ndef hello():\n    return 'hi'\n"), "hello").items
    assert not ask(snapshot_of("=== tests/test_a.py\ndef hello():\n    return 'hi'\n"), "hello").items, "only in tests"
    assert is_courtesy("thanks a lot")
    assert not is_courtesy("where is the thanks page?")
