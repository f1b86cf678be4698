"""Failures of single files and messages: everything else works, and the failure is reported. On the real program."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctx_lsp.protocol.errors import ErrorCode
from ctx_lsp.protocol.messages.common import MAX_ENTRIES, MAX_FILES
from tests.e2e.conftest import SERVER, ServerProcess, StartProcess
from tests.protocol.wire import AnswerError, Json, until

FAULT_SERVER = [sys.executable, str(Path(__file__).with_name("fault_server.py"))]
KEPT = "def kept():\n    return 1\n"
BROKEN = "from kept import kept\n\n\ndef half_known():\n    return kept()\n"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with an indexed folder, for tests that leave it as they find it."""
    server = ServerProcess(SERVER, tmp_path_factory.mktemp("running"), forked=True)
    server.wire.replies["workspace/configuration"] = [{}]
    (server.folder / "kept.py").write_text(KEPT)
    server.open(server.folder, capabilities={"workspace": {"configuration": True}})
    server.ready()
    yield server
    assert server.leave() == 0
    assert "Traceback" not in server.stderr.read_text()
    server.stop()


def named(server: ServerProcess, name: str) -> list[str]:
    """The symbols with that name."""
    return [symbol["name"] for symbol in server.wire.ask("workspace/symbol", {"query": name})]


def logged(server: ServerProcess) -> str:
    """The messages that the server has logged to the client so far."""
    return "\n".join(message["message"] for message in server.wire.received("window/logMessage"))


def callers(server: ServerProcess) -> list[str]:
    """The dependants of `kept`."""
    return [one["symbol"] for one in server.wire.command("ctx-lsp.impact", {"symbol": "kept"})["dependants"]]


def test_a_file_that_cannot_be_resolved_keeps_the_rest_and_is_named(start_process: StartProcess) -> None:
    server = start_process(FAULT_SERVER, forked=True)
    (server.folder / "kept.py").write_text(KEPT)
    (server.folder / "broken.py").write_text(BROKEN)
    server.open(server.folder)
    status = server.ready()
    (failure,) = status["failures"]
    assert (failure["path"], failure["stage"]) == ("broken.py", "edges")
    assert failure["report"].startswith("KeyError at graph/derivation.py")
    assert "half_known" not in failure["report"]
    assert "broken.py (edges)" in status["warnings"][0]
    assert failure["report"] in logged(server)
    assert named(server, "half_known") == ["half_known"]
    assert named(server, "kept") == ["kept"]
    assert server.wire.command("ctx-lsp.query", {"query": "half known"})["items"]
    assert "broken.py::half_known" not in callers(server)
    document = {"uri": (server.folder / "broken.py").as_uri(), "languageId": "python", "version": 1}
    server.wire.notify("textDocument/didOpen", {"textDocument": {**document, "text": f"{BROKEN}# mended"}})
    assert "broken.py::half_known" in callers(server)
    assert server.wire.command("ctx-lsp.status")["failures"] == []
    assert server.leave() == 0


@pytest.mark.parametrize(
    "text",
    [
        "interface Def { code: number }\nconst keys: Record<string, Def> = { '(': { code: 57 } };\n",
        "f({ '([a-z]+)x': { type: f('a') } });\n",
    ],
)
def test_keys_that_are_not_names(server: ServerProcess, tmp_path: Path, text: str) -> None:
    (tmp_path / "keys.ts").write_text(text)
    (tmp_path / "other.ts").write_text("export function other(): number { return 1; }\n")
    server.open(tmp_path)
    assert server.ready()["failures"] == []
    assert named(server, "other") == ["other"]


def opened(**changes: Json) -> Json:
    document = {"uri": "untitled:new", "languageId": "python", "version": 1, "text": "def zebra(): ..."}
    return {"textDocument": document | changes}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"languageId": 5}, "languageId must be LanguageKind or text"),
        ({"languageId": None}, "languageId"),
        ({"languageId": ["python"]}, "languageId"),
        ({"version": "1"}, "version"),
        ({"text": 5}, "text"),
        ({"uri": None}, "uri"),
    ],
)
def test_a_document_with_wrong_types_is_refused_and_costs_nothing(
    running: ServerProcess, change: Json, place: str
) -> None:
    running.wire.messages.clear()
    running.wire.notify("textDocument/didOpen", opened(**change))
    assert named(running, "zebra") == []
    assert f"params.textDocument.{place}" in logged(running)
    assert running.ready()["failures"] == []
    running.wire.notify("textDocument/didOpen", opened())
    assert named(running, "zebra") == ["zebra"]
    running.wire.notify("textDocument/didClose", {"textDocument": {"uri": "untitled:new"}})


@pytest.mark.parametrize("process_id", [2**40, 2**70, -1, 0])
def test_a_process_id_that_no_process_has(server: ServerProcess, tmp_path: Path, process_id: int) -> None:
    server.open(tmp_path, process_id=process_id)
    server.ready()
    assert server.leave() == 0


def nested(depth: int, inner: str, message_id: Json) -> bytes:
    """A framed request whose parameters are nested to the given depth."""
    params = f'{{"id": "inner", "x": {"[" * depth}{inner}{"]" * depth}}}'
    body = f'{{"jsonrpc": "2.0", "params": {params}, "method": "textDocument/hover", "id": {json.dumps(message_id)}}}'
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body.encode())


@pytest.mark.parametrize("inner", ["1", r'"\ud800 \\ \" ] }"'])
@pytest.mark.parametrize("depth", [100, 900, 5_000, 200_000])
def test_deep_messages_are_answered_under_their_own_id(running: ServerProcess, depth: int, inner: str) -> None:
    for message_id in (f"deep {depth} {inner}", 1_000_000 + 2 * depth + len(inner)):
        running.wire.send_bytes(nested(depth, inner, message_id))
        with pytest.raises(AnswerError) as caught:
            running.wire.answer(message_id)
        assert caught.value.code in (ErrorCode.INVALID_PARAMS, ErrorCode.PARSE_ERROR)
    assert named(running, "nothing") == []


@pytest.mark.parametrize("answer", [5, True, "settings", {}, {"index": {}}, [5], [[1]], [{}, {}]])
def test_settings_that_are_nonsense_are_ignored_and_logged(running: ServerProcess, answer: Json) -> None:
    running.wire.messages.clear()
    running.wire.replies["workspace/configuration"] = answer
    running.wire.notify("workspace/didChangeConfiguration", {"settings": None})
    until(lambda: "workspace/configuration: the answer is ignored" in logged(running))
    assert running.ready()["settings"]["problems"] == []


LONG: list[tuple[str, Json, str]] = [
    ("ctx-lsp.contextForFiles", {"files": ["file:///a.py"] * (MAX_FILES + 1)}, "files"),
    ("ctx-lsp.reindex", {"files": ["file:///a.py"] * (MAX_FILES + 1)}, "files"),
    ("ctx-lsp.dump", {"paths": ["a.py"] * (MAX_FILES + 1)}, "paths"),
    ("ctx-lsp.search", {"query": "x", "filter": {"include": ["a"] * (MAX_ENTRIES + 1)}}, "filter.include"),
    ("ctx-lsp.query", {"query": "x", "options": {"pin": ["a"] * (MAX_ENTRIES + 1)}}, "options.pin"),
    ("ctx-lsp.graph", {"symbol": "x", "kinds": ["calls"] * (MAX_ENTRIES + 1)}, "kinds"),
    ("ctx-lsp.explain", {"query": "x", "symbol": "x" * 10_001}, "symbol"),
]


@pytest.mark.parametrize(("command", "argument", "field"), LONG)
def test_lists_have_a_longest_length(running: ServerProcess, command: str, argument: Json, field: str) -> None:
    with pytest.raises(AnswerError, match=r"of length up to [0-9]+") as caught:
        running.wire.command(command, argument)
    assert caught.value.code == ErrorCode.INVALID_PARAMS
    assert caught.value.message.startswith(f"{field} must be")
