"""Notes that messages of commits propose: reasons, reverts and breaking changes, and messages that propose nothing."""

import pytest

from ctx_lsp.memory.commit_reasons import reason_in
from ctx_lsp.text.sentences import sentences_of


@pytest.mark.parametrize(
    ("message", "note_type", "title", "body"),
    [
        (
            "perf(http): keep sockets open (#12)\n\nA second handshake takes 80 ms, because the proxy is far away.\n\n"
            "Signed-off-by: A <a@example.org>",
            "decision",
            "Keep sockets open",
            "A second handshake takes 80 ms, because the proxy is far away.",
        ),
        (
            "Lock the table while it is written\n\nReaders can see half of a row as it is written. "
            "They must never read it before the commit is done.",
            "gotcha",
            "Lock the table while it is written",
            "Readers can see half of a row as it is written. They must never read it before the commit is done.",
        ),
        (
            'Revert "Cache the totals"\n\nThis reverts commit 0a1b2c3d4e.\n\nA cart with 1,000 items takes 20 MB then.',
            "failure",
            "Reverted: Cache the totals",
            "A cart with 1,000 items takes 20 MB then.",
        ),
        (
            "feat!: drop all floats\n\nBREAKING CHANGE: `Cart.total` returns cents as a whole number, not a float.",
            "decision",
            "Drop all floats",
            "Breaking change: `Cart.total` returns cents as a whole number, not a float.",
        ),
        (
            "Sort the names\n\n- The order of a set differs from run to run, so that all golden files change each time",
            "decision",
            "Sort the names",
            "The order of a set differs from run to run, so that all golden files change each time",
        ),
        (
            "Round the sum alone\n\nBecause each price loses up to half a cent, only their sum is rounded.",
            "decision",
            "Round the sum alone",
            "Because each price loses up to half a cent, only their sum is rounded.",
        ),
        (
            "Close the cart first\n\nOtherwise, its prices can be read while the other thread frees the cart.",
            "gotcha",
            "Close the cart first",
            "Otherwise, its prices can be read while the other thread frees the cart.",
        ),
        (
            "Fix the total\n\nA cart must be locked while its prices are added, or one is counted twice.",
            "decision",
            "Fix the total",
            "A cart must be locked while its prices are added, or one is counted twice.",
        ),
    ],
)
def test_messages_that_say_why_propose_a_note(message: str, note_type: str, title: str, body: str) -> None:
    found = reason_in(message)
    assert found is not None
    assert (found.type, found.title, found.body) == (note_type, title, body)


@pytest.mark.parametrize(
    "message",
    [
        "Round the total",
        "Round the total\n\nUse `round` in `Cart.total` and in its tests, and say so in the documentation.",
        "ci: pin actions\n\nA tag must not be trusted, because its owner can move it to another commit.",
        "Bump ruff to 0.6\n\nWe need it because the new rule finds unused parameters of functions.",
        'Revert "Cache the totals"\n\nThis reverts commit 0a1b2c3d4e.',
        'Revert "Revert "Cache the totals""\n\nA cart with 1,000 items takes 20 MB then, and this must not be.',
        "Move the totals\n\nThey belong to the cart, because both of its views have to show the same sum.",
        "Wait for the threads\n\nThe loop has to wait for all of its threads in order to avoid that.",
        "Copy the title\n\nCopy the title into a local buffer to avoid a leak of the old one.",
        "Read the keys\n\nThe guard:\n\n    if key in shape:\nis true for any name because it asks the prototype, too.",
        "Remove dead code\n\nThe path cannot be reached because the events are never zero at that point.",
        "Round the total\n\nI am not sure about it, but each price loses cents because it is rounded on its own.",
        "Round the total\n\nPrices were rounded one by one, because the old tax table had whole cents only.",
        "Round the total\n\nBecause of cents.",
        "fix: a crash\n\nAn empty cart could crash the server when the total of its prices is printed.",
        # the sentence that says who "They" are cannot be quoted
        "Lock the table while it is written\n\nI saw readers. They must never read it before it is done with a row.",
        # what the author likes better, and what a later commit needs
        "Sum the prices once\n\nThe callers are simpler because they no more have to sum all of the prices.",
        "Split the sum\n\nThe following commit needs the sum of prices alone, because it adds the tax to it.",
        "Extract a function for the sum\n\nA cart must have the sum at hand, because two views show it at once.",
        # what went wrong before, in the present tense
        "Fix the total\n\nA cart with two prices counts one of them twice, because the loop starts too early.",
        "Fix the total\n\nOtherwise it adds one of the prices twice in a cart that has just two.",
        "Round the total\n\nThe cart would often lose a cent because each of its prices is rounded on its own.",
        "Round the total\n\nprices lose cents because each of them is rounded on its own by the cart.",
        "Round the total\n\nPrices lose cents because each of them is rounded on its own by the cart and",
        # sentences that are cut off, or that lean on text elsewhere
        "Round the total\n\nPrices lose cents because each of them is rounded on its own by the cart",
        "Round the total\n\nIn that case, the prices must be added first because each is rounded on its own.",
        "Round the total\n\nSpecifically, each of the prices must be kept because it is rounded on its own.",
        'Revert "Cache the totals"\n\nHowever, the total of a large cart takes 20 MB of memory then.',
        # what the commit does, what was before, and what was measured
        "Round the total\n\nAdd a sum to the cart in order to avoid that each price of the bill loses half a cent.",
        "Round the total\n\nThe cart rounded the prices one by one because the bank takes whole cents only.",
        "Round the total\n\nThe old method must round each price, because the bank takes whole cents only.",
        "Round the total\n\nHistorically each of the prices is rounded because the bank takes whole cents only.",
        "Round the total\n\nThe throughput of a large cart is the same, since the time goes to the bank.",
        "Round the total\n\nAlternatively, the bank can round because it knows each of the prices in a cart.",
        "WIP\n\nIt must not be merged, because the total of the prices is not yet rounded.",
        "",
    ],
)
def test_other_messages_propose_nothing(message: str) -> None:
    assert reason_in(message) is None


WHY = "The sum of a cart must be rounded last, because the bank refuses half a cent."


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (f"Prices were rounded one by one. {WHY} So the sum is rounded.", "all"),
        (f"The bank takes whole cents.\n\n{WHY}\n\nThe shop has to agree with the bank.", "all"),
        (f"I saw this in the shop. {WHY} The shop agrees.", f"{WHY} The shop agrees."),
        (f"The bank takes whole cents. {WHY} I saw this in the shop.", f"The bank takes whole cents. {WHY}"),
        (f"However, the bank is slow. {WHY}", WHY),
        (f"The banks:\n\n- the first one\n\n{WHY}", WHY),
    ],
)
def test_a_reason_is_quoted_with_the_sentences_around_it(told: str, expected: str) -> None:
    found = reason_in(f"Round the sum last\n\n{told}")
    assert found is not None
    assert found.body == (" ".join(told.split()) if expected == "all" else expected)


def test_a_note_quotes_most_of_a_message_or_is_none() -> None:
    more = " ".join(f"The bank number {number} takes whole cents from the shop and no more." for number in range(9))
    assert reason_in(f"Round the sum last\n\n{WHY}") is not None
    assert reason_in(f"Round the sum last\n\n{more} {WHY} {more}") is None


@pytest.mark.parametrize(
    ("message", "is_proposed"),
    [
        ("Don't free the cart early\n\nOtherwise the other thread adds a price to a cart that is gone.", True),
        ("Fix the cart\n\nOtherwise the other thread adds a price to a cart that is gone.", False),
        ("Free the cart late\n\nWithout this, the other thread adds a price to a cart that is gone.", True),
        ("Lock the cart\n\nThe lock used to guard prices guards the cart, because a cart has all prices.", True),
        ("Lock the cart\n\nIt used to guard prices alone, because a cart of the shop had all of the prices.", False),
    ],
)
def test_a_rule_in_the_subject_says_what_the_first_word_refers_to(message: str, *, is_proposed: bool) -> None:
    assert (reason_in(message) is not None) is is_proposed


def test_a_sentence_does_not_end_at_an_abbreviation() -> None:
    said = "Pass e.g. `Cart.total` to it, because a price alone loses cents."
    assert sentences_of(f"{said} Then round.") == [said, "Then round."]
