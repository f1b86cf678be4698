"""Misspelt words of questions: corrections, and words that stay unchanged."""

import pytest

from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.spelling import MAX_WORDS, SHOWN, respelt
from ctx_lsp.retrieval.question.understanding import understand
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.retrieval.searching import found
from tests.workspaces import snapshot_of, snapshot_of_package

SHOP = """
=== shop/checkout.py
def apply_discount(customer, total):
    '''The discount of a returning customer; a behavior of the checkout.'''
    return total * customer.discount
=== shop/registry.py
def file_order(order, handshake):
    '''Files the order: a visualization of webhoot.'''
=== shop/configuration.py
def read_configuration(path):
    return path.read_text()
"""


@pytest.fixture(scope="module")
def shop() -> Snapshot:
    return snapshot_of(SHOP)


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("how is the discuont computed", "how is the discount computed"),
        ("where are the configuratoins read", "where are the configurations read"),  # texts have it in the singular
        ("Discont of a custmoer, Discont", "discount of a customer, discount"),
        ("how is the handshkae made", "how is the handshake made"),  # the index knows stems alone, `handshak`
        ("visualisation of totals", "visualization of totals"),  # one place of two that look British
        ("where is the discuont.", "where is the discount."),
        ("what is the behaviour of the checkout", "what is the behavior of the checkout"),
        ("dsicount", ""),  # a look-up, which is for names
        ("where is the discount", ""),
        ("who brews the coffee", ""),  # near nothing
        ("what does `aply_discount` return", ""),  # a name
        ("totl of it", ""),  # too short to tell
        ("see shop/chekcout.pyx", ""),  # a path
        ("see chekcout/cart.py and lib\\discuont\\it", ""),
        ("how is a webhook made", ""),  # a compound of two words
        ("how does filling the basket work", ""),  # another word than `filing`, which a text holds
        ("who is a custommer", ""),  # found by its root already
        ("wo wird die Bestellung geprüft", ""),
        ("что это", ""),
        ("where is it", ""),
        ("a list of all the shelvs", ""),
        ("when is it ready", ""),  # a word, though no text holds it
    ],
)
def test_unknown_words_are_read_as_close_ones(shop: Snapshot, query: str, meant: str) -> None:
    assert respelt(shop.lexical, analyse(query)).meant == meant


PLAYER = """
=== player.py
def mute(channel):
    \'\'\'Mute it; a script may flash and split it.\'\'\'

def discount_script(flashes):
    \'\'\'The monat of a visualization, varsn.\'\'\'
=== configuration.py
def buffer_configuration(): ...

def prepare_vars(): ...
"""


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("what is a mutex", ""),
        ("what is a mutex?", ""),
        ("how does a mutex work?", ""),
        ("explain mutex", ""),
        ("what is a monad?", ""),
        ("what is scrypt", ""),
        ("what is the difference between flask and scrypt?", ""),
        ("what does the mutex do", "what does the mute do"),  # of this code
        ("how is a mutex set", "how is a mute set"),  # not a general form
        ("what is a disocunt", "what is a discount"),
        ("what are buffer configurationss", "what are buffer configurations"),
        ("what are prepare varss", "what are prepare vars"),
        ("what is a bufer", "what is a buffer"),
        ("what is a configuratin", "what is a configuration"),
        ("what is visualisation?", "what is visualization?"),
    ],
)
def test_an_unknown_word_of_a_general_question_is_not_read_as_another(question: str, meant: str) -> None:
    assert understand(snapshot_of(PLAYER), question).meant == meant


def test_a_verb_in_ied_is_read_as_its_base_form_even_in_a_general_question() -> None:
    snapshot = snapshot_of("=== retry.py\ndef retry_call(call):\n    return call()\n")
    assert understand(snapshot, "what is retried by default?").meant == "what is retry by default?"


def test_the_text_of_the_question_stays(shop: Snapshot) -> None:
    asked = respelt(shop.lexical, analyse("how is the discuont applied"))
    assert asked.text == "how is the discuont applied"
    assert asked.terms == analyse(asked.meant).terms


def test_a_pasted_text_has_a_bound(shop: Snapshot) -> None:
    """Each unknown word is compared with thousands of words, and a log has hundreds of unknown ones."""
    misspelt = [f"disc{first}{second}unt" for first in "abcdefgh" for second in "abcdefgh"]
    asked = respelt(shop.lexical, analyse(" ".join(misspelt)))
    assert asked.meant.split().count("discount") == MAX_WORDS
    assert asked.read_as.endswith(f" and {MAX_WORDS - SHOWN} more")
    long = "is" * 100_000
    assert respelt(shop.lexical, analyse(f"where is {long}")).meant == ""


def test_each_form_of_a_word_is_replaced(shop: Snapshot) -> None:
    asked = respelt(shop.lexical, analyse("Is a Discuont one of the discuont kind, DISCUONT?"))
    assert asked.meant == "Is a discount one of the discount kind, discount?"
    assert asked.read_as == "discuont → discount"


def test_of_equally_close_words_the_more_frequent_is_meant() -> None:
    texts = "".join(f"=== m{number}.py\nmargin = 1\n" for number in range(3))
    snapshot = snapshot_of(f"=== one.py\nmargig = 1\n{texts}")
    assert respelt(snapshot.lexical, analyse("how wide is the margic")).meant == "how wide is the margin"


def test_words_of_removed_texts_are_not_meant() -> None:
    asked = respelt(snapshot_of("=== a.py\nprice = 1\n").lexical, analyse("where is the discuont"))
    assert asked.meant == ""


@pytest.mark.parametrize(
    ("query", "typo"),
    [
        ("convert a graph to a matrix", "convrt a graph to a marix"),
        ("shortest path between two nodes", "shortset path betwen two nodes"),
        ("raise an error for lazy imports", "raise an eror for lazy improts"),
    ],
)
def test_in_a_package_a_typo_changes_few_results(query: str, typo: str) -> None:
    snapshot = snapshot_of_package("networkx")

    def results(text: str) -> set[str]:
        items = found(snapshot, text, query=respelt(snapshot.lexical, analyse(text))).items
        return {item.symbol or item.path for item in items}

    assert len(results(query) & results(typo)) >= 8
