"""A short run of random messages; `python -m tests.fuzz.messages` makes long ones."""

import random
from pathlib import Path

import pytest

from ctx_lsp.protocol.table import TABLE
from tests.fuzz.message_kinds import Message
from tests.fuzz.message_values import Values
from tests.fuzz.messages import Bursts, MessageError

MESSAGES = 800
SEED = 20_26


def test_every_request_gets_one_answer_among_random_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    bursts = Bursts(tmp_path, SEED)
    try:
        report = list(bursts.run(MESSAGES))[-1]
    finally:
        bursts.close()
    assert report.messages >= MESSAGES
    assert {"result", "invalid_params", "invalid_request", "parse_error", "method_not_found"} <= set(report.outcomes)
    assert report.cancellations.seconds
    assert report.probes.seconds


def test_an_answer_that_is_missing_or_too_many_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.messages.TIMEOUT_SECONDS", 2.0)
    bursts = Bursts(tmp_path, SEED)
    asked = b'{"jsonrpc": "2.0", "id": %d, "method": "textDocument/none"}'
    try:
        list(bursts.run(1))
        bursts._send(Message(asked % 1, ("1", "2"), name="none"))
        with pytest.raises(MessageError, match=r"unanswered: .*'2'"):
            bursts._wait()
        bursts._send(Message(asked % 3))
        with pytest.raises(MessageError, match="an answer to nothing"):
            bursts._wait()
    finally:
        bursts.close()


def test_values_are_made_for_every_method_and_command() -> None:
    values = Values(random.Random(SEED), Path("/root"), ["a.py"], ["word"])  # noqa: S311  # a test's dice
    for routes in (TABLE.requests, TABLE.notifications, TABLE.commands):
        for route in routes.values():
            for _ in range(20):
                values.spoilt(values.of(route.params))
