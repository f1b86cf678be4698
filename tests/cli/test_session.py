"""The workspace that a command opens."""

import io
import re
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from unittest.mock import patch

import click
import pytest

from ctx_lsp.cli import session
from ctx_lsp.cli.options import no_semantic
from ctx_lsp.cli.progress import workspace_progress
from ctx_lsp.cli.session import open_analysis, wait_until_indexed
from ctx_lsp.settings import CacheSettings, Settings
from ctx_lsp.workspace import Progress, Workspace


@pytest.mark.parametrize(("await_vectors", "model"), [(False, "none"), (True, "bundled")])
def test_only_commands_that_use_vectors_embed(tmp_path: Path, *, await_vectors: bool, model: str) -> None:
    (tmp_path / "cart.py").write_text("def total(): ...\n")
    settings = Settings(cache=CacheSettings(enabled=False))
    with (
        patch("ctx_lsp.cli.session.Workspace", wraps=Workspace) as opened,
        open_analysis(tmp_path, settings, semantic=False, await_vectors=await_vectors),
    ):
        ((_, used), _) = opened.call_args
    assert used.model.embedding == model


class _SlowWorkspace:
    """A workspace whose files are indexed after one check, and whose vectors are complete after three more."""

    def __init__(self, covered: float, state: str = "indexing") -> None:
        self.checks = {False: 1, True: 3}
        self.covered, self.state = covered, state

    def wait_ready(self, timeout: float, semantic: bool) -> bool:
        assert timeout > 0
        self.checks[semantic] -= 1
        return self.checks[semantic] < 0

    def status(self) -> SimpleNamespace:
        return SimpleNamespace(
            state=self.state, coverage=SimpleNamespace(semantic=self.covered), warnings=("it broke",)
        )


def wait(workspace: _SlowWorkspace, *, has_option: bool, semantic: bool = True) -> None:
    """Wait in a command, which may have the option that avoids the wait."""

    def command(**_: bool) -> None:
        wait_until_indexed(cast("Workspace", workspace), semantic)

    click.command()(no_semantic(command) if has_option else command).main([], standalone_mode=False)


@pytest.mark.parametrize(
    ("covered", "has_option", "expected"),
    [
        (
            0.129, True,
            "waiting for vectors for semantic search (12% of the code so far); use --no-semantic to skip this\n",
        ),
        (0.0, False, "waiting for vectors for semantic search (0% of the code so far)\n"),
        (1.0, True, "waiting for the reranker; use --no-semantic to skip this\n"),
    ],
)  # fmt: skip
def test_without_a_terminal_one_line_announces_a_wait_for_vectors(
    capsys: pytest.CaptureFixture[str], covered: float, has_option: bool, expected: str
) -> None:
    wait(_SlowWorkspace(covered), has_option=has_option)
    assert capsys.readouterr() == ("", expected)


def test_a_wait_for_files_alone_is_not_announced(capsys: pytest.CaptureFixture[str]) -> None:
    wait(_SlowWorkspace(0.0), has_option=True, semantic=False)
    assert capsys.readouterr() == ("", "")


def test_no_line_announces_a_wait_that_fails_or_has_a_progress_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(click.ClickException, match="it broke"):
        wait(_SlowWorkspace(0.0, "failed"), has_option=True)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(session, "workspace_progress", lambda _: nullcontext(enter_result=True))
    wait(_SlowWorkspace(0.0), has_option=True)
    assert capsys.readouterr() == ("", "")


def test_the_progress_bar_of_embedding_estimates_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    listeners: list[Callable[[Progress], None]] = []
    workspace = SimpleNamespace(subscribe=listeners.append)
    with workspace_progress(cast("Workspace", workspace)) as shows_bars:
        assert shows_bars
        for done in (100, 200, 300):
            listeners[0](Progress("embedding", done, 100_000))
            time.sleep(0.05)
    shown = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", terminal.getvalue())
    assert re.search(r"300/100000 0:00:\d\d left: 0:\d\d:\d\d", shown), shown
