"""Definitions that name themselves, or each other, as the type around them: resolution must come to an end.

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


@pytest.mark.parametrize(
    ("text", "target"),
    [
        (RUBY_ITSELF, "shop.rb::Shop"),
        (RUBY_EACH_OTHER, "shop.rb::Shop"),
        (CPP_ITSELF, "shop.cpp::total"),
    ],
    ids=["ruby, itself", "ruby, each other", "c++, itself"],
)
def test_resolution_ends(text: str, target: str) -> None:
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    assert target in done.stdout
