"""The main job on two real packages: questions whose answers are known, asked by a real client over real stdio.

`structlog` is searched without a model, `tenacity` with the bundled one.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities, make_test_lsp_client

from tests.protocol.wire import Json

pytestmark = pytest.mark.asyncio(loop_scope="module")

READY_SECONDS = 120.0  # with embeddings, on a machine that is busy with other tests
NO_MODEL = {"model": {"embedding": "none"}, "cache": {"enabled": False}}


def make_client() -> LanguageClient:
    """A client that accepts registrations, as editors do."""
    client = make_test_lsp_client()

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]  # published without types
    def register(_: types.RegistrationParams) -> None:
        """Accept watchers without watching; the tests report the changes."""

    return client


CONFIG = ClientServerConfig([sys.executable, "-m", "ctx_lsp", "serve", "--stdio"], client_factory=make_client)


async def command(client: LanguageClient, name: str, argument: Json = None) -> Json:
    """Execute a command with one argument."""
    params = types.ExecuteCommandParams(command=f"ctx-lsp.{name}", arguments=[argument or {}])
    return await client.workspace_execute_command_async(params)


async def open_package(client: LanguageClient, root: Path, editor: str, options: Json) -> None:
    """Initialize as `editor` would, with `root` as its folder, and wait until everything is indexed."""
    await client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(editor),
            workspace_folders=[types.WorkspaceFolder(root.as_uri(), root.name)],
            initialization_options=options,
        )
    )
    end = time.monotonic() + READY_SECONDS
    while (status := await command(client, "status"))["state"] != "ready":
        assert time.monotonic() < end, status
        await asyncio.sleep(0.05)


@pytest_lsp.fixture(config=CONFIG, scope="module")  # type: ignore[untyped-decorator]  # published without types
async def structlog(lsp_client: LanguageClient, structlog_root: Path) -> AsyncIterator[None]:
    """A server on `structlog`, as Neovim would start it."""
    await open_package(lsp_client, structlog_root, "neovim", NO_MODEL)
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=CONFIG, scope="module")  # type: ignore[untyped-decorator]  # published without types
async def tenacity(lsp_client: LanguageClient, tenacity_root: Path, embedded: Path) -> AsyncIterator[None]:
    """A server on `tenacity` with the bundled model, as VS Code would start it."""
    await open_package(lsp_client, tenacity_root, "visual-studio-code", {"cache": {"directory": str(embedded)}})
    yield
    await lsp_client.shutdown_session()


async def best(client: LanguageClient, query: str, limit: int = 5) -> list[str]:
    """The symbols of the best results."""
    answer = await command(client, "search", {"query": query, "limit": limit})
    return [item["symbol"] for item in answer["items"]]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("BoundLoggerBase._process_event", "structlog/_base.py::BoundLoggerBase._process_event"),
        ("merge_contextvars", "structlog/contextvars.py::merge_contextvars"),
        ("TimeStamper", "structlog/processors.py::TimeStamper"),
        ("filter messages below a log level", "structlog/stdlib.py::filter_by_level"),
    ],
)
async def test_structlog_questions(structlog: LanguageClient, query: str, expected: str) -> None:
    assert expected in await best(structlog, query)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("wait_exponential", "tenacity/wait.py::wait_exponential"),
        ("exponential backoff up to a maximum", "tenacity/wait.py::wait_exponential"),
        ("give up after a number of tries", "tenacity/stop.py::stop_after_attempt"),
        ("retry only if the result satisfies a predicate", "tenacity/retry.py::retry_if_result"),
    ],
)
async def test_tenacity_questions(tenacity: LanguageClient, query: str, expected: str) -> None:
    assert any(one == expected or one.startswith(f"{expected}.") for one in await best(tenacity, query))


async def test_a_result_has_the_right_place(structlog: LanguageClient, structlog_root: Path) -> None:
    answer = await command(structlog, "search", {"query": "merge_contextvars", "limit": 1})
    [item] = answer["items"]
    file = structlog_root / "structlog" / "contextvars.py"
    assert item["uri"] == file.as_uri()
    line = file.read_text("utf-8").splitlines()[item["range"]["start"]["line"]]
    assert line.startswith("def merge_contextvars(")
    assert (item["kind"], item["language"]) == ("Function", "python")
    assert item["score"] == pytest.approx(sum(item["scores"].values()))
    assert answer["coverage"]["lexical"] == 1.0


async def test_every_chunk_of_tenacity_has_its_vector(tenacity: LanguageClient) -> None:
    status = await command(tenacity, "status")
    assert status["coverage"] == {"lexical": 1.0, "semantic": 1.0}
    assert status["model"]
    assert status["warnings"] == []


async def test_a_pack_stays_within_its_budget_and_holds_the_answer(tenacity: LanguageClient) -> None:
    question = "How does Retrying decide whether to call the function again?"
    pack = await command(tenacity, "query", {"query": question, "options": {"maxTokens": 1500}})
    assert 0 < pack["tokens"]["used"] <= pack["tokens"]["budget"] == 1500
    assert pack["tokens"]["baseline"] > pack["tokens"]["used"]
    assert 0.0 <= pack["completeness"]["score"] <= 1.0
    primary = [item for item in pack["items"] if item["role"] == "primary"]
    assert {item["uri"].rpartition("/")[2] for item in primary} & {"__init__.py", "retry.py"}
    shown = set(pack["text"].splitlines())  # what stands between the pieces of an item may be shown, too
    quoted = {line for item in primary for line in item["text"].splitlines() if line.strip() != "…"}  # no gap
    assert quoted
    assert shown >= quoted
    again = await command(tenacity, "query", {"query": question, "options": {"maxTokens": 1500}})
    assert again["packId"] == pack["packId"]
    assert again["text"] == pack["text"]


async def test_context_at_a_cursor(structlog: LanguageClient, structlog_root: Path) -> None:
    file = structlog_root / "structlog" / "_base.py"
    lines = file.read_text("utf-8").splitlines()
    line = next(n for n, text in enumerate(lines) if "def _proxy_to_logger" in text)
    where = {"textDocument": {"uri": file.as_uri()}, "position": {"line": line, "character": 10}}
    pack = await command(structlog, "contextAt", where)
    roles = {item["symbol"]: item["role"] for item in pack["items"]}
    assert roles["structlog/_base.py::BoundLoggerBase._proxy_to_logger"] == "primary"
    assert roles["structlog/_base.py::BoundLoggerBase._process_event"] == "dependency"


async def test_a_pack_is_opened_compared_and_continued(structlog: LanguageClient) -> None:
    pack = await command(structlog, "query", {"query": "how are context variables merged"})
    uri = f"ctx-lsp-pack:/{pack['packId']}.md"
    opened = await structlog.workspace_text_document_content_async(types.TextDocumentContentParams(uri))
    assert opened.text == pack["text"]
    other = await command(structlog, "query", {"query": "how are context variables bound"})
    diff = await command(structlog, "packDiff", {"packId": pack["packId"], "against": other["packId"]})
    assert diff["same"] + len(diff["changed"]) + len(diff["left"]) == len(pack["items"])
    assert diff["same"] + len(diff["changed"]) + len(diff["entered"]) == len(other["items"])
    rest = await command(
        structlog, "query", {"query": "how are context variables bound", "options": {"since": pack["packId"]}}
    )
    sent = {(item["uri"], item["symbol"], item["text"]) for item in pack["items"]}
    again = {(item["uri"], item["symbol"], item["text"]) for item in rest["items"] if item["level"] != "outline"} & sent
    assert len(again) <= 0.1 * len(rest["items"]), "a passage that was sent in part is shown whole"
    # What was sent counts as present, so the rest, whose bodies are others, is about as complete.
    assert rest["completeness"]["score"] >= other["completeness"]["score"] - 0.05


async def test_an_explanation_says_why(structlog: LanguageClient) -> None:
    why = await command(structlog, "explain", {"query": "merge_contextvars", "symbol": "merge_contextvars"})
    assert why["rank"] == 1
    assert why["score"] == pytest.approx(sum(why["parts"].values()))
    assert why["reason"]


async def test_impact_finds_callers(structlog: LanguageClient, structlog_root: Path) -> None:
    impact = await command(structlog, "impact", {"symbol": "BoundLoggerBase._process_event", "depth": 1})
    callers = {node["symbol"]: node for node in impact["dependants"]}
    caller = callers["structlog/_base.py::BoundLoggerBase._proxy_to_logger"]
    assert caller["distance"] == 1
    file = structlog_root / "structlog" / "_base.py"
    assert caller["uri"] == file.as_uri()
    assert "def _proxy_to_logger(" in file.read_text("utf-8").splitlines()[caller["range"]["start"]["line"]]


def where(root: Path, path: str, line_start: str, word: str) -> tuple[types.TextDocumentIdentifier, types.Position]:
    """The position of `word` in the first line of a file that begins with `line_start`, ignoring indentation."""
    file = root / path
    lines = file.read_text("utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if line.lstrip().startswith(line_start))
    return types.TextDocumentIdentifier(file.as_uri()), types.Position(number, lines[number].index(word))


def lines_of(found: Sequence[types.Location | types.LocationLink] | Json) -> set[str]:
    """The target lines of locations or links, stripped."""
    places = [(one.uri, one.range) if isinstance(one, types.Location) else
              (one.target_uri, one.target_selection_range) for one in found]  # fmt: skip
    files = {uri: Path(unquote(urlsplit(uri).path)).read_text("utf-8").splitlines() for uri, _ in places}
    return {files[uri][span.start.line].strip() for uri, span in places}


async def test_a_call_leads_to_the_method_that_it_means(structlog: LanguageClient, structlog_root: Path) -> None:
    at = where(structlog_root, "structlog/_base.py", "args, kw = self._process_event", "_process_event")
    found = await structlog.text_document_definition_async(types.DefinitionParams(*at))
    assert lines_of(found) == {"def _process_event("}


async def test_an_imported_name_leads_to_its_definition(structlog: LanguageClient, structlog_root: Path) -> None:
    at = where(structlog_root, "structlog/stdlib.py", "from ._base import BoundLoggerBase", "BoundLoggerBase")
    found = await structlog.text_document_definition_async(types.DefinitionParams(*at))
    assert lines_of(found) == {"class BoundLoggerBase:"}


async def test_references_cross_files(structlog: LanguageClient, structlog_root: Path) -> None:
    at = where(structlog_root, "structlog/_base.py", "class BoundLoggerBase", "BoundLoggerBase")
    context = types.ReferenceContext(include_declaration=False)
    found = await structlog.text_document_references_async(types.ReferenceParams(context, *at))
    assert found is not None
    assert {one.uri.rpartition("/")[2] for one in found} >= {"stdlib.py", "twisted.py", "_generic.py"}
    assert {"class BoundLogger(BoundLoggerBase):", "from ._base import BoundLoggerBase"} <= lines_of(found)


async def test_types_below_a_class(structlog: LanguageClient, structlog_root: Path) -> None:
    at = where(structlog_root, "structlog/_base.py", "class BoundLoggerBase", "BoundLoggerBase")
    [item] = await structlog.text_document_prepare_type_hierarchy_async(types.TypeHierarchyPrepareParams(*at)) or []
    below = await structlog.type_hierarchy_subtypes_async(types.TypeHierarchySubtypesParams(item))
    assert {(one.name, one.uri.rpartition("/")[2]) for one in below or ()} >= {
        ("BoundLogger", "stdlib.py"),
        ("BoundLogger", "twisted.py"),
        ("BoundLogger", "_generic.py"),
    }


async def test_callers_of_a_method(structlog: LanguageClient, structlog_root: Path) -> None:
    at = where(structlog_root, "structlog/_base.py", "def _process_event", "_process_event")
    [item] = await structlog.text_document_prepare_call_hierarchy_async(types.CallHierarchyPrepareParams(*at)) or []
    calls = await structlog.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item))
    assert "_proxy_to_logger" in {call.from_.name for call in calls or ()}


async def test_the_graph_names_both_ends_of_every_edge(structlog: LanguageClient) -> None:
    graph = await command(structlog, "graph", {"symbol": "BoundLoggerBase", "depth": 2})
    nodes = {node["symbol"] for node in graph["nodes"]}
    assert graph["root"] == "structlog/_base.py::BoundLoggerBase"
    assert {edge[end] for edge in graph["edges"] for end in ("source", "target")} <= nodes
    assert "structlog/stdlib.py::BoundLogger" in nodes


async def test_hover_shows_the_signature(structlog: LanguageClient, structlog_root: Path) -> None:
    file = structlog_root / "structlog" / "contextvars.py"
    lines = file.read_text("utf-8").splitlines()
    line = next(n for n, text in enumerate(lines) if text.startswith("def merge_contextvars"))
    hover = await structlog.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(file.as_uri()), types.Position(line, 6))
    )
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert "def merge_contextvars(" in hover.contents.value


async def test_workspace_symbols(structlog: LanguageClient, structlog_root: Path) -> None:
    symbols = await structlog.workspace_symbol_async(types.WorkspaceSymbolParams("TimeStamper"))
    assert symbols
    assert symbols[0].name == "TimeStamper"
    assert symbols[0].kind == types.SymbolKind.Class


async def test_an_unsaved_edit_is_in_the_next_answer(structlog: LanguageClient, structlog_root: Path) -> None:
    file = structlog_root / "structlog" / "_frames.py"
    uri, text = file.as_uri(), file.read_text("utf-8")
    document = types.TextDocumentItem(uri, types.LanguageKind.Python, 1, text)
    structlog.text_document_did_open(types.DidOpenTextDocumentParams(document))
    end = types.Position(text.count("\n"), 0)
    typed = "\n\ndef zebra_crossing_guard():\n    return 'only in the editor'\n"
    change = types.TextDocumentContentChangePartial(types.Range(end, end), typed)
    structlog.text_document_did_change(
        types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(2, uri), [change])
    )
    try:
        assert (await best(structlog, "zebra crossing guard"))[0] == "structlog/_frames.py::zebra_crossing_guard"
        pack = await command(structlog, "query", {"query": "zebra_crossing_guard"})
        assert "only in the editor" in pack["text"]
    finally:
        structlog.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    assert "structlog/_frames.py::zebra_crossing_guard" not in await best(structlog, "zebra crossing guard")
    assert file.read_text("utf-8") == text


async def test_reindexing_reports_its_counts(structlog: LanguageClient, structlog_root: Path) -> None:
    files = [(structlog_root / "structlog" / "_frames.py").as_uri()]
    assert await command(structlog, "reindex", {"files": files}) == {"files": 1, "changed": 0}
    counts = await command(structlog, "reindex", {"force": True})
    assert counts["files"] > 10
    assert counts["changed"] == counts["files"]
