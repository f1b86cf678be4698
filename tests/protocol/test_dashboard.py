"""The dashboard: figures of real answers in a document, and plots whose heights follow the values."""

from pathlib import Path

import pytest

from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.protocol.answers.dashboard import DashboardFigures, dashboard_text
from ctx_lsp.protocol.answers.plots import bar, line_plot, table
from ctx_lsp.settings import ModelSettings, Settings
from tests.protocol.conftest import LocalServer
from tests.protocol.wire import AnswerError, Json, until
from tests.workspace.opening import opened


def section(text: str, heading: str) -> list[list[str]]:
    """The rows of the table below a heading, without its head."""
    lines = text.partition(f"## {heading}\n")[2].partition("\n## ")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return rows[2:]


def asked(server: LocalServer, root: Path) -> Json:
    (root / "prices.py").write_text("def total(prices):\n    return sum(prices)\n")
    server.open(root)
    until(lambda: server.wire.command("ctx-lsp.status")["state"] == "ready")
    return server.wire.command("ctx-lsp.query", {"query": "how is the total computed?"})


def test_it_shows_the_figures_of_the_answers(server: LocalServer, tmp_path: Path) -> None:
    pack = asked(server, tmp_path)
    for _ in range(2):
        server.wire.command("ctx-lsp.search", {"query": "total"})
    with pytest.raises(AnswerError):
        server.wire.command("ctx-lsp.search", {"query": ""})
    text = server.wire.command("ctx-lsp.dashboard")["text"]
    assert text.startswith("# ctx-lsp dashboard\n\n- State: ready.")
    answers = {row[0]: row for row in section(text, "Answers in milliseconds")}
    assert answers["ctx-lsp.search"][1] == "2"
    assert len(answers["ctx-lsp.search"][5].strip("`")) == 2, "a block for each answer"
    shares = [row[3].count("█") for row in section(text, "Stages") if row[0] == "ctx-lsp.query"]
    assert shares == sorted(shares, reverse=True)
    assert 10 <= sum(shares) <= 25, "the bars of all stages make up a whole one, but for short stages"
    assert ["ctx-lsp.search", "invalid params", "1"] in section(text, "Errors")
    [packs] = section(text, "Packs")
    assert packs[:3] == ["ctx-lsp.query", f"{pack['tokens']['used']:,}", f"{pack['tokens']['baseline']:,}"]
    assert packs[4] == f"{pack['confidence']:.2f}"
    [week] = section(text, "Tokens saved by week")
    assert week[1] == "1"
    assert ["packs", "1", "0%"] in [row[:3] for row in section(text, "Caches")]
    assert {row[0] for row in section(text, "Index in megabytes")} >= {"text", "lexical", "memory of the process"}


def test_sections_without_figures_are_left_out(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path)
    text = server.wire.command("ctx-lsp.dashboard")["text"]
    assert "## Answers in milliseconds" in text
    assert "## Errors" not in text
    assert "## Edit to index" not in text


def test_a_pack_that_is_being_counted_does_no_harm(tmp_path: Path) -> None:
    monitor = Monitor()
    monitor.tokens_used.add("ctx-lsp.query", amount=5)
    with opened(tmp_path, Settings(model=ModelSettings(embedding="none"))) as workspace:
        figures = DashboardFigures(
            monitor.uptime, workspace.status(), {}, {}, monitor, monitor.index_size(), workspace.savings(7)
        )
    assert section(dashboard_text(figures), "Packs") == [["ctx-lsp.query", "5", "0", "0%", "", "", "", ""]]


def test_an_edit_is_shown(server: LocalServer, tmp_path: Path) -> None:
    asked(server, tmp_path)
    document = {"uri": (tmp_path / "a.py").as_uri(), "languageId": "python", "version": 1, "text": "x = 1\n"}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    server.wire.command("ctx-lsp.search", {"query": "x"})
    [row] = section(server.wire.command("ctx-lsp.dashboard")["text"], "Edit to index in milliseconds")
    assert row[1] == "1"


def test_plots_follow_their_values() -> None:
    assert line_plot([0, 1, 2, 4]) == "▁▃▅█"
    assert line_plot([]) == ""
    assert line_plot([0, 0]) == "▁▁"
    assert (bar(0.5), bar(2), bar(-1)) == ("█" * 10 + "░" * 10, "█" * 20, "░" * 20)
    assert table(("a", "b"), [("1", "2")]) == "| a | b |\n| --- | ---: |\n| 1 | 2 |"
    assert table(("a", "b"), []) == ""
