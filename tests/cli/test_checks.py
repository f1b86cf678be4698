"""Failed checks of `doctor`. `test_commands.py` tests that a sound installation passes."""

import subprocess
import sys
from pathlib import Path

import pytest

from ctx_lsp.cli.checks import check_packages, check_watches
from ctx_lsp.cli.engine_checks import check_cache, check_engine
from ctx_lsp.settings import CacheSettings
from ctx_lsp.workspace import cache_info


@pytest.mark.parametrize(
    ("needed", "complaint"),
    [
        ("click>=8", None),
        ("click<8", "click<8 ("),
        ("no-such-package<2,>=1", "no-such-package<2,>=1 (missing)"),
        ("no-such-package; extra == 'dev'", None),
    ],
)
def test_a_missing_or_unsuitable_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, needed: str, complaint: str | None
) -> None:
    info = tmp_path / "sample-1.0.dist-info"
    info.mkdir()
    lines = ["Metadata-Version: 2.1", "Name: sample", "Version: 1.0", f"Requires-Dist: {needed}"]
    (info / "METADATA").write_text("\n".join(lines), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    check = check_packages("sample")
    assert check.ok is (complaint is None)
    assert check.detail.startswith(complaint or "")


def test_a_missing_installation_is_a_problem() -> None:
    check = check_packages("no-such-distribution")
    assert not check.ok
    assert check.detail.startswith("no-such-distribution is not installed")


@pytest.mark.parametrize(("limit", "ok"), [("8192", False), ("65536", True)])
def test_too_few_file_watches_are_a_problem(tmp_path: Path, limit: str, ok: bool) -> None:
    file = tmp_path / "max_user_watches"
    file.write_text(f"{limit}\n", "ascii")
    assert check_watches(file).ok is ok


def test_a_system_without_a_limit_of_watches_passes(tmp_path: Path) -> None:
    assert check_watches(tmp_path / "missing").ok


def test_a_cache_that_cannot_be_written_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "vectors-1.sqlite3").write_bytes(bytes(1_500_000))
    sound = check_cache(cache_info(CacheSettings(str(tmp_path), max_megabytes=500)))
    assert (sound.ok, sound.detail) == (True, f"{tmp_path} holds 1.5 of 500 MB and can be written to")
    missing = check_cache(cache_info(CacheSettings(str(tmp_path / "missing"))))
    assert (missing.ok, str(tmp_path / "missing") in missing.detail) == (False, True)
    assert "the cache is off" in check_cache(None).detail


def test_the_engine_is_tried_and_leaves_no_store_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(tmp_path))
    checks = list(check_engine())
    assert [check.name for check in checks if check.ok] == ["index", "grammars", "warnings", "model", "cache"]
    assert {store.root for store in cache_info(CacheSettings(str(tmp_path))).stores} == {""}, "vectors alone"


def test_a_fault_of_sharing_is_no_fault_of_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(tmp_path / "cache"))
    monkeypatch.setenv("CTX_LSP_SHARING_LOCATION", str(tmp_path / "missing"))
    monkeypatch.setenv("CTX_LSP_SHARING_TEAM_KEY", f"command:echo {'t' * 32}")
    checks = list(check_engine())
    failed = {check.name: check.detail for check in checks if not check.ok}
    assert failed.keys() == {"warnings", "sharing"}
    assert "shared data cannot be used" in failed["warnings"]


def test_a_model_that_cannot_be_used_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("CTX_LSP_MODEL_EMBEDDING", "/no/such/model")
    failed = {check.name: check.detail for check in check_engine() if not check.ok}
    assert failed.keys() == {"warnings", "model"}
    assert "/no/such/model" in failed["model"]
    monkeypatch.setenv("CTX_LSP_MODEL_EMBEDDING", "none")
    assert all(check.ok for check in check_engine())


def test_doctor_itself_needs_no_package_of_the_engine() -> None:
    code = "import sys, ctx_lsp.cli.commands.doctor; print({'numpy', 'onnxruntime', 'pygls'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], encoding="utf-8") == "set()\n"


def test_a_model_that_is_off_is_no_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTX_LSP_MODEL_EMBEDDING", "none")
    checks = {check.name: check for check in check_engine()}
    assert checks["model"].ok, checks["model"].detail
