"""Edges of edited files in which an evaluation meets a limit of nesting: equal to those of a fresh build."""

from collections.abc import Callable
from functools import partial

import pytest

from ctx_lsp.graph.resolution.scope import MAX_PENDING
from ctx_lsp.graph.resolution.types import MAX_DEPTH
from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.source import SourceText
from tests.graph.test_incremental_edges import edges_of, fresh_edges, meanings_evaluated, set_text

USERS = """from chain import *
def first(): {first}
def last(): {last}
"""


def values(length: int) -> str:
    """Variables, each of which is an alias of the one before."""
    classes = "class Foo:\n    def run(self): ...\nclass Bar:\n    def run(self): ...\nv0 = Foo()\n"
    return classes + "".join(f"v{number} = v{number - 1}\n" for number in range(1, length + 1))


def bases(length: int) -> str:
    """Classes, each of which has a base that the class before inherits."""
    classes = "class C0:\n    def run(self): ...\n    class Inner(C0): ...\nclass Bar:\n    def run(self): ...\n"
    return classes + "".join(f"class C{number}(C{number - 1}.Inner): ...\n" for number in range(1, length + 1))


CHAINS: list[tuple[Callable[[int], str], int, str]] = [
    (values, MAX_DEPTH, "v{}.run()"),
    (bases, MAX_PENDING, "C{}().run()"),
]

CYCLE = """
class Root:
    class Y:
        def m(self): ...
class P(Root, Q.X): ...
class Q(P.Y): ...
"""


def edited_host(texts: dict[str, str], path: str) -> tuple[Host, dict[str, SourceText]]:
    """A host in which the file at `path` has been edited once, so that its resolution may be kept."""
    files = {name: SourceText(text.encode()) for name, text in texts.items()}
    host = Host()
    host.apply(files)
    host.resolve()
    set_text(host, files, path, files[path].data + b"\n")
    return host, files


@pytest.mark.parametrize(("chain", "limit", "use"), CHAINS)
@pytest.mark.parametrize("share", [0.4, 0.6, 0.9])
def test_a_value_near_the_limit_loses_the_reference_that_shortened_the_way(
    chain: Callable[[int], str], limit: int, use: str, share: float
) -> None:
    """A value beyond the limit is found only because an earlier reference has evaluated a part of the chain."""
    length = int(limit * 1.4)
    both = USERS.format(first=use.format(int(length * share)), last=use.format(length))
    alone = USERS.format(first="...", last=use.format(length))
    host, files = edited_host({"chain.py": chain(length), "use.py": both}, "use.py")
    assert "use.py::last" in {edge.source for edge in edges_of(host, "use.py") if edge.target.startswith("chain.py::")}
    set_text(host, files, "use.py", alone.encode())
    assert edges_of(host, "use.py") == fresh_edges(files, "use.py")


@pytest.mark.parametrize(("chain", "limit", "use"), CHAINS)
def test_a_chain_within_the_limit_is_not_resolved_again(chain: Callable[[int], str], limit: int, use: str) -> None:
    length = limit - 2
    text = USERS.format(first=use.format(length // 2), last=use.format(length))
    host, files = edited_host({"chain.py": chain(length), "use.py": text}, "use.py")
    assert meanings_evaluated(lambda: set_text(host, files, "use.py", text.encode() + b"\n\n")) == 0
    assert edges_of(host, "use.py") == fresh_edges(files, "use.py")


def test_edges_of_the_outline_are_not_kept_where_bases_depend_on_themselves() -> None:
    users = "from chain import P, Q\nclass Z(Q):\n    def m(self): ...\ndef use():\n    {}\n    return 1\n"
    texts = {"chain.py": CYCLE, "use.py": users.format("P().foo()")}
    host, files = edited_host(texts, "use.py")
    before = edges_of(host, "use.py")
    set_text(host, files, "use.py", users.format("pass").encode())
    assert edges_of(host, "use.py") == fresh_edges(files, "use.py")
    assert edges_of(host, "use.py") != before


def test_a_file_that_meets_a_limit_is_resolved_once_and_drops_its_lookups() -> None:
    length = 2 * MAX_DEPTH
    text = USERS.format(first="...", last=f"v{length}.run()").encode()
    host, files = edited_host({"chain.py": values(length), "use.py": text.decode()}, "use.py")
    cells = host._derivation.engine.cells_read
    whole = meanings_evaluated(lambda: fresh_edges(files, "use.py"))
    for number in range(5):
        edit = partial(set_text, host, files, "use.py", text + b"unknown%d()\n" % number)
        assert meanings_evaluated(edit) <= whole + 1
    set_text(host, files, "use.py", text)
    assert host._derivation.engine.cells_read == cells
