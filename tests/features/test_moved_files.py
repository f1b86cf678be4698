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
    host = Host()
    host.apply({path: SourceText(text.encode()) for path, text in after.items()})
    host.resolve()
    moves = tuple(Move(path.replace("new/", "old/"), path, text.encode()) for path, text in after.items())
    found = users_of_moved(host.snapshot(len(after)), Changes((), (), {}, {}, moves=moves), CancelToken())
    assert {one.node for one in found.users} == users
