"""The surroundings of every test: broken invariants raise, caches are private to the run, corpora are real packages."""

import logging
import os
import shutil
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer

from ctx_lsp.base.memory import collect_seldom, freeze_live_objects
from tests.scheduling import GroupScheduling, groups_first

settings.register_profile("repeatable", derandomize=True, max_examples=50)  # a change is judged by the same examples
settings.register_profile("explore", max_examples=2_000)  # `make fuzz`: new examples each time
settings.load_profile("repeatable")

for variable in [name for name in os.environ if name.startswith("CTX_LSP_")]:
    del os.environ[variable]  # the settings of whoever runs the tests
os.environ["CTX_LSP_STRICT"] = "1"  # servers that a test starts inherit it
os.environ["CTX_LSP_SEARCH_RERANK_SECONDS"] = "60"  # answers must not depend on what else the machine is at

collect_seldom()  # as the program does


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests."""
    groups_first(items)


def pytest_collection_finish() -> None:
    """Let the garbage collector skip the tests and all modules."""
    freeze_live_objects()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> GroupScheduling | None:
    """Hand out files and groups of files."""
    return GroupScheduling(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.fixture(scope="session", autouse=True)
def private_cache() -> Iterator[Path]:
    """Cache, data and runtime folders for this run alone, also in the processes that it starts."""
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-test-cache-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", folder)
        patch.setenv("XDG_DATA_HOME", f"{folder}/data")
        patch.setenv("XDG_RUNTIME_DIR", folder)
        patch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", folder)
        yield Path(folder)


@pytest.fixture(autouse=True)
def no_failures_of_files(request: pytest.FixtureRequest) -> Iterator[None]:
    """A failed computation for a file fails the test, unless the test is about failures (`faults`)."""
    told: list[str] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: told.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger("ctx_lsp.graph.file_failures")
    logger.addHandler(handler)
    yield
    logger.removeHandler(handler)
    assert not told or request.node.get_closest_marker("faults")


@pytest.fixture(scope="session")
def structlog_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the pinned package `structlog`: the folder that holds the package's folder. Not to be written to."""
    return copy_package("structlog", tmp_path_factory.mktemp("structlog"))


@pytest.fixture(scope="session")
def tenacity_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the pinned package `tenacity`: the folder that holds the package's folder. Not to be written to."""
    return copy_package("tenacity", tmp_path_factory.mktemp("tenacity"))


def copy_package(name: str, into: Path) -> Path:
    """Copy the installed package `name`, its compiled files left out, and return the folder it was copied into."""
    installed = Path(sysconfig.get_path("purelib")) / name
    shutil.copytree(installed, into / name, ignore=shutil.ignore_patterns("__pycache__"))
    return into
