"""Real answers of every command have exactly the fields of their wire types, in their order; errors have their reasons.

The fields themselves are held in `docs/protocol.md`, so that a change of the protocol is a visible diff there.
"""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import msgspec
import pytest

from ctx_lsp.base.local_sockets import HAS_LOCAL_SOCKETS
from ctx_lsp.protocol.commands import COMMANDS
from ctx_lsp.protocol.messages.common import PROTOCOL_VERSION
from ctx_lsp.text.generated import TEAM_TASKS
from tests.protocol.asking import ready
from tests.protocol.attaching import agent_wire
from tests.protocol.command_examples import examples, make_workspace
from tests.protocol.conftest import LocalServer
from tests.protocol.wire import AnswerError, Json, until
from tests.protocol.wire_types import fields_of, structs

NO_SUCH = "no_such_name"
AMBIGUOUS = "price"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the small workspace."""
    folder = tmp_path_factory.mktemp("wire")
    make_workspace(folder)
    return folder


@pytest.fixture(scope="module")
def shop(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server for the small workspace, with a cache."""
    server = LocalServer()
    cache = {"enabled": True, "directory": str(tmp_path_factory.mktemp("cache"))}
    result = server.open(root, options={"model": {"embedding": "none"}, "cache": cache})
    assert result["capabilities"]["experimental"]["ctxLsp"] == {"protocolVersion": PROTOCOL_VERSION}
    ready(server)
    orders = {"files": [(root / "shop/orders.py").as_uri()]}
    until(lambda: server.wire.command("ctx-lsp.impact", orders)["partners"])  # the history has been read
    yield server
    server.stop()


@pytest.fixture(scope="module")
def pack(shop: LocalServer) -> str:
    """The id of a pack that shows `Order.total`."""
    return str(shop.wire.command("ctx-lsp.query", {"query": "total price of an order"})["packId"])


@pytest.fixture(scope="module")
def asked(shop: LocalServer, root: Path, pack: str) -> dict[str, list[Json]]:
    """Real answers by command."""
    signatures = {"query": "total price of an order", "options": {"policy": "signatures"}}
    other = shop.wire.command("ctx-lsp.query", signatures)["packId"]
    with agent_wire(root) if HAS_LOCAL_SOCKETS else nullcontext() as agent:
        if agent:
            agent.command("ctx-lsp.attach", {"root": str(root), "client": "tests 1"})
            agent.command("ctx-lsp.query", {"query": "total price of an order"})
        return {
            name: [shop.wire.command(name, argument) for argument in arguments]
            for name, arguments in examples(root, pack, other).items()
        }


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one.name)
def test_an_answer_has_the_fields_of_its_type_in_their_order(command: Json, asked: dict[str, list[Json]]) -> None:
    for answer in asked[command.name]:
        typed = msgspec.convert(answer, command.answer)
        assert json.dumps(msgspec.to_builtins(typed)) == json.dumps(answer)


def test_every_field_is_met_in_some_answer(asked: dict[str, list[Json]]) -> None:
    met: set[tuple[str, str]] = set()
    for command in COMMANDS:
        for answer in asked[command.name]:
            met |= set(_fields_met(msgspec.convert(answer, command.answer)))
    declared = {(kind.__name__, field.name) for kind in structs() for field in fields_of(kind)}
    answered = {(kind, name) for kind, name in declared if kind.startswith("Wire")}
    failures = {("WireFailure", name) for name in ("path", "stage", "report")}  # there are none in a healthy server
    departures = {name for name in answered if name[0] == "WireDeparture"}  # a rule takes more files (tests/patterns)
    trends = {("WireAlternative", "trend")}  # it takes two years of commits (tests/features/test_trends.py)
    elsewhere = {name for name in answered if name[0] == "WireRemotePiece"}  # in a database (tests/sharing)
    agents = {name for name in answered if name[0] in {"WireAttachedAgent", "WireAgentPack", "WireAgentPiece"}}
    assert answered - met == failures | departures | trends | elsewhere | (set() if HAS_LOCAL_SOCKETS else agents)


def test_every_field_and_type_has_a_description() -> None:
    assert [
        f"{kind.__name__}.{field.name}" for kind in structs() for field in fields_of(kind) if not field.description
    ] == []
    assert [kind.__name__ for kind in structs() if not kind.__doc__] == []


def test_names_of_commands_are_those_announced(shop: LocalServer) -> None:
    names = [one.name for one in COMMANDS]
    with pytest.raises(AnswerError, match=", ".join(names)):
        shop.wire.command("ctx-lsp.nothing")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one.name)
def test_errors_have_the_reasons_of_the_record(command: Json, shop: LocalServer, root: Path, pack: str) -> None:
    found = {_reason(shop, command.name, argument) for argument in _refused(command.name, root, pack)}
    if command.name == "ctx-lsp.packDiff":
        found |= set(_reasons_once_a_pinned_symbol_is_gone(shop, root))
    if command.name == "ctx-lsp.teamTask":
        found.add(_reason_once_a_question_is_kept(shop, root, pack))
    assert found - {""} == set(command.refusals)


def _refused(name: str, root: Path, pack: str) -> list[Json]:
    """Arguments that a command must reject, if it takes symbols or packs."""
    symbols = (NO_SUCH, AMBIGUOUS)
    uri = (root / "shop/orders.py").as_uri()
    about: dict[str, Json] = {
        "ctx-lsp.query": {"query": "total"},
        "ctx-lsp.contextAt": {"textDocument": {"uri": uri}, "position": {"line": 12, "character": 9}},
        "ctx-lsp.contextForFiles": {"files": [uri]},
        "ctx-lsp.contextForDiff": {},
        "ctx-lsp.replay": {"packId": pack},
    }
    if name in about:
        chosen = [{"pin": [symbol]} for symbol in symbols] + [{"since": NO_SUCH}]
        return [{**about[name], "options": options} for options in chosen]
    if name == "ctx-lsp.remember":
        return [{"type": "gotcha", "text": "Round once", "about": [symbol]} for symbol in symbols]
    if name == "ctx-lsp.teamTask":
        return [{"packId": NO_SUCH}, *({"packId": pack, "answers": [symbol]} for symbol in symbols)]
    arguments: list[Json] = [{"query": "total", "symbol": symbol} for symbol in symbols]
    arguments += [{"packId": NO_SUCH, "symbol": AMBIGUOUS, "verdict": "useful"}]
    arguments += [{"packId": pack, "symbol": symbol, "verdict": "useful"} for symbol in symbols]
    arguments += [{"pin": [symbol]} for symbol in symbols]
    return arguments


def _reason_once_a_question_is_kept(server: LocalServer, root: Path, pack: str) -> str:
    kept = root / TEAM_TASKS
    kept.parent.mkdir(exist_ok=True)
    kept.write_text('{"query": "total price of an order"}\n')
    try:
        return _reason(server, "ctx-lsp.teamTask", {"packId": pack, "answers": ["Order.total"]})
    finally:
        kept.unlink()


def _reasons_once_a_pinned_symbol_is_gone(server: LocalServer, root: Path) -> Iterator[str]:
    pinning = {"query": "total", "options": {"pin": ["describe"]}}
    pack = server.wire.command("ctx-lsp.query", pinning)["packId"]
    uri = (root / "shop/pricing.py").as_uri()
    for text in ("", "class A:\n    def describe(self): ...\n\n\nclass B:\n    def describe(self): ...\n"):
        document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        server.wire.notify("textDocument/didOpen", {"textDocument": document})
        yield _reason(server, "ctx-lsp.packDiff", {"packId": pack})
        server.wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def _reason(server: LocalServer, name: str, argument: Json) -> str:
    try:
        server.wire.command(name, argument)
    except AnswerError as error:
        return error.data["reason"] if error.data else ""
    return ""


def _fields_met(value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, msgspec.Struct):
        for field in msgspec.structs.fields(value):
            inner = getattr(value, field.name)
            if inner is not msgspec.UNSET:
                yield type(value).__name__, field.encode_name
                yield from _fields_met(inner)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _fields_met(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _fields_met(inner)
