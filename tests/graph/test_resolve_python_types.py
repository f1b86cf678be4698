"""Members in Python resolve by types from conditions, comments and containers: workspaces as text in, edges out."""

import pytest

from tests.graph.test_resolve_typescript import reached

TYPES = """
=== kit.py
class Part:
    def run(self): pass
    class Inner:
        def run(self): pass
class Other:
    def run(self): pass
=== use.py
from typing import List, Optional
import kit
from kit import Other, Part
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f(x):\n    if isinstance(x, Part): x.run()", ["Part.run"]),
        ("def f(x):\n    if not isinstance(x, Part):\n        return\n    x.run()", ["Part.run"]),
        ("def f(x):\n    if isinstance(x, (Part, Other)): x.run()", ["Other.run", "Part.run"]),
        ("def f(x): return x.run() if isinstance(x, Part) else None", ["Part.run"]),
        ("def f(x): return isinstance(x, Part) and x.run()", ["Part.run"]),
        ("def f():\n    x = make()  # type: Part\n    x.run()", ["Part.run"]),
        ("def f():\n    x = Part()  # type: ignore\n    x.run()", ["Part.run"]),
        ("def f():\n    x = Part()  # type:ignore[attr-defined]\n    x.run()", ["Part.run"]),
        ("def f():\n    x = Part()  # type: the main kind, see below\n    x.run()", ["Part.run"]),
        ("def f():\n    x = make()  # type: Optional[Part]  # noqa\n    x.run()", ["Part.run"]),
        ("def make():  # type: ignore\n    return Part()\ndef f(): make().run()", ["Part.run"]),
        ("def g(x):\n    # type: (int) -> Part\n    pass\ndef f(): g(1).run()", ["Part.run"]),
        ("def f(x: List['Part']): x[0].run()", ["Part.run"]),
        ("def f(x: Optional['kit.Part.Inner']): x.run()", ["Part.Inner.run"]),
        ("def f(x: 'dict[str, Part]'):\n    for one in x.values(): one.run()", ["Part.run"]),
        ("def f(x: 'dict[str, Part]'):\n    for _, one in x.items(): one.run()", ["Part.run"]),
        ("def f(x: 'list[Part]'):\n    for one in sorted(x): one.run()", ["Part.run"]),
        ("def f(x: 'list[Part]', y: 'list[Other]'):\n    for one, two in zip(x, y): two.run()", ["Other.run"]),
        ("def f(x: 'list[Part]'):\n    some = x[1:]\n    some[0].run()", ["Part.run"]),
        ("def f(x: 'list[Part]'):\n    some = list(reversed(x))\n    some[0].run()", ["Part.run"]),
        ("def f(x: 'dict[str, Part]'):\n    some = sorted(x.values())\n    some[0].run()", ["Part.run"]),
        ("T = TypeVar('T', bound='Part')\ndef f(x: T): x.run()", ["Part.run"]),
        ("T = typing.TypeVar('T', bound=Part)\ndef make() -> T: ...\ndef f(): make().run()", ["Part.run"]),
    ],
)  # fmt: skip
def test_members_follow_documented_types(code: str, expected: list[str]) -> None:
    assert [one.removeprefix("f calls ") for one in reached(TYPES + code) if one.startswith("f calls")] == expected
