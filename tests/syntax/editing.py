"""Editing sessions: sequences of texts made by typical edits, from a seed."""

from collections.abc import Iterator
from random import Random

TYPED = (
    "value.method(other, 1)\n", "x = compute(Name.item)\n", "return result\n", "if (a) { b(c); }\n", "# a comment\n",
    "// a comment\n", "-- a comment\n", "/* long */ ", '"text"', "'", '"""', "`", "}", "{ ", "(", ")", "[1]", "/*",
    "*/", "class New(Base):\n    x: int = 1\n", "class New extends Base { m() {} }\n", "def helper(a):\n    return a\n",
    "func helper(a int) int { return a }\n", "fn helper(a: u8) -> u8 { a }\n", "import thing\n", "@marked\n", "é…\n",
    "export const f = (x) => x + 1;\n", "def helper(a)\n  a\nend\n", "helper :: Int -> Int\n",
    "\n", "    ", "\r\n", ";", "\\",
)  # fmt: skip


def session(text: str, seed: int, actions: int) -> Iterator[str]:
    """Yield `text` and its later versions, step by step; every second action is undone."""
    random = Random(seed)  # noqa: S311  # a test's dice
    yield text
    for _ in range(actions):
        action = random.choice((_typed, _typed, _line_deleted, _block_moved, _block_copied, _hole))
        steps = list(action(text, random))
        yield from steps
        if random.random() < 0.5:
            yield text
        else:
            text = steps[-1]


def _typed(text: str, random: Random) -> Iterator[str]:
    at = random.randrange(len(text) + 1)
    if random.random() < 0.6:
        at = text.rfind("\n", 0, at) + 1
    piece = random.choice(TYPED)
    for end in range(1, len(piece) + 1):
        yield text[:at] + piece[:end] + text[at:]


def _line_deleted(text: str, random: Random) -> Iterator[str]:
    lines = text.split("\n")
    del lines[random.randrange(len(lines))]
    yield "\n".join(lines)


def _block_moved(text: str, random: Random) -> Iterator[str]:
    lines = text.split("\n")
    start, length, to = random.randrange(len(lines)), random.choice((1, 3, 8)), random.randrange(len(lines))
    block = lines[start : start + length]
    del lines[start : start + length]
    yield "\n".join((*lines[:to], *block, *lines[to:]))


def _block_copied(text: str, random: Random) -> Iterator[str]:
    lines = text.split("\n")
    start, to = random.randrange(len(lines)), random.randrange(len(lines))
    yield "\n".join((*lines[:to], *lines[start : start + random.choice((1, 4))], *lines[to:]))


def _hole(text: str, random: Random) -> Iterator[str]:
    at = random.randrange(len(text) + 1)
    yield text[:at] + text[at + random.choice((1, 1, 2, 30)) :]
