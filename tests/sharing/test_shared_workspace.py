"""A second developer's start: facts, edges and vectors come from a shared storage, and the answers are the same.

The shared storages are real: a folder, and a PostgreSQL that is also stopped and frozen.
"""

import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import psutil
import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.models.embedder import load_embedder
from ctx_lsp.protocol.answers.upkeep import wire_dump
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings, SharingSettings
from ctx_lsp.sharing.connecting import SharedPlace, public_key
from ctx_lsp.sharing.tier import SharedTier
from ctx_lsp.workspace import Status, Workspace, publish_cache
from tests.fuzz.models import word_model
from tests.fuzz.oracle import Oracle, differences
from tests.protocol.wire import Json
from tests.protocol.wire_types import as_read
from tests.sharing.conftest import TEAM, WRITER, Place, new_database, running_server
from tests.workspaces import files_of

TIMEOUT = 60.0
ECHO = "command:echo %s"
MEMBERS = "".join(f"    def method_{number}(self, value): return helper(value) + {number}\n" for number in range(12))
FILES = files_of(
    "=== util.py\ndef helper(value): return value\n"
    + "".join(f"=== m{n}.py\nfrom util import helper\nclass Part{n}:\n{MEMBERS}" for n in range(8))
)


@dataclass(frozen=True, slots=True)
class Team:
    """A folder of files, a model, and the index that follows from them."""

    root: Path
    model: str
    expected: Json

    def settings(self, cache: Path, location: str) -> Settings:
        key = public_key(SharedPlace(location, "", ECHO % WRITER))
        return Settings(
            model=ModelSettings(embedding=self.model, threads=1),
            cache=CacheSettings(directory=str(cache)),
            sharing=SharingSettings(location, team_key=ECHO % TEAM, trusted_writers=(key,), writer_key=ECHO % WRITER),
        )


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Team:
    folder = tmp_path_factory.mktemp("team")
    root = folder / "root"
    root.mkdir()
    for path, source in FILES.items():
        (root / path).write_bytes(source.data)
    model = str(word_model(folder / "model"))
    return Team(root, model, Oracle(load_embedder(model)).dump_of(FILES, with_model=True))


@contextmanager
def opened(root: Path, settings: Settings) -> Iterator[Workspace]:
    workspace = Workspace([root], settings)
    workspace.start()
    try:
        yield workspace
    finally:
        workspace.close()


def right(team: Team, workspace: Workspace) -> Status:
    """Wait until everything is indexed, and compare the index with that of a fresh build."""
    assert workspace.wait_ready(TIMEOUT), workspace.status()
    served = as_read(wire_dump(workspace.analysis().result(TIMEOUT).dump(None, CancelToken())))
    assert differences(team.expected, served, semantic=True) == []
    return workspace.status()


def share(team: Team, place: Place, tmp_path: Path) -> int:
    settings = team.settings(tmp_path / "publisher", place.writers)
    with opened(team.root, settings) as workspace:
        right(team, workspace)
        return publish_cache(workspace, settings, team.root).new


def test_everything_comes_from_the_shared_place(team: Team, place: Place, tmp_path: Path) -> None:
    rows = share(team, place, tmp_path)
    assert share(team, place, tmp_path) == 0
    clone = tmp_path / "another" / "clone"
    shutil.copytree(team.root, clone)
    with opened(clone, team.settings(tmp_path / "second", place.readers)) as workspace:
        status = right(team, workspace)
    assert {kind for counts in (status.work["entry"], status.work["vector"]) for kind in counts} == {"adopted"}
    assert not status.work["edges"].get("computed")
    assert (status.cache.shared_found, status.cache.shared_missing, status.warnings) == (rows, 0, ())
    with opened(clone, team.settings(tmp_path / "second", "")) as workspace:
        again = right(team, workspace)
    assert set(again.work["vector"]) == {"adopted"}, "the local cache has it all now"


def test_changed_rows_change_no_answer(team: Team, place: Place, tmp_path: Path) -> None:
    share(team, place, tmp_path)
    place.change(lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])
    with opened(team.root, team.settings(tmp_path / "second", place.readers)) as workspace:
        status = right(team, workspace)
    assert status.cache.shared_found == 0
    assert set(status.work["vector"]) == {"computed"}


def test_files_of_other_texts_are_derived_here(team: Team, place: Place, tmp_path: Path) -> None:
    share(team, place, tmp_path)
    clone = tmp_path / "clone"
    shutil.copytree(team.root, clone)
    text = FILES["util.py"].data + b"def another(value): return helper(value)\n"
    (clone / "util.py").write_bytes(text)
    files = {**FILES, "util.py": replace(FILES["util.py"], data=text)}
    changed = replace(team, expected=Oracle(load_embedder(team.model)).dump_of(files, with_model=True))
    with opened(clone, team.settings(tmp_path / "second", place.readers)) as workspace:
        status = right(changed, workspace)
    assert status.work["entry"] == {"adopted": 8, "computed": 1}


def test_a_place_that_is_down_costs_time_only(team: Team, tmp_path: Path) -> None:
    for location in (str(tmp_path / "missing"), "postgresql:///none?host=/no/such/folder"):
        with opened(team.root, team.settings(tmp_path / location[:9].replace("/", "_"), location)) as workspace:
            status = right(team, workspace)
        assert [one for one in status.warnings if one.startswith("shared data cannot be used")]


def test_a_database_that_freezes_or_dies_costs_time_only(
    team: Team, private_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    defaults = SharedTier.__init__.__kwdefaults__
    assert defaults
    monkeypatch.setitem(defaults, "wait", 0.5)
    with running_server() as server:
        database = new_database(server)
        place = Place(database.reader, database.writer, lambda _: None)
        share(team, place, tmp_path)
        postmaster = psutil.Process(server.get_pid())
        processes = [postmaster, *postmaster.children(recursive=True)]
        for process in processes:
            process.send_signal(signal.SIGSTOP)
        with opened(team.root, team.settings(tmp_path / "killed", place.readers)) as workspace:
            status = right(team, workspace)
            for process in processes:
                process.send_signal(signal.SIGKILL)
        assert any("not open after 0.5 seconds" in one for one in status.warnings)
        with opened(team.root, team.settings(tmp_path / "dead", place.readers)) as workspace:
            status = right(team, workspace)
        assert any("Connection refused" in one or "No such file" in one for one in status.warnings), status.warnings
