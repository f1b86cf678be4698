"""Incremental equals fresh: after any changes the host's state is that of a fresh host with the same texts."""

import random
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText
from tests.workspaces import files_of

SEED = 20_26
STEPS = 60


def package_files(name: str, limit: int) -> dict[str, SourceText]:
    """The first Python files of an installed package, by workspace path."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    root = Path(spec.origin).parent
    paths = sorted(root.rglob("*.py"))[:limit]
    return {f"{name}/{path.relative_to(root).as_posix()}": SourceText(path.read_bytes()) for path in paths}


def canonical(snapshot: Snapshot) -> object:
    """The parts of the state that must not depend on its history."""
    files = {path: (entry.source.digest, entry.facts) for path, entry in snapshot.files.items()}
    edges = {path: tuple(edges) for path, edges in snapshot.graph.by_file.items()}
    dependants = dict(snapshot.graph.dependants)
    hits = snapshot.lexical.search(("error", "name", "self", "call"), 50, CancelToken())
    found = [(hit.path, hit.number, round(hit.score, 4)) for hit in hits]
    return files, edges, dict(snapshot.names), dependants, dict(snapshot.chunks_by_key), found


def fresh(files: dict[str, SourceText]) -> Snapshot:
    host = Host()
    host.use_model("test-model", 4)
    host.apply(files)
    host.resolve()
    return host.snapshot(len(files))


def edits(files: dict[str, SourceText], rng: random.Random) -> Iterator[dict[str, SourceText | None]]:
    """Random line edits, deletions, renames and reverts."""
    original = dict(files)
    for _ in range(STEPS):
        path = rng.choice(sorted(files))
        lines = files[path].data.split(b"\n")
        at = rng.randrange(len(lines))
        action = rng.choice(("delete", "duplicate", "insert", "remove", "rename", "revert", "swap"))
        if action == "remove" and len(files) > 2:
            yield {path: None}
        elif action == "rename":
            yield {path: None, path.replace(".py", "_moved.py"): files[path]}
        elif action == "revert":
            back = rng.choice(sorted(original))
            yield {back: original[back]}
        else:
            changed = {
                "delete": [*lines[:at], *lines[at + 1 :]],
                "duplicate": [*lines[:at], lines[at], *lines[at:]],
                "insert": [*lines[:at], b"def inserted(x): return x", *lines[at:]],
                "swap": list(reversed(lines)),
                "remove": lines[:at],
            }[action]
            yield {path: SourceText(b"\n".join(changed))}


def test_random_edits_of_a_real_package_give_the_state_of_a_fresh_build() -> None:
    rng = random.Random(SEED)  # noqa: S311  # a test's dice
    files = package_files("structlog", 14)
    host = Host()
    host.use_model("test-model", 4)
    host.apply(files)
    host.resolve()
    for number, change in enumerate(edits(files, rng)):
        for path, source in change.items():
            files.pop(path, None) if source is None else files.update({path: source})
        host.apply(change)
        host.resolve()
        if number % 10 == 0 or number == STEPS - 1:
            assert canonical(host.snapshot(len(files))) == canonical(fresh(files)), (number, change.keys())


SMALL = """
=== a.py
def helper(): return 1
class Base:
    def run(self): return helper()
=== b.py
from a import Base, helper
class Child(Base):
    def go(self): return self.run() + helper()
=== c.py
def alone(): return 2
"""


def resolved_after(change: dict[str, str]) -> list[str]:
    """The files that are resolved again after a change of SMALL."""
    host = Host()
    host.apply(files_of(SMALL))
    host.resolve()
    host.apply({path: SourceText(text.encode()) for path, text in change.items()})
    return sorted(host.resolve())


def test_typing_in_a_body_resolves_no_other_file() -> None:
    text = files_of(SMALL)["a.py"].data.decode()
    assert resolved_after({"a.py": text.replace("return 1", "return 1 + 41")}) == ["a.py"]


def test_a_blank_line_resolves_no_other_file() -> None:
    text = files_of(SMALL)["a.py"].data.decode()
    assert resolved_after({"a.py": "\n\n" + text}) == ["a.py"]


def test_a_new_name_resolves_files_that_looked_it_up() -> None:
    text = files_of(SMALL)["a.py"].data.decode()
    assert resolved_after({"a.py": text.replace("def run", "def start")}) == ["a.py", "b.py"]


def test_unchanged_text_changes_nothing() -> None:
    host = Host()
    host.apply(files_of(SMALL))
    assert host.apply(files_of(SMALL)) == {}
    assert host.revision == 1


def test_vectors_are_kept_by_content_and_dropped_with_it() -> None:
    host = Host()
    host.use_model("test-model", 4)
    host.apply(files_of(SMALL))
    keys = list(host.missing)
    host.add_vectors((key, np.ones(4, np.float32) / 2) for key in keys)
    assert host.missing == {}
    text = files_of(SMALL)["c.py"].data.decode()
    host.apply({"c.py": SourceText(("\n" + text).encode())})
    assert host.missing == {}, "a moved chunk is not embedded again"
    host.apply({"c.py": SourceText(text.replace("2", "3").encode())})
    assert len(host.missing) == 1


@pytest.mark.parametrize("gone", ["a.py", "b.py", "c.py"])
def test_a_removed_file_leaves_nothing_behind(gone: str) -> None:
    files = files_of(SMALL)
    host = Host()
    host.use_model("test-model", 4)
    host.apply(files)
    host.resolve()
    host.apply({gone: None})
    host.resolve()
    rest = {path: source for path, source in files.items() if path != gone}
    assert canonical(host.snapshot(2)) == canonical(fresh(rest))
