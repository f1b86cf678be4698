"""Random changes of a small workspace through the façade, found and shrunk by hypothesis.

After every step the next answer is compared with a fresh build of the same texts.
"""

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.protocol.answers.upkeep import wire_dump
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace
from ctx_lsp.workspace.dump import make_dump
from tests.fuzz.oracle import differences
from tests.protocol.wire_types import as_read

TIMEOUT = 30.0
PATHS = ("a.py", "b.py", "pkg/__init__.py", "pkg/a.py", "pkg/deep/c.py", "a.py/odd.py")
REPORTED_AS = {"a.py/odd.py": "a.py"}  # a file that has become a folder is reported as one event
LINES = (
    "from a import helper, Base",
    "from pkg.a import *",
    "import pkg.deep.c as c",
    "def helper(): return Base().run()",
    "class Base:",
    "class Child(Base):",
    "    def run(self): return helper()",
    "x = c.helper(",
    '"""',
    "",
)
TEXTS = st.lists(st.sampled_from(LINES), max_size=6).map("\n".join)
IGNORED = st.sampled_from(["", "pkg/", "a.py", "*.py\n!b.py", "**/deep"])


class FreshWorkspace(RuleBasedStateMachine):
    """The index compared with a fresh build, and a model of its inputs: texts on disk, rules, open documents."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ctx-lsp-machine-"))
        (self.folder / "root").mkdir()
        self.documents: dict[str, str] = {}
        self.start()

    def start(self) -> None:
        cache = CacheSettings(directory=str(self.folder / "cache"))
        root = self.folder / "root"
        self.workspace = Workspace([root], Settings(model=ModelSettings(embedding="none"), cache=cache))
        self.workspace.start()
        for path, text in self.documents.items():
            self.workspace.set_document(path, SourceText(text.encode()))

    @rule(path=st.sampled_from(PATHS), text=TEXTS)
    def edit(self, path: str, text: str) -> None:
        self.documents[path] = text
        self.workspace.set_document(path, SourceText(text.encode()))

    @rule(path=st.sampled_from(PATHS))
    def close(self, path: str) -> None:
        if self.documents.pop(path, None) is not None:
            self.workspace.close_document(path)

    @rule(path=st.sampled_from(PATHS), text=TEXTS)
    def write(self, path: str, text: str) -> None:
        file = self.folder / "root" / path
        for above in file.parents:
            if above.is_file():
                above.unlink()
        if file.is_dir():
            shutil.rmtree(file)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self.workspace.files_changed([REPORTED_AS.get(path, path)])

    @rule(path=st.sampled_from((*PATHS, "pkg", "pkg/deep")))
    def delete(self, path: str) -> None:
        file = self.folder / "root" / path
        if file.is_dir():
            shutil.rmtree(file)
        elif file.is_file():
            file.unlink()
        self.workspace.files_changed([path])

    @rule(patterns=IGNORED)
    def ignore(self, patterns: str) -> None:
        (self.folder / "root" / ".gitignore").write_text(patterns)
        self.workspace.files_changed([".gitignore"])

    @rule()
    def restart(self) -> None:
        self.workspace.close()
        self.start()

    @invariant()
    def equals_a_fresh_build(self) -> None:
        if not hasattr(self, "workspace"):
            return
        assert self.workspace.wait_ready(TIMEOUT)
        served = as_read(wire_dump(self.workspace.analysis().result(TIMEOUT).dump(None, CancelToken())))
        assert differences(self.fresh(), served, semantic=False) == []

    def fresh(self) -> object:
        """The dump of a separate workspace with the same inputs."""
        other = Workspace([self.folder / "root"], Settings(ModelSettings("none"), cache=CacheSettings(enabled=False)))
        other.start()
        try:
            assert other.wait_ready(TIMEOUT)
            files = {path: entry.source for path, entry in other.analysis().result(TIMEOUT).snapshot.files.items()}
        finally:
            other.close()
        texts = files | {path: SourceText(text.encode()) for path, text in self.documents.items()}
        host = Host()
        host.apply(texts)
        host.resolve()
        return as_read(wire_dump(make_dump(host.snapshot(len(texts)), None, CancelToken())))

    def teardown(self) -> None:
        if hasattr(self, "workspace"):
            self.workspace.close()
            shutil.rmtree(self.folder)


FreshWorkspace.TestCase.settings = settings(
    max_examples=16, stateful_step_count=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
test_any_sequence_of_changes = FreshWorkspace.TestCase
