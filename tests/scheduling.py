"""The order of the tests, and which of them share a worker."""

import pytest
from xdist.scheduler import LoadFileScheduling

# Tests that share what is expensive. Each group is handed to one worker.
TOGETHER = {
    "languages": (  # the queries of all languages, which take 27 s to compile
        "tests/graph/",
        "tests/patterns/",
        "tests/retrieval/test_golden_rankings.py",
        "tests/snapshot/",
        "tests/syntax/",
    ),
    "sharing": ("tests/sharing/",),  # a database
}


class GroupScheduling(LoadFileScheduling):  # type: ignore[misc]  # published without types
    """Hands a worker the tests of one file at a time, or a whole group."""

    def _split_scope(self, nodeid: str) -> str:
        return _group(nodeid) or super()._split_scope(nodeid)


def groups_first(items: list[pytest.Item]) -> None:
    """Put the groups before single files, so that no worker is left with one at the end."""
    items.sort(key=lambda item: not _group(item.nodeid))


def _group(nodeid: str) -> str:
    """The group of a test; empty if it has none."""
    return next((name for name, prefixes in TOGETHER.items() if nodeid.startswith(prefixes)), "")
