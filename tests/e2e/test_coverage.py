"""Answers while vectors arrive: the reported coverage is true and never decreases. With the real model."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

from tests.e2e.conftest import SERVER, ServerProcess, StartProcess
from tests.embedded import copy_vectors
from tests.protocol.wire import Json

LONG = 120.0  # seconds; tenacity takes some ten
QUESTION = "how long is waited between two attempts?"
PROGRESS = {"window": {"workDoneProgress": True}}


def opened(start: StartProcess, root: Path, cache: Path) -> ServerProcess:
    server = start(SERVER, forked=True)
    server.open(root, options={"cache": {"directory": str(cache)}}, capabilities=PROGRESS)
    return server


def reports(server: ServerProcess) -> list[Json]:
    """The progress reports so far."""
    return [one["value"] for one in server.wire.received("$/progress")]


def until_ended(server: ServerProcess) -> Iterator[None]:
    """Wait until the progress bar ends."""
    end = monotonic() + LONG
    while not any(one["kind"] == "end" for one in reports(server)):
        assert monotonic() < end, reports(server)
        yield
        sleep(0.2)


def ask(server: ServerProcess, name: str, asked: Json) -> Json:
    return server.wire.command(f"ctx-lsp.{name}", asked)


def said(answer: Json) -> list[str]:
    return [one for one in answer["warnings"] if "indexing" in one or "Semantic" in one]


def test_answers_say_how_far_the_index_is_until_it_is_whole(
    start_process: StartProcess, tenacity_root: Path, tmp_path: Path
) -> None:
    file = tenacity_root / "tenacity" / "wait.py"
    server = opened(start_process, tenacity_root, tmp_path)
    partial = 0
    for _ in until_ended(server):
        found, pack = (ask(server, name, {"query": QUESTION}) for name in ("search", "query"))
        for answer in (found, pack):
            text, meaning = answer["coverage"]["lexical"], answer["coverage"]["semantic"]
            assert meaning <= text
            assert bool(said(answer)) == (meaning < 1.0), answer["coverage"]
        share = f"semantic search covers {int(100 * pack['coverage']['semantic'] + 1e-9)}% of the code"
        if pack["coverage"]["lexical"] == 1.0 and said(pack):
            partial += 1
            gap = f"{share} so far" if pack["ready"] else f"still indexing: {share}"
            assert said(pack) == [f"{gap[0].upper()}{gap[1:]}."]
            assert f" · {gap} · " in pack["text"]
            assert pack["ready"] or pack["reason"] == "wait for indexing" or "budget" in pack["reason"]
            assert said(ask(server, "contextForFiles", {"files": [file.as_uri()]})) == [], "it asks for no meaning"
    assert partial
    for name, asked in (("search", {"query": QUESTION}), ("query", {"query": QUESTION})):
        answer = ask(server, name, asked)
        assert (answer["coverage"], said(answer)) == ({"lexical": 1.0, "semantic": 1.0}, [])
    status = ask(server, "status", {})
    assert (status["state"], status["coverage"]["semantic"]) == ("ready", 1.0)
    assert [one["kind"] for one in reports(server)].count("begin") == 1
    assert max(one.get("percentage", 0) for one in reports(server)) < 100


def test_cached_files_are_not_reported_as_complete_too_early(
    start_process: StartProcess, tenacity_root: Path, embedded: Path, tmp_path: Path
) -> None:
    copy_vectors(embedded, tmp_path)
    first = opened(start_process, tenacity_root, tmp_path)
    first.ready(LONG)
    first.leave()
    server = opened(start_process, tenacity_root, tmp_path)
    shares = [0.0]
    deadline = monotonic() + LONG
    while shares[-1] < 1.0:
        assert monotonic() < deadline, shares[-1]
        coverage = ask(server, "status", {})["coverage"]
        shares += [coverage["semantic"], ask(server, "search", {"query": QUESTION})["coverage"]["semantic"]]
        assert shares[-2] <= coverage["lexical"]
    assert shares == sorted(shares)
    assert max(one.get("percentage", 0) for one in reports(server)) < 100


def test_after_an_edit_no_answer_knows_less_than_the_one_before(
    start_process: StartProcess, tenacity_root: Path, embedded: Path, tmp_path: Path
) -> None:
    copy_vectors(embedded, tmp_path)
    file = tenacity_root / "tenacity" / "stop.py"
    server = opened(start_process, tenacity_root, tmp_path)
    server.ready(LONG)
    text = file.read_text("utf-8")
    document = {"uri": file.as_uri(), "languageId": "python", "version": 0, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    for version in range(1, 6):
        edited = text.replace("class stop_any", f"def stopped_{version}(): return {version}\n\n\nclass stop_any", 1)
        changed = {"textDocument": {"uri": file.as_uri(), "version": version}, "contentChanges": [{"text": edited}]}
        server.wire.notify("textDocument/didChange", changed)
        assert ask(server, "search", {"query": QUESTION})["coverage"]["semantic"] == 1.0, "it has made the few itself"
        pack = ask(server, "query", {"query": QUESTION})
        assert (pack["coverage"]["semantic"], said(pack)) == (1.0, [])
        assert ask(server, "status", {})["coverage"]["semantic"] == 1.0
    assert server.ready()["coverage"]["semantic"] == 1.0
