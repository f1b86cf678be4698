"""Text of others in Markdown: shown as it is, with as few backslashes as possible."""

import pytest
from markdown_it import MarkdownIt

from ctx_lsp.packing.formats.plain_text import plain
from ctx_lsp.text.redaction import REDACTED, redacted

PLAIN = [
    "Fix a_b & c * d",
    "Add [draft] notes (#12)",
    "Ask for < 3",
    "Read 5 % – „Wörter“ 🎉",
    "Say `a*_b` is so",
    "See [a][b]",
]
MEANT = [
    "See [this](http://there)", "Bold <b>text</b>", "A *star* and **two**", "Read _this_ and __that__", "Two ~~lines~~",
    "An &amp; entity", "One \\* slash", "Some ``ticks``", "A *`star`* and *`another` one*", "Mail <1@example.org>",
    "See [the `code`](http://there)", "An ![`image`](http://there/a.png)", "See [`a` and `b`](http://there)",
]  # fmt: skip


def shown(text: str) -> str:
    """The text that a reader of the Markdown sees; "" if it has other marks than inline code."""
    [inline] = [
        token for token in MarkdownIt("commonmark").enable("strikethrough").parse(text) if token.type == "inline"
    ]
    parts = inline.children or []
    if any(part.type not in {"text", "text_special", "code_inline"} for part in parts):
        return ""
    return "".join(f"`{part.content}`" if part.type == "code_inline" else part.content for part in parts)


@pytest.mark.parametrize("text", PLAIN)
def test_text_without_a_meaning_stays(text: str) -> None:
    assert plain(text) == text
    assert shown(plain(text)) == text


@pytest.mark.parametrize("text", MEANT)
def test_text_with_a_meaning_is_shown_as_it_is(text: str) -> None:
    assert shown(text) != text
    assert shown(plain(text)) == text


def test_a_text_stays_in_one_line() -> None:
    assert plain("one\r\r# two\n- three") == "one # two - three"


def test_long_text_is_cut() -> None:
    assert plain("one two three", 8) == "one two…"
    assert plain("one two", 8) == "one two"


def test_secrets_are_redacted_before_backslashes_and_cuts_change_them() -> None:
    key = "a1B8Q~" + "x3Y9z7W5v2U4t6S8r1Q3p5N7m9L2k4J6h8"
    assert redacted(key.replace("~", "\\~")) != REDACTED, "nothing recognises it any more"
    assert plain(f"Use {key} for now") == f"Use {REDACTED} for now"
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    assert plain(f"Use {token} for now", 30) == f"Use {REDACTED} for now"
