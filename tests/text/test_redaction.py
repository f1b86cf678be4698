"""Redaction of text that is printed or sent. The secrets are made up, and assembled when the tests run."""

import random

import pytest

from ctx_lsp.text.redaction import REDACTED, redacted, redacted_answer, redacted_parts
from tests.secrets.kinds import fake_secrets

KEY = "AKIA" + "QAWZBECRDTEYFUGI"
LINE = f"key {KEY} of the account"


def divided(text: str, *places: int) -> list[str]:
    return [text[a:b] for a, b in zip((0, *places), (*places, len(text)), strict=True)]


@pytest.mark.parametrize("places", [(4,), (9,), (4, 24), (6, 6, 12), (0, 30)])
def test_a_secret_is_replaced_wherever_a_text_is_divided(places: tuple[int, ...]) -> None:
    parts = redacted_parts(divided(LINE, *places))
    assert len(parts) == len(places) + 1
    assert "".join(parts) == redacted(LINE) == f"key {REDACTED} of the account"


def test_the_end_of_a_part_does_not_hide_a_secret_in_the_next() -> None:
    assert redacted(f"key{KEY}") == f"key{KEY}", "the detector looks for whole words"
    assert redacted_parts(["key", KEY]) == ["key", REDACTED]


def test_no_division_makes_a_secret_readable() -> None:
    rng = random.Random(3)  # noqa: S311  # for places
    for one in fake_secrets():
        if one.core not in redacted(one.line):
            places = sorted(rng.randrange(len(one.line) + 1) for _ in range(3))
            assert one.core not in "".join(redacted_parts(divided(one.line, *places))), (one.kind, places)


def test_parts_without_secrets_stay() -> None:
    parts = ["é ", "\ud800", "", "plain"]
    assert redacted_parts(parts) == parts
    assert redacted_parts([""]) == [""]


def test_addresses_and_names_of_members_stay_only_if_they_are_kept() -> None:
    answer = {"uri": f"file:///{KEY}", KEY: [{"text": LINE}]}
    hidden = redacted(LINE)
    assert redacted_answer(answer) == {"uri": f"file:///{KEY}", KEY: [{"text": hidden}]}
    assert redacted_answer(answer, keep_addresses=False) == {"uri": f"file:///{REDACTED}", REDACTED: [{"text": hidden}]}
    plain = {"uri": "file:///a", "text": "b"}
    assert redacted_answer(plain) is plain
