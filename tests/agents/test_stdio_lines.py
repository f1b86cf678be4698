"""Which lines over stdio are answered with an error, and with which id."""

import json
import os
from contextlib import closing
from pathlib import Path

import pytest

from ctx_lsp.agents.stdio_lines import rejection
from tests.forked import ForkedProcess
from tests.protocol.wire import Json

INVALID_REQUEST = -32600
NO_ID: tuple[Json, ...] = (
    {},
    [],
    7,
    {"jsonrpc": "2.0"},
    {"jsonrpc": "2.0", "id": {"a": 1}, "method": "ping"},
    {"jsonrpc": "2.0", "id": None, "method": "ping"},
    {"jsonrpc": "2.0", "id": 1.5, "method": "ping"},
    {"jsonrpc": "2.0", "id": True, "method": "tools/list", "params": {}},
    {"jsonrpc": "2.0", "id": [1]},
)


@pytest.mark.parametrize("message", NO_ID)
def test_what_is_no_request_is_answered_without_an_id(message: Json) -> None:
    error = rejection(json.dumps(message))
    assert error is not None
    assert (error.id, error.error.code) == (None, INVALID_REQUEST)


@pytest.mark.parametrize("message", [{"id": 4}, {"id": 4, "method": 5}, {"id": 4, "method": "ping", "params": [1]}])
def test_an_invalid_request_is_answered_with_its_id(message: Json) -> None:
    error = rejection(json.dumps({"jsonrpc": "2.0", **message}))
    assert error is not None
    assert (error.id, error.error.code) == (4, INVALID_REQUEST)


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "id": 4, "method": "ping"},
        {"jsonrpc": "2.0", "id": "four", "method": "ping", "params": {"id": None}},
        {"jsonrpc": "2.0", "method": "notifications/initialized", "params": {"id": None}},
        {"method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 4, "result": {}},
        {"id": 4, "result": {}},
        {"id": None, "error": {}},
    ],
)
def test_requests_notifications_and_responses_are_not_answered_here(message: Json) -> None:
    assert rejection(json.dumps(message)) is None


def test_each_message_that_is_no_request_gets_one_answer_over_stdio(shop: Path) -> None:
    with closing(ForkedProcess(["mcp", str(shop)], stderr=2, environment=os.environ)) as process:
        for message in NO_ID:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert (answer["id"], answer["error"]["code"]) == (None, INVALID_REQUEST)
        process.stdin.close()
        assert process.wait(60) == 0
