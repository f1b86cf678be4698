"""Resolution ends: for types that are their own holders, and for types with ever more type arguments.

Each text is resolved in a process of its own, because a thread that never ends cannot be stopped.
"""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
from tests.graph.test_resolve import edges
print(*edges(sys.stdin.read()), sep="\\n")
"""
SECONDS = 60.0  # a start of the program takes a second

RUBY_ITSELF = """
=== shop.rb
module Shop
  VERSION = 1
end
=== task.rb
class Order::Order
  def run
    Shop::VERSION
  end
end
"""
RUBY_EACH_OTHER = """
=== shop.rb
module Shop
  VERSION = 1
end
=== task.rb
class Order::Line
  def run
    Shop::VERSION
  end
end
class Line::Order
  def run
    Shop::VERSION
  end
end
"""
CPP_ITSELF = """
=== shop.cpp
int total() { return 1; }
struct Order::Order {
  int run() { return total(); }
};
"""


DEPTH = 30  # each level doubles the number of nested type arguments


def nested_bases() -> str:
    """A class with thirty ancestors, each with its descendant's arguments twice."""
    lines = [
        f"class Cell{n}<A, B> extends Cell{n + 1}<Cell{n + 1}<A, B>, Cell{n + 1}<A, B>> {{}}" for n in range(DEPTH)
    ]
    last = f"class Cell{DEPTH}<A, B> {{ first(): A {{}} }}"
    return "\n".join(["=== cells.ts", *lines, last, "function run(cell: Cell0<string, string>) { cell.first(); }", ""])


def nested_aliases() -> str:
    """Thirty aliases, each for a pair of the one before."""
    lines = [
        f"type Kind{n} = Pair<Kind{n - 1}, Kind{n - 1}>;\nfunction run{n}(x: Kind{n}) {{ x.a.swap(); }}"
        for n in range(1, DEPTH)
    ]
    head = "class Pair<A, B> { a: A; b: B; swap() {} }\ntype Kind0 = Pair<string, string>;"
    return "\n".join(["=== kinds.ts", head, *lines, ""])


@pytest.mark.parametrize(
    ("text", "target"),
    [
        (RUBY_ITSELF, "shop.rb::Shop"),
        (RUBY_EACH_OTHER, "shop.rb::Shop"),
        (CPP_ITSELF, "shop.cpp::total"),
        (nested_bases(), f"run calls cells.ts::Cell{DEPTH}.first"),
        (nested_aliases(), "run3 calls kinds.ts::Pair.swap"),
    ],
    ids=["ruby, itself", "ruby, each other", "c++, itself", "bases", "aliases"],
)
def test_resolution_ends(text: str, target: str) -> None:
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    assert target in done.stdout
