"""No answer of the server and no output of the program contains a likely secret of a workspace full of them.

The exits come from the tables of requests, commands and the command line, so later additions are tested as well.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import msgspec
import pytest
from lsprotocol import types

from ctx_lsp.cli.main import COMMANDS
from ctx_lsp.protocol.table import TABLE
from ctx_lsp.text.redaction import REDACTED
from tests.e2e.conftest import ServerProcess
from tests.forked import run_program
from tests.protocol.wire import AnswerError, Json
from tests.secrets.kinds import fake_secrets
from tests.secrets.shapes import FakeSecret

PLANTED = list(fake_secrets(seed=23, each=1))
SHARE_MISSED = 0.02  # a line out of its file says less than the file
QUESTIONS = ("password", "api key token", "secret settings", "where is the database configured?")
_ENDS = (types.INITIALIZE, types.SHUTDOWN)
# The command line's other commands measure, keep house or serve.
ANSWERING = {
    "search": ["password"],
    "query": ["where is the api token?"],
    "context": ["f003_settings.py"],
    "history": [],
    "remember": ["gotcha", "Read it from the vault", "--about", "{symbol}"],
    "recall": ["password"],
    "propose": [],
    "explain": ["password", "{symbol}"],
    "graph": ["{symbol}"],
    "impact": ["{symbol}"],
    "test-scope": ["f003_settings.py"],
    "patterns": [],
    "check": [],
    "cycles": [],
    "status": [],
    "index": [],
}
_SILENT = {
    "serve",
    "mcp",
    "agents",
    "setup",
    "savings",
    "monitoring",
    "cache",
    "sharing",
    "publish",
    "confirm",
    "retire",
    "update",
    "journal",
    "eval",
    "bench",
    "doctor",
}


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file for each secret, which has a line of its own."""
    root = tmp_path_factory.mktemp("planted")
    for number, made in enumerate(PLANTED):
        name = f"f{number:03}_{made.file}" if made.file[0].islower() else f"{made.file}.f{number:03}"
        (root / name).write_text(_around(made))
    (root / "f003_settings.py").write_text('db_password = "correct-horse-9battery"\n\ndef connect(): ...\n')
    return root


def _around(made: FakeSecret) -> str:
    line = f"{made.line}\n"
    if made.file.endswith(".json"):
        return "{\n" + line.replace(",\n", "\n") + "}\n"
    if made.file.endswith(".go"):
        return f"package main\n\n{line}"
    if made.file.endswith((".java", ".cs")):
        return f"class Settings {{\n    {line}}}\n"
    if made.file.endswith((".rb", ".php")):
        return ("<?php\n" if made.file.endswith(".php") else "") + f"$options = array(\n{line});\n"
    return line


def test_no_answer_holds_a_secret(server: ServerProcess, planted: Path) -> None:
    server.open(planted)
    server.ready()
    wire = server.wire
    for uri in sorted(file.as_uri() for file in planted.iterdir()):
        outline = wire.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, {"textDocument": {"uri": uri}})
        place = outline[0]["location"]["range"]["start"] if outline else {"line": 0, "character": 0}
        wire.ask(types.TEXT_DOCUMENT_HOVER, {"textDocument": {"uri": uri}, "position": place})
    for question in QUESTIONS:
        wire.command("ctx-lsp.search", {"query": question, "limit": 200})
    known = _known(server, planted)
    for method, route in TABLE.requests.items():
        if method not in _ENDS:
            _tried(server, lambda method=method, route=route: wire.ask(method, _arguments(route.params, known)))
    for command, route in TABLE.commands.items():
        _tried(server, lambda name=command, route=route: wire.command(name, _arguments(route.params, known)))
    assert sum(REDACTED in str(message) for message in wire.messages) > len(PLANTED) / 3, "there was much to hide"
    _check(Counter(kind for message in wire.messages for kind in _leaks(str(message))))


def _tried(server: ServerProcess, ask: Any) -> None:  # noqa: ANN401  # a call without arguments
    """Send a request; errors are searched like other answers."""
    try:
        ask()
    except AnswerError:
        assert server.process.poll() is None


def _known(server: ServerProcess, planted: Path) -> Json:
    """Values for fields of parameters, by name; every request uses those that it has."""
    uri = (planted / "f003_settings.py").as_uri()
    document = {"textDocument": {"uri": uri}}
    pack = server.wire.command("ctx-lsp.query", {"query": "api token"})
    place = {"line": 0, "character": 2}
    [item] = server.wire.ask(
        types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, document | {"position": {"line": 2, "character": 5}}
    )
    [lens, *_] = server.wire.ask(types.TEXT_DOCUMENT_CODE_LENS, document) or [None]
    files = [{"oldUri": uri, "newUri": uri.replace("f003", "f999")}]
    return document | {
        "position": place,
        "query": "password",
        "symbol": "f003_settings.py::db_password",
        "packId": pack["packId"],
        "item": item,
        "context": {"includeDeclaration": True},
        "uri": f"ctx-lsp-pack:/{pack['packId']}.md",
        "files": files,
        "action": "info",
        **(lens or {}),
    }


def _arguments(params: type, known: Json) -> Json:
    if params is type(None):  # a request without parameters
        return {}
    if attrs.has(params):
        names = [_camel(field.name) for field in attrs.fields(params)]
        return {name: known[name] for name in names if name in known}
    names = [field.encode_name for field in msgspec.structs.fields(params)]
    given = {name: known[name] for name in names if name in known}
    if "files" in given:
        given["files"] = [known["textDocument"]["uri"]]
    if "symbol" in given:  # instead of the place of one
        given = {name: value for name, value in given.items() if name not in {"files", "textDocument", "position"}}
    return given


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(part.capitalize() for part in tail)


@pytest.mark.parametrize("as_json", [False, True])
def test_no_command_prints_a_secret(planted: Path, private_cache: Path, as_json: bool) -> None:
    assert set(ANSWERING) | _SILENT == set(COMMANDS), "a new command belongs in one of the two lists"
    printed = Counter[str]()
    for command, arguments in ANSWERING.items():
        given = [one.format(symbol="f003_settings.py::db_password") for one in arguments]
        program = [command, str(planted), *given, *(["--json"] if as_json else [])]
        environment = os.environ | {"CTX_LSP_MODEL_EMBEDDING": "none", "XDG_CACHE_HOME": str(private_cache)}
        done = run_program(program, environment, timeout=120)
        printed.update(_leaks(done.stdout + done.stderr))
        assert "Traceback" not in done.stderr
    _check(printed)


def _leaks(text: str) -> Iterator[str]:
    yield from (made.kind for made in PLANTED if made.core in text)


def _check(leaked: Counter[str]) -> None:
    assert len(leaked) <= SHARE_MISSED * len(PLANTED), leaked.most_common()
