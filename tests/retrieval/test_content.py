"""Search in prose and data with symbols: code with a name comes before headings and keys with the same name."""

from ctx_lsp.retrieval.channels.channels import PREFIX_NAMES
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.retrieval.searching import found
from tests.workspaces import snapshot_of

MIXED = """
=== build/release.py
def release(version):
    return upload(version)
=== package.json
{"scripts": {"release": "make release", "releaseAll": "make all"}}
=== docs/guide.md
# Guide

How the project is made.

## release

Run it with care.
"""


def names(snapshot: Snapshot, query: str) -> list[str]:
    answer = found(snapshot, query)
    return [item.symbol or item.path for item in answer.items]


def test_code_comes_before_keys_and_headings_of_its_name() -> None:
    results = names(snapshot_of(MIXED), "release")
    assert results[0] == "build/release.py::release"
    assert {"package.json::scripts.release", "docs/guide.md::Guide.release"} <= set(results)


def test_keys_do_not_displace_code_with_the_same_prefix() -> None:
    keys = ", ".join(f'"rel{number}": 1' for number in range(2 * PREFIX_NAMES))
    snapshot = snapshot_of(f"{MIXED}=== many.json\n{{{keys}}}\n")
    answer = found(snapshot, "rel")
    assert "prefix" in next(item for item in answer.items if item.symbol == "build/release.py::release").scores


def test_a_section_that_is_found_ends_where_the_first_one_inside_begins() -> None:
    snapshot = snapshot_of(MIXED)
    answer = found(snapshot, "Guide how the project is made")
    item = next(item for item in answer.items if item.symbol == "docs/guide.md::Guide")
    text = snapshot.files["docs/guide.md"].source.slice(item.start, item.end)
    assert "made" in text
    assert "release" not in text
