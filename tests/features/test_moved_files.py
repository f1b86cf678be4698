"""Code that still uses the old paths of moved files, also in the moved files themselves."""

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.changes import Changes, Move
from ctx_lsp.features.past.moved_files import users_of_moved
from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.source import SourceText

USE = "def use():\n    return f()\n"


@pytest.mark.parametrize(
    ("imported", "users"),
    [
        ("from old.b import f", {"new/a.py", "new/a.py::use"}),
        ("from .b import f", set()),
        ("from new.b import f", set()),
    ],
)
def test_a_moved_folder_may_use_its_old_name_inside(imported: str, users: set[str]) -> None:
    after = {
        "new/__init__.py": "",
        "new/b.py": "def f():\n    return g()\n\ndef g():\n    return 2\n",
        "new/a.py": f"{imported}\n\n{USE}",
    }
    assert nodes_of(after, {path: path.replace("new/", "old/") for path in after}) == users


def nodes_of(after: dict[str, str], moved: dict[str, str]) -> set[str]:
    """Return the code in the files `after` that uses old paths. `moved` maps new paths to old ones."""
    host = Host()
    host.apply({path: SourceText(text.encode()) for path, text in after.items()})
    host.resolve()
    moves = tuple(Move(old, new, after[new].encode()) for new, old in moved.items())
    found = users_of_moved(host.snapshot(len(after)), Changes((), (), {}, {}, moves=moves), CancelToken())
    return {one.node for one in found.users}


TREE = {
    "nodes.go": (
        "package walk\n\ntype Node struct{ Kids []Node }\n\nfunc Depth(n Node) int {\n"
        "\treturn Depth(n.Kids[0]) + Width(n)\n}\n"
        "\nfunc Width(n Node) int {\n\treturn len(n.Kids)\n}\n"
    ),
    "nodes.ts": (
        "export interface Node { kids: Node[] }\nexport function depth(n: Node): number {\n"
        "  return 1 + Math.max(0, ...n.kids.map((k) => depth(k)))\n}\n"
    ),
    "nodes.py": "def depth(n):\n    return 1 + max([depth(k) for k in n.kids], default=0)\n",
    "Nodes.java": "package walk;\n\nclass Nodes {\n  static int depth(Nodes n) { return depth(new Nodes()); }\n}\n",
    "nodes.kt": "package walk\n\nfun depth(n: Int): Int = depth(n - 1)\n",
    "nodes.rb": "def depth(n)\n  1 + depth(n.kid)\nend\n",
    "nodes.rs": "pub fn depth(n: u8) -> u8 {\n    depth(n - 1)\n}\n",
    "nodes.cs": "namespace Walk;\n\nclass Nodes { int Depth(Nodes n) { return Depth(n); } }\n",
}


@pytest.mark.parametrize("name", sorted(TREE))
def test_a_file_that_uses_its_own_definitions_does_not_use_its_old_path(name: str) -> None:
    suffix = name.rpartition(".")[2]
    use = {"go": {"walk/use.go": "package walk\n\nfunc Use() int {\n\treturn Depth(Node{})\n}\n"}}.get(suffix, {})
    assert nodes_of({f"walk/{name}": TREE[name], **use}, {f"walk/{name}": f"walk/tree.{suffix}"}) == set()
