"""`ctx-lsp monitoring` writes the package's alerts and board, and replaces no file unasked."""

from pathlib import Path

import ctx_lsp.monitoring
from tests.cli.conftest import Run

SOURCE = Path(ctx_lsp.monitoring.__file__).parent


def test_it_writes_both_files(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    done = run("monitoring", folder)
    assert done.out.splitlines() == [str(folder / "ctx-lsp-alerts.yml"), str(folder / "ctx-lsp-grafana.json")]
    assert (folder / "ctx-lsp-alerts.yml").read_bytes() == (SOURCE / "alerts.yml").read_bytes()
    assert (folder / "ctx-lsp-grafana.json").read_bytes() == (SOURCE / "grafana.json").read_bytes()


def test_it_replaces_a_file_only_if_asked(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ctx-lsp-alerts.yml"
    file.write_text("mine")
    refused = run("monitoring", tmp_path)
    assert (refused.code, file.read_text()) == (1, "mine")
    assert "--force replaces it" in refused.err
    assert run("monitoring", tmp_path, "--force").code == 0
    assert file.read_text() != "mine"


def test_a_folder_that_cannot_be_made_is_an_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    failed = run("monitoring", tmp_path / "file" / "folder")
    assert failed.code == 1
    assert "Traceback" not in failed.err
