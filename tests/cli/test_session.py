"""The workspace that a command opens."""

from pathlib import Path
from unittest.mock import patch

import pytest

from ctx_lsp.cli.session import open_analysis
from ctx_lsp.settings import CacheSettings, Settings
from ctx_lsp.workspace import Workspace


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
