"""The life of a request: admission, answers, errors, cancellation, and nothing left behind."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from lsprotocol import types

from ctx_lsp.protocol.errors import ErrorCode
from ctx_lsp.protocol.routes import InBackground
from ctx_lsp.protocol.table import TABLE
from tests.protocol.conftest import LocalServer, Start
from tests.protocol.routes import Bench
from tests.protocol.wire import AnswerError, Json, until

CANCELLED = ErrorCode.REQUEST_CANCELLED
ROUNDS = 1_000  # an edit and two requests each
HERE = {"line": 0, "character": 0}


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def running(start_server: Start, bench: Bench, tmp_path: Path) -> LocalServer:
    """An initialized server on an empty folder, with the commands of `bench`."""
    server = start_server(bench.table())
    server.open(tmp_path)
    return server


def refused(server: LocalServer, method: str, params: Json = None) -> AnswerError:
    with pytest.raises(AnswerError) as caught:
        server.wire.ask(method, params)
    return caught.value


def test_before_initialize_every_request_is_refused_and_no_notification_is_taken(server: LocalServer) -> None:
    server.wire.notify("textDocument/didOpen", {"garbage": True})
    error = refused(server, "workspace/symbol", {"query": "x"})
    assert error.code == ErrorCode.SERVER_NOT_INITIALIZED


def test_a_server_is_initialized_once(running: LocalServer) -> None:
    error = refused(running, "initialize", {"capabilities": {}, "processId": None, "rootUri": None})
    assert (error.code, error.message) == (ErrorCode.INVALID_REQUEST, "the server is already initialized")


def test_after_shutdown_every_request_is_refused_and_exit_ends_well(running: LocalServer) -> None:
    assert running.wire.ask("shutdown") is None
    assert refused(running, "workspace/symbol", {"query": "x"}).code == ErrorCode.INVALID_REQUEST
    running.wire.notify("exit")
    assert running.join() == 0


def test_exit_without_shutdown_is_an_abrupt_end(running: LocalServer) -> None:
    running.wire.notify("exit")
    assert running.join() == 1


def test_the_commands_are_announced(start_server: Start, bench: Bench) -> None:
    capabilities = start_server(bench.table()).open()["capabilities"]
    announced = capabilities["executeCommandProvider"]["commands"]
    assert {"ctx-lsp.search", "ctx-lsp.status", "test.spin"} <= set(announced)


def test_a_status_and_a_definition_do_not_wait_for_a_hover(start_server: Start, bench: Bench, tmp_path: Path) -> None:
    hover = TABLE.requests[types.TEXT_DOCUMENT_HOVER]
    assert isinstance(hover, InBackground)
    table = replace(TABLE, requests={**TABLE.requests, types.TEXT_DOCUMENT_HOVER: replace(hover, compute=bench.spin)})
    server = start_server(table)
    server.open(tmp_path)
    place = {"textDocument": {"uri": (tmp_path / "one.py").as_uri()}, "position": HERE}
    hovers = [server.wire.begin(types.TEXT_DOCUMENT_HOVER, place) for _ in range(2)]
    until(lambda: bench.running == 1)

    server.wire.command("ctx-lsp.status")
    assert server.wire.ask(types.TEXT_DOCUMENT_DEFINITION, place) is None
    answered = {message.get("id") for message in server.wire.messages}
    assert not answered & set(hovers), "both hovers are still under way"
    for one in hovers:
        server.wire.notify("$/cancelRequest", {"id": one})


MALFORMED = [
    (b"{", None, ErrorCode.PARSE_ERROR),
    (b"\xff\xfe", None, ErrorCode.PARSE_ERROR),
    (b"[" * 100_000, None, ErrorCode.PARSE_ERROR),
    (b"[]", None, ErrorCode.INVALID_REQUEST),
    (b"null", None, ErrorCode.INVALID_REQUEST),
    (b'{"id": 77, "method": "shutdown"}', 77, ErrorCode.INVALID_REQUEST),
    (b'{"jsonrpc": "1.0", "id": 77, "method": "shutdown"}', 77, ErrorCode.INVALID_REQUEST),
    (b'{"jsonrpc": "2.0", "id": 77}', 77, ErrorCode.INVALID_REQUEST),
    (b'{"jsonrpc": "2.0", "id": 77, "method": 5}', 77, ErrorCode.INVALID_REQUEST),
    (b'{"jsonrpc": "2.0", "id": {}, "method": "shutdown"}', None, ErrorCode.INVALID_REQUEST),
    (b'{"jsonrpc": "2.0", "id": null, "method": "shutdown"}', None, ErrorCode.INVALID_REQUEST),
    (b'{"jsonrpc": "2.0", "id": 77, "method": "no/such"}', 77, ErrorCode.METHOD_NOT_FOUND),
    (b'{"jsonrpc": "2.0", "id": 77, "method": "textDocument/hover"}', 77, ErrorCode.INVALID_PARAMS),
    (b'{"jsonrpc": "2.0", "id": 77, "method": "textDocument/hover", "params": [1]}', 77, ErrorCode.INVALID_PARAMS),
    (b'{"jsonrpc": "2.0", "id": 77, "method": "workspace/executeCommand", "params": {"command": 1}}', 77, -32602),
]


@pytest.mark.parametrize(("body", "message_id", "code"), MALFORMED)
def test_a_malformed_request_gets_an_error_and_the_server_goes_on(
    running: LocalServer, body: bytes, message_id: int | None, code: int
) -> None:
    running.wire.send_bytes(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    with pytest.raises(AnswerError) as caught:
        running.wire.answer(message_id)
    assert caught.value.code == code
    assert running.wire.command("ctx-lsp.status")["revision"] >= 0


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "method": "no/such"},
        {"jsonrpc": "2.0", "method": "$/cancelRequest"},
        {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": [1]}},
        {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": 3}},
        {"jsonrpc": "2.0", "method": "initialize", "params": {}},
        {"jsonrpc": "2.0", "id": 99, "result": None},
        {"jsonrpc": "2.0", "id": [], "error": {"code": 1, "message": "x"}},
    ],
)
def test_odd_notifications_and_answers_to_nothing_are_passed_over(running: LocalServer, message: Json) -> None:
    running.wire.send(message)
    assert running.wire.command("ctx-lsp.status")["revision"] >= 0


def test_an_unknown_command_is_answered_with_the_known_ones(running: LocalServer) -> None:
    error = refused(running, "workspace/executeCommand", {"command": "ctx-lsp.serach"})
    assert error.code == ErrorCode.INVALID_PARAMS
    assert "ctx-lsp.search" in error.message
    assert "ctx-lsp.serach" in error.message


def test_an_argument_may_hold_text_like_a_message(running: LocalServer) -> None:
    look_alike = {"jsonrpc": "2.0", "id": 1, "method": "exit", "type_name": "x"}
    answer = running.wire.command("ctx-lsp.status", {"nested": look_alike, **look_alike})
    assert answer["versions"]["ctx-lsp"]


@pytest.mark.parametrize("command", ["test.fail", "test.failOnLoop", "test.panic", "test.unencodable"])
def test_a_fault_is_a_short_error_and_a_line_in_the_log(running: LocalServer, command: str) -> None:
    error = refused(running, "workspace/executeCommand", {"command": command})
    assert error.code == ErrorCode.INTERNAL_ERROR
    assert error.data is None
    assert command in error.message
    assert "Traceback" not in error.message
    assert "secret" not in error.message
    logged = running.wire.wait(lambda: running.wire.received("window/logMessage"))
    assert f"{command} failed" in logged[0]["message"]
    assert running.wire.command("ctx-lsp.status")["revision"] >= 0


def test_an_undecodable_file_name_does_not_break_an_answer(running: LocalServer) -> None:
    assert running.wire.command("test.oddName") == {"caf\ufffd": ["caf\ufffd"]}


def test_a_failed_capture_is_answered(running: LocalServer) -> None:
    assert refused(running, "workspace/executeCommand", {"command": "test.broken"}).message == "nothing to capture"


def test_cancelling_stops_the_work_and_answers_once(running: LocalServer, bench: Bench) -> None:
    message_id = running.wire.begin("workspace/executeCommand", {"command": "test.spin"})
    until(lambda: bench.steps)
    running.wire.notify("$/cancelRequest", {"id": message_id})
    with pytest.raises(AnswerError) as caught:
        running.wire.answer(message_id)
    assert caught.value.code == CANCELLED
    steps = bench.steps
    running.wire.command("ctx-lsp.status")
    time.sleep(0.05)
    assert bench.steps == steps
    assert len([m for m in running.wire.messages if m.get("id") == message_id]) == 1


def test_queued_requests_are_cancelled_at_once(running: LocalServer, bench: Bench) -> None:
    message_id = running.wire.begin("workspace/executeCommand", {"command": "test.wait"})
    running.wire.notify("$/cancelRequest", {"id": message_id})
    with pytest.raises(AnswerError) as caught:
        running.wire.answer(message_id)
    assert caught.value.code == CANCELLED
    bench.never.set_result(None)  # the work comes too late
    assert bench.running == 0


def test_many_long_requests_do_not_keep_others_from_being_read(running: LocalServer, bench: Bench) -> None:
    ids = [running.wire.begin("workspace/executeCommand", {"command": "test.spin"}) for _ in range(12)]
    until(lambda: bench.running)
    assert running.wire.command("ctx-lsp.status", timeout=5)["revision"] >= 0
    for message_id in ids:
        running.wire.notify("$/cancelRequest", {"id": message_id})
    for message_id in ids:
        with pytest.raises(AnswerError):
            running.wire.answer(message_id, timeout=5)


def test_shutdown_does_not_wait_and_answers_every_request(running: LocalServer, bench: Bench) -> None:
    ids = [running.wire.begin("workspace/executeCommand", {"command": "test.spin"}) for _ in range(12)]
    waiting = running.wire.begin("workspace/executeCommand", {"command": "test.wait"})
    until(lambda: bench.running)
    started = time.monotonic()
    running.wire.ask("shutdown")
    for message_id in [*ids, waiting]:
        with pytest.raises(AnswerError) as caught:
            running.wire.answer(message_id)
        assert caught.value.code == CANCELLED
    running.wire.notify("exit")
    assert running.join() == 0
    assert time.monotonic() - started < 5


def test_an_id_in_use_is_refused(running: LocalServer, bench: Bench) -> None:
    spin = running.wire.request("workspace/executeCommand", {"command": "test.spin"})
    running.wire.send(spin, spin)
    with pytest.raises(AnswerError, match="unanswered request"):
        running.wire.answer(spin["id"])


def test_hanging_up_ends_the_server(running: LocalServer) -> None:
    running.stop()
    assert running.code == 1


def test_nothing_is_kept_of_thousands_of_edits_and_requests(running: LocalServer, tmp_path: Path) -> None:
    assert running.connection is not None
    session = running.connection.session
    uri = (tmp_path / "a.txt").as_uri()
    running.wire.notify(
        "textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "text", "version": 0, "text": "x = 1\n"}}
    )
    for version in range(1, ROUNDS + 1):
        edit = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": f"x = {version}\n"}]}
        request = running.wire.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": HERE})
        garbage = running.wire.request("textDocument/hover", {"position": version})
        running.wire.send({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": edit}, request, garbage)
    until(lambda: len([m for m in running.wire.messages if "method" not in m]) == 2 * ROUNDS + 1, seconds=60)
    rpc = session.client.protocol
    assert (len(rpc._request_futures), len(rpc._result_types), len(running.connection.dispatcher.inflight)) == (0, 0, 0)
    assert len([m for m in running.wire.messages if "error" in m]) == ROUNDS


def test_the_trace_logs_answers(running: LocalServer) -> None:
    running.wire.command("ctx-lsp.status")
    assert running.wire.received("$/logTrace") == []
    running.wire.notify("$/setTrace", {"value": "messages"})
    running.wire.command("ctx-lsp.status")
    traced = running.wire.wait(lambda: running.wire.received("$/logTrace"))
    assert traced[0]["message"].startswith("ctx-lsp.status answered after ")


def test_latencies_are_kept_by_command_and_of_answers_alone(running: LocalServer) -> None:
    refused(running, "no/such")
    refused(running, "workspace/executeCommand", {"command": "no.such"})
    refused(running, "workspace/executeCommand", {"command": "ctx-lsp.search", "arguments": [{"query": 5}]})
    running.wire.command("ctx-lsp.status")
    latencies = running.wire.command("ctx-lsp.status")["latencies"]
    assert set(latencies) == {"initialize", "ctx-lsp.status"}
    assert latencies["ctx-lsp.status"]["n"] == 1
    assert set(latencies["ctx-lsp.status"]) == {"p50", "p95", "p99", "n"}
