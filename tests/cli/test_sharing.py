"""`ctx-lsp index --publish` and `ctx-lsp sharing`, as a build server and a developer run them."""

from pathlib import Path

import pytest

from ctx_lsp.ingest.batch_dispatch import FEW_TEXTS
from tests.cli.conftest import Run

ROWS = 2 * (FEW_TEXTS + 1)  # facts and edges of each file
KEY = "command:echo %s"


def test_a_build_publishes_and_a_developer_gets_it(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "code").mkdir()
    for number in range(FEW_TEXTS + 1):
        (tmp_path / "code" / f"shop{number}.py").write_text("def total(lines):\n    return sum(lines)\n")
    (tmp_path / "shared").mkdir()
    monkeypatch.setenv("CTX_LSP_MODEL_EMBEDDING", "none")
    monkeypatch.setenv("CTX_LSP_SHARING_TEAM_KEY", KEY % ("t" * 32))
    monkeypatch.setenv("CTX_LSP_SHARING_WRITER_KEY", KEY % ("w" * 32))
    refused = run("index", tmp_path / "code", "--publish")
    assert (refused.code, "nothing was shared: sharing.location is not set" in refused.err) == (1, True)
    assert "Error: sharing.location is not set" in run("sharing", "check").err
    monkeypatch.setenv("CTX_LSP_SHARING_LOCATION", "host=db password=hunter2")
    refused = run("index", tmp_path / "code", "--publish")
    assert refused.err.endswith("sharing.location must be an absolute path or begin with postgresql://\n")
    assert refused.out == "", "before anything is indexed"
    assert "hunter2" not in refused.err
    monkeypatch.setenv("CTX_LSP_SHARING_LOCATION", str(tmp_path / "shared"))
    done = run("index", tmp_path / "code", "--publish")
    assert (done.code, f"shared {ROWS} rows; 0 were already shared" in done.err) == (0, True)
    unread = run("sharing", "check")
    assert (unread.code, "no writer is trusted (sharing.trustedWriters)" in unread.err) == (1, True)
    monkeypatch.setenv("CTX_LSP_SHARING_TRUSTED_WRITERS", run("sharing", "public-key").out.strip())
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(tmp_path / "cache"))
    assert run("sharing", "check").out == "the shared storage can be read\n"
    monkeypatch.setenv("CTX_LSP_SHARING_REPOSITORIES", "/not/a/database")
    both = run("sharing", "check")
    assert (both.code, both.out) == (1, "the shared storage can be read\n")
    assert both.err == "Error: published repositories are in a database; its URL begins with postgresql://\n"
    monkeypatch.delenv("CTX_LSP_SHARING_REPOSITORIES")
    cache = run("status", tmp_path / "code", "--json").json["cache"]
    assert (cache["shared"], cache["sharedFound"], cache["sharedMissing"]) == (str(tmp_path / "shared"), ROWS, 0)
    monkeypatch.setenv("CTX_LSP_SHARING_LOCATION", str(tmp_path / "missing"))
    (tmp_path / "code" / "shop0.py").write_text("def changed(): ...\n")
    few = run("status", tmp_path / "code", "--json").json
    assert (few["cache"]["sharedMissing"], few["warnings"]) == (0, []), "nothing is asked for the sake of few files"
    assert "only a database has tables" in run("sharing", "migrate").err
