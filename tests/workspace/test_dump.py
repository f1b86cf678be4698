"""The canonical dump: equal for equal indexes, whatever their history, and different for any difference."""

from dataclasses import asdict, replace

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace.dump import Dump, make_dump
from tests.workspaces import files_of

SMALL = """
=== a.py
def helper(): return 1
class Base:
    def run(self): return helper()
=== b.py
from a import Base, helper
class Child(Base):
    def go(self): return self.run() + helper()
"""


def host_of(files: dict[str, SourceText]) -> Host:
    host = Host()
    host.use_model("test-model", 4)
    host.apply(files)
    host.resolve()
    return host


def dump_of(host: Host) -> Dump:
    return replace(make_dump(host.snapshot(len(host.files)), None, CancelToken()), revision=0)


def parts_that_differ(before: str, after: str) -> set[str]:
    """The parts of the dump that differ once `after` has replaced `before` in `a.py`."""
    files = files_of(SMALL)
    host = host_of(files)
    first = asdict(dump_of(host))
    host.apply({"a.py": SourceText(files["a.py"].data.replace(before.encode(), after.encode()))})
    host.resolve()
    second = asdict(dump_of(host))
    assert dump_of(host_of({path: entry.source for path, entry in host.files.items()})) == dump_of(host)
    top = {name for name in first if first[name] != second[name]} - {"files"}
    return top | {
        f"{path} {part}"
        for path, parts in first["files"].items()
        for part in parts
        if parts[part] != second["files"][path][part]
    }


def test_a_dump_does_not_tell_how_the_index_came_about() -> None:
    files = files_of(SMALL)
    host = host_of({"b.py": files["b.py"], "gone.py": files["a.py"]})
    host.apply({"a.py": SourceText(b"def helper(): return 3\n"), "gone.py": None})
    host.resolve()
    host.apply({"a.py": files["a.py"]})
    host.resolve()
    assert dump_of(host) == dump_of(host_of(files))


def test_a_changed_body_is_seen_in_its_text_and_chunks_alone() -> None:
    assert parts_that_differ("return 1", "return 7") == {"a.py text", "frequencies", "vectors"}


def test_another_name_is_seen_in_outlines_names_and_edges() -> None:
    differing = parts_that_differ("def helper", "def other")
    assert {"a.py outline", "b.py edges", "names", "frequencies"} <= differing
    assert "b.py outline" not in differing


def test_a_line_more_is_seen_in_places_alone() -> None:
    assert parts_that_differ("def helper", "\n\ndef helper") == {"a.py text", "a.py places", "a.py chunks"}


def test_vectors_are_seen_row_by_row() -> None:
    host = host_of(files_of(SMALL))
    key, *rest = list(host.missing)
    host.add_vectors([(key, np.array([1, 0, 0, 0], np.float32))])
    rows = {name: row for name, (_, row) in dump_of(host).vectors.items()}
    assert rows[key.hex()]
    assert [rows[other.hex()] for other in rest] == [""] * len(rest)
