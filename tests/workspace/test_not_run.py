"""Computations that a change must not trigger, by the event log of a workspace with a real package."""

import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from ctx_lsp.engine.events import Event
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace
from tests.fuzz.models import word_model

TIMEOUT = 120.0
FILE = "tenacity/retry.py"


def package(name: str) -> Path:
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


class Lived:
    """A workspace on a copy of a package under git, and the recent events of its index."""

    def __init__(self, root: Path, scratch: Path) -> None:
        self.root = root
        model = ModelSettings(embedding=str(word_model(scratch / "model")))
        self.workspace = Workspace([root], Settings(model=model, cache=CacheSettings(directory=str(scratch / "cache"))))
        self.workspace.start()
        assert self.workspace.wait_ready(TIMEOUT)
        self._revision = self.workspace.status().revision

    def events(self) -> list[Event]:
        """The events since the last call, after all pending work."""
        assert self.workspace.wait_ready(TIMEOUT)
        self.workspace.analysis().result(TIMEOUT)
        found = self.workspace._writer.host.log.since(self._revision)
        self._revision = self.workspace.status().revision
        return found

    def text(self, path: str) -> str:
        return (self.root / path).read_text()

    def type(self, path: str, text: str) -> None:
        self.workspace.set_document(path, SourceText(text.encode()))

    def git(self, *arguments: str) -> None:
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments]
        subprocess.run(command, cwd=self.root, check=True, capture_output=True)


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lived]:
    root = tmp_path_factory.mktemp("root")
    shutil.copytree(package("tenacity"), root / "tenacity", ignore=shutil.ignore_patterns("__pycache__"))
    made = Lived(root, tmp_path_factory.mktemp("scratch"))
    yield made
    made.workspace.close()


def derived(events: list[Event], source: str) -> list[str]:
    """The keys whose values of `source` were computed, changed or not."""
    return sorted(str(e.key) for e in events if e.source == source and e.kind in ("computed", "unchanged"))


def test_typing_in_a_body_resolves_no_other_file(lived: Lived) -> None:
    before = lived.text(FILE)
    place = before.index("return self.predicate(exception)")
    lived.type(FILE, f"{before[:place]}checked = 1\n            {before[place:]}")
    events = lived.events()
    assert derived(events, "entry") == [FILE]
    assert derived(events, "edges") == [FILE]
    assert 1 <= len(derived(events, "vector")) <= 2, "the method, and its class where that is one chunk"
    lived.workspace.close_document(FILE)
    lived.events()


def test_a_blank_line_embeds_nothing(lived: Lived) -> None:
    before = lived.text(FILE)
    place = before.index("class retry_base")
    lived.type(FILE, f"{before[:place]}\n{before[place:]}")
    events = lived.events()
    assert derived(events, "entry") == [FILE]
    assert derived(events, "edges") == [FILE]
    assert [event for event in events if event.source == "vector"] == []
    lived.workspace.close_document(FILE)
    assert [event for event in lived.events() if event.source == "vector"] == []


def test_a_new_method_resolves_only_files_that_looked_up_its_name(lived: Lived) -> None:
    before = lived.text(FILE)
    importers = [file for file in lived.root.rglob("*.py") if "retry_base" in file.read_text()]
    assert len(importers) > 2
    place = before.index("    def __and__")
    lived.type(FILE, f"{before[:place]}    def never_heard_of(self):\n        return 1\n\n{before[place:]}")
    assert derived(lived.events(), "edges") == [FILE]
    lived.workspace.close_document(FILE)
    lived.events()


def test_a_renamed_file_embeds_its_own_chunks_at_most(lived: Lived) -> None:
    chunks = len(lived.workspace.analysis().result(TIMEOUT).snapshot.files[FILE].facts.chunks)
    renamed = "tenacity/retry_renamed.py"
    (lived.root / FILE).rename(lived.root / renamed)
    lived.workspace.files_changed([FILE, renamed])
    events = lived.events()
    assert derived(events, "entry") == [renamed]
    assert 0 < len(derived(events, "vector")) <= chunks
    (lived.root / renamed).rename(lived.root / FILE)
    lived.workspace.files_changed([renamed, FILE])
    events = lived.events()
    assert derived(events, "vector") == [], "the old name's vectors are in the store"
    assert derived(events, "entry") == [], "and so are its facts"


def test_switching_branch_and_back_makes_nothing_twice(lived: Lived) -> None:
    lived.git("init", "-q", "-b", "main")
    lived.git("add", ".")
    lived.git("commit", "-q", "-m", "one")
    lived.git("switch", "-q", "-c", "other")
    other = [file for file in sorted(lived.root.rglob("*.py")) if "self" in file.read_text()]
    for file in other:
        file.write_text(file.read_text().replace("self", "this"))
    lived.git("commit", "-q", "-a", "-m", "two")
    lived.git("switch", "-q", "main")
    changed = [file.relative_to(lived.root).as_posix() for file in sorted(lived.root.rglob("*.py"))]
    lived.workspace.files_changed(changed)
    assert lived.events() == []

    def switch(branch: str) -> list[Event]:
        lived.git("switch", "-q", branch)
        lived.workspace.files_changed(changed)
        return lived.events()

    texts = {file.relative_to(lived.root).as_posix() for file in other}
    there = switch("other")
    assert len(derived(there, "entry")) > 5
    assert len(derived(there, "vector")) > 50
    back = switch("main")
    assert derived(back, "entry") == derived(back, "vector") == []
    assert not set(derived(back, "edges")) & texts, "of files that stay, those that refer to the others may be"
    again = switch("other")
    assert derived(again, "entry") == derived(again, "vector") == []
    assert not set(derived(again, "edges")) & texts
    switch("main")
