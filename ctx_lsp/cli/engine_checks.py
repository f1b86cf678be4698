"""Checks that `ctx-lsp doctor` makes by indexing a sample folder: index, grammars, model, cache and sharing."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.checks import Check
from ctx_lsp.cli.session import open_workspace, settings_of, wait_until_indexed
from ctx_lsp.settings import MEGABYTE, Settings
from ctx_lsp.workspace import (
    Analysis,
    CacheInfo,
    SharingError,
    Status,
    cache_info,
    check_search,
    check_sharing,
    clear_cache,
)

# The same definition in each language with full support, so that one lookup shows which grammars work.
SAMPLES = {
    "python": ("probe.py", "def probe():\n    return 1\n"),
    "javascript": ("probe.js", "function probe() { return 1; }\n"),
    "typescript": ("probe.ts", "function probe(): number { return 1; }\n"),
    "tsx": ("probe.tsx", "function probe() { return <p>1</p>; }\n"),
    "java": ("Probe.java", "class Holder { int probe() { return 1; } }\n"),
    "go": ("probe.go", "package p\n\nfunc probe() int { return 1 }\n"),
    "rust": ("probe.rs", "fn probe() -> u8 { 1 }\n"),
}


def check_engine() -> Iterator[Check]:
    """Index a sample folder with the user's settings, and check the grammars, the model, the cache and sharing."""
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-doctor-") as folder:
        for name, text in SAMPLES.values():
            (Path(folder) / name).write_text(text, "utf-8")
        settings = settings_of(Path(folder))
        try:
            yield from _check_with(Path(folder), settings)
        finally:
            if settings.cache.enabled:
                clear_cache(settings.cache, Path(folder))  # the folder is temporary, so its records are useless


def _check_with(folder: Path, settings: Settings) -> Iterator[Check]:
    with open_workspace(folder, settings) as workspace:
        try:
            wait_until_indexed(workspace, semantic=True)
        except click.ClickException as error:
            yield Check("index", ok=False, detail=error.message)
            return
        yield Check("index", ok=True, detail="ready")
        yield check_grammars(workspace.analysis().result())
        status = workspace.status()
        yield check_warnings(status)
        yield check_model(status, settings.model.embedding)
        yield check_cache(cache_info(settings.cache) if settings.cache.enabled else None)
        if settings.sharing.location:
            yield check_place("sharing", lambda: check_sharing(settings.sharing))
        if settings.sharing.repositories:
            yield check_place("repositories", lambda: check_search(settings.sharing.repositories))


def check_grammars(analysis: Analysis) -> Check:
    """Check that the definition in each sample was found."""
    found = {item.language for item in analysis.workspace_symbols("probe", len(SAMPLES), CancelToken())}
    missing = sorted(SAMPLES.keys() - found)
    return Check(
        "grammars", not missing, f"no symbols in {', '.join(missing)}" if missing else ", ".join(sorted(found))
    )


def check_warnings(status: Status) -> Check:
    """Check that the status has no warnings, whatever they are about: the model, the cache, sharing, or files."""
    return Check("warnings", not status.warnings, "; ".join(status.warnings) or "none")


def check_model(status: Status, embedding: str) -> Check:
    """Check that the embedding model that `model.embedding` names has computed a vector for every sample."""
    if embedding == "none":
        return Check("model", ok=True, detail="none: semantic search is off (model.embedding)")
    return Check("model", status.coverage.semantic == 1, status.model or f"{embedding} cannot be used")


def check_place(name: str, check: Callable[[], str]) -> Check:
    """Check a team's storage by calling `check`, which describes what it found or raises `SharingError`."""
    try:
        return Check(name, ok=True, detail=check())
    except SharingError as error:
        return Check(name, ok=False, detail=str(error))


def check_cache(info: CacheInfo | None) -> Check:
    """Check that the cache folder is writable; `info` is None if the cache is disabled."""
    if info is None:
        return Check("cache", ok=True, detail="the cache is off (cache.enabled)")
    size = f"{info.bytes / MEGABYTE:,.1f} of {info.max_bytes / MEGABYTE:,.0f} MB"
    try:
        with tempfile.TemporaryFile(dir=info.path):
            return Check("cache", ok=True, detail=f"{info.path} holds {size} and can be written to")
    except OSError as error:
        return Check("cache", ok=False, detail=f"{error} (it holds {size})")
