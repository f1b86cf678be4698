"""`ctx-lsp index --publish` and `ctx-lsp sharing`, as a build server and a developer run them."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run

KEY = "command:echo %s"


def test_a_build_publishes_and_a_developer_gets_it(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "shop.py").write_text("def total(lines):\n    return sum(lines)\n")
    (tmp_path / "shared").mkdir()
    monkeypatch.setenv("CTX_LSP_MODEL_EMBEDDING", "none")
    monkeypatch.setenv("CTX_LSP_SHARING_TEAM_KEY", KEY % ("t" * 32))
    monkeypatch.setenv("CTX_LSP_SHARING_WRITER_KEY", KEY % ("w" * 32))
    refused = run("index", tmp_path / "code", "--publish")
    assert (refused.code, "nothing was shared: sharing.location is not set" in refused.err) == (1, True)
    monkeypatch.setenv("CTX_LSP_SHARING_LOCATION", str(tmp_path / "shared"))
    done = run("index", tmp_path / "code", "--publish")
    assert (done.code, "shared 2 rows; 0 were shared before" in done.err) == (0, True)
    unread = run("sharing", "check")
    assert (unread.code, "no writer is trusted (sharing.trustedWriters)" in unread.err) == (1, True)
    monkeypatch.setenv("CTX_LSP_SHARING_TRUSTED_WRITERS", run("sharing", "public-key").out.strip())
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(tmp_path / "cache"))
    assert run("sharing", "check").out == "the shared place can be read\n"
    cache = run("status", tmp_path / "code", "--json").json["cache"]
    assert (cache["shared"], cache["sharedFound"], cache["sharedMissing"]) == (str(tmp_path / "shared"), 2, 0)
    assert "only a database has tables" in run("sharing", "migrate").err
