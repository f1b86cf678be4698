"""The files that a run begins with: modules of two pinned packages, a notebook, and small files in many languages."""

import json
import sysconfig
from pathlib import Path

from tests.snapshot.test_host_languages import POLYGLOT
from tests.workspaces import files_of

PACKAGES = {  # small modules that use each other: a fresh build after every step must be cheap
    "structlog": (
        "_base.py", "_frames.py", "_generic.py", "_greenlets.py", "_log_levels.py", "_utils.py", "exceptions.py",
        "types.py",
    ),
    "tenacity": (
        "_utils.py", "after.py", "before.py", "nap.py", "stop.py", "wait.py", "asyncio/retry.py", "tornadoweb.py",
    ),
}  # fmt: skip
NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Waiting\n", "How to `retry`."]},
        {
            "cell_type": "code",
            "metadata": {},
            "outputs": [],
            "source": ["from tenacity import wait\n", "wait.wait_none()"],
        },
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": "def in_a_cell(): return helper()"},
    ],
    "metadata": {"language_info": {"name": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}

ITEMS = """
=== docs/requirements.md
# Requirements

- **REQ-7**: A call must be tried again, see `retry_base`.
- **REQ-8**: A logger should be bound.
=== docs/adr/0001-wait.md
# 1. Wait

Status: Superseded by [2. Wait longer](0002-wait-longer.md)

## Context

REQ-7.

## Decision

Wait.
=== docs/adr/0002-wait-longer.md
# 2. Wait longer

## Status

Accepted

## Decision

Wait longer.
=== features/retry.feature
Feature: Retry
  @REQ-7
  Scenario: A failing call
    Given a call
    Then it is tried again
=== issues.json
[{"number": 7, "title": "Retry", "state": "open"}, {"number": 8, "title": "Bind", "state": "closed"}]
"""


def original_files(python: Path, polyglot: Path) -> dict[Path, bytes]:
    """The files by target folder: packages and the notebook in one, the other languages in another."""
    installed = Path(sysconfig.get_path("purelib"))
    modules = [f"{package}/{name}" for package, names in PACKAGES.items() for name in names]
    files = {python / path: (installed / path).read_bytes() for path in modules}
    files |= {python / path: source.data for path, source in files_of(ITEMS).items()}
    files[python / "notes.ipynb"] = json.dumps(NOTEBOOK, indent=1).encode()
    return files | {polyglot / path: source.data for path, source in files_of(POLYGLOT).items()}
