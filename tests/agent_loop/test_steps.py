"""The steps that need no server, and the counting."""

from collections.abc import AsyncIterator

from ctx_lsp.evaluation.line_metrics import Block
from ctx_lsp.evaluation.tasks import Target
from ctx_lsp.packing.formats.tokens import count_tokens
from tests.agent_loop.measure import CAP, _tokens_until
from tests.agent_loop.steps import LINES, Reader, Shown, _pack_shown, ask_grep, words_of

FILES = {
    "tax.py": [f"line {n}" for n in range(300)] + ["def taxed(price):", "    return price * RATE"],
    "other.py": ["price = 1", "x = 2"],
}
SOURCES = {path: "\n".join(lines) for path, lines in FILES.items()}


def test_words_are_stems_without_stop_words() -> None:
    question = "When are the prices taxed, and why does pricing of orders fail? a b Prices"
    assert words_of(question) == ["pric", "taxed", "order", "fail"]


def test_windows_hold_unread_lines_alone() -> None:
    reader = Reader(FILES)
    first, second = reader.window("tax.py", 250), reader.window("tax.py", 100)
    assert first is not None
    assert second is not None
    assert first.text.startswith("tax.py:183-302\nline 182\n")
    assert second.text.startswith("tax.py:101-182\n")
    assert reader.window("tax.py", 250) is None
    assert len(reader.unread("tax.py")) == 302 - LINES - 82


async def test_grep_reads_the_densest_lines_of_the_best_file_first() -> None:
    shown = [one async for one in ask_grep(FILES, "Where is the price taxed?")]
    assert [one.text.splitlines()[0] for one in shown[:4]] == ["price:", "taxed:", "tax.py:183-302", "other.py:1-2"]
    assert shown[0].text == "price:\ntax.py:2\nother.py:1\n"
    read = "".join(block.text for one in shown for block in one.blocks)
    assert all(read.count(f"{line}\n") == 1 for line in FILES["tax.py"])


def test_a_pack_is_read_under_its_headings() -> None:
    shown = _pack_shown("# why?\n\n## `a b.py:3-9`\n```python\nx\n```\n\n## `c.py:4`\ny\n")
    assert [(block.path, block.text.split()[-1]) for block in shown.blocks] == [("a b.py", "```"), ("c.py", "y")]
    assert _pack_shown("Nothing fits.").blocks == ()
    assert [(one.path, one.start_line, one.end_line) for one in shown.results] == [("a b.py", 3, 9), ("c.py", 4, 4)]


async def test_tokens_count_until_the_lines_are_read_or_the_cap() -> None:
    lines = tuple(FILES["tax.py"][-4:])
    text = "\n".join(FILES["tax.py"][-20:])

    async def steps(before: str) -> AsyncIterator[Shown]:
        yield Shown(before)
        yield Shown(text, (Block("tax.py", text),))
        raise AssertionError("read enough")

    targets = [Target(path="tax.py", lines=lines)]
    tokens, count = await _tokens_until(steps("hello"), targets, SOURCES)
    assert set(tokens.values()) == {count_tokens("hello") + count_tokens(text)}
    assert count == 2
    tokens, _ = await _tokens_until(steps("hello " * CAP), targets, SOURCES)
    assert set(tokens.values()) == {None}
