"""The members of the JSON that commands print: programs read them, so they outlive the names inside."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from ctx_lsp.agents.call_log import CallLog, LoggedCall, log_folder
from ctx_lsp.base.timestamps import now
from ctx_lsp.cli.printing import show_json
from tests.cli.conftest import Run
from tests.protocol.command_examples import make_workspace
from tests.protocol.wire import Json

BY_NAME = ("timings", "scores", "parts", "languages", "skipped", "work")  # objects whose members are data
QUERY = "query(text intent symbols terms meant readAs unmentioned remark code)"
COVERAGE = "coverage(lexical semantic)"
PLACE = "path range(startLine endLine)"
ITEM = f"{PLACE} symbol kind language signature score scores"
PACK = (
    f"packId revision {QUERY} tokens(used budget baseline savings) "
    "completeness(score symbolResolution dependencyCoverage unresolved(symbol neededBy reason)) confidence "
    f"shown(main of) items({ITEM} role relation level tokens text) elsewhere edges(source target kind confidence) "
    f"{COVERAGE} timings warnings text commits advice ready reason"
)
COMMANDS = [
    (("search", ".", "total price of an order", "--no-semantic"),
     f"revision {QUERY} items({ITEM}) {COVERAGE} timings warnings commits"),
    (("context", ".", "shop/orders.py", "--max-tokens", "400", "--depth", "0"), PACK),
    (("explain", ".", "total price", "Discount", "--no-semantic"),
     "symbol rank score parts channels(channel rank score candidates) role level relation reason "
     "patterns(pattern role partners(symbol relation) reason confidence) warnings readAs"),
    (("graph", ".", "Order.total", "--depth", "2"),
     f"root revision nodes({PLACE} symbol kind signature role distance) "
     "edges(source target kind confidence through) warnings"),
    (("impact", ".", "rounded"),
     "symbol files revision dependants(symbol distance kind relation via confidence test through) warnings external "
     "partners(path of together changes hidden) definitions(symbol together changes)"),
    (("test-scope", ".", "--base", "HEAD"),
     "revision changed(symbol change) tests(symbol distance confidence way(symbol kind through) run) files warnings "
     "unchanged groups(path tests run)"),
    (("patterns", "."),
     "symbol revision patterns(symbol pattern role partners(symbol relation) reason confidence) "
     "adoption(language category files alternatives(name files share trend) preferred conflict golden) "
     "departures warnings"),
    (("cycles", "."), "revision cycles(files way) warnings"),
    (("status", "."),
     f"state searchable revision {COVERAGE} files symbols chunks edges keptBack summaries languages skipped "
     "cache(path bytes shared sharedFound sharedMissing) memoryBytes model reranker work failures warnings "
     "importCycles"),
    (("savings",),
     "days(date packs used baseline savings) weeks(date packs used baseline savings) "
     "commands(command packs used baseline savings) packs used baseline savings kept"),
    (("agents",), "path calls(at agent tool root source pieces tokens characters estimated)"),
    (("cache", "ls"), "path bytes maxBytes stores(kind root bytes lastUsed exists file)"),
    (("cache", "prune", "--max-size", "5GB"), "before after deleted"),
]  # fmt: skip


def members(value: Json) -> str:
    """The members of an object in order, each with those of the object, or of the fullest object of a list, in it."""
    if isinstance(value, list):
        return max(map(members, value), key=len, default="")
    if not isinstance(value, dict):
        return ""
    inner = {name: "" if name in BY_NAME else members(one) for name, one in value.items()}
    return " ".join(f"{name}({own})" if own else name for name, own in inner.items())


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    call = LoggedCall(
        at=now(),
        agent="a",
        tool="search",
        root="/r",
        source="disk",
        pieces=1,
        tokens=1,
        characters=1,
        estimated=True,
    )
    CallLog(log_folder()).add(call)
    make_workspace(folder)
    return folder


@pytest.mark.parametrize(("command", "expected"), COMMANDS, ids=lambda one: one[0] if isinstance(one, tuple) else "")
def test_members_have_their_names_and_order(run: Run, shop: Path, command: tuple[str, ...], expected: str) -> None:
    ran = run(*(str(shop) if part == "." else part for part in command), "--json")
    assert members(ran.json) == expected, ran.err


def test_an_answer_of_the_engine_is_not_printed_as_it_is() -> None:
    @dataclass(frozen=True)
    class Answer:
        found: int

    with pytest.raises(TypeError, match="Answer"):
        show_json({"answer": Answer(1)})  # type: ignore[dict-item]  # which is the first guard
