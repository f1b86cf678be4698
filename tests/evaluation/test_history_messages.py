"""Questions made of commit messages."""

import pytest

from ctx_lsp.evaluation.history.messages import MAX_CHARACTERS, question


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("Drop stale entries of the cache", "Drop stale entries of the cache"),
        ("Convert strings to UTF-8 (#1624)\n", "Convert strings to UTF-8"),
        ("Keep the order of flags (fixes #12, #13).", "Keep the order of flags."),
        ("[IO-892] Limit how deep folders are followed", "Limit how deep folders are followed"),
        ("See #7: keep names of files that are open", "keep names of files that are open"),
        ("fix(client): skip undefined entries of arrays", "skip undefined entries of arrays (client)"),
        ("feat!: allow more than one root", "allow more than one root"),
        ("parser: read numbers with underscores", "parser: read numbers with underscores"),
        ("Avoid `f()` where the list is empty (#3)", "Avoid `f()` where the list is empty"),
        ("Undo what 0a1b2c3d4e did to empty lists", "Undo what did to empty lists"),
        (
            "Close sockets that nobody reads\n\nThey were left open. See https://example.org/a?b=c\n\nFixes #12\n"
            "Pull request: https://example.org/3\nSigned-off-by: A <a@example.org>\nCo-authored-by: B <b@example.org>\n"
            "(cherry picked from commit 0123456789)\n---------\n",
            "Close sockets that nobody reads\nThey were left open. See",
        ),
    ],
)
def test_references_are_removed_from_a_message(message: str, asked: str) -> None:
    assert question(message) == asked


@pytest.mark.parametrize(
    "message",
    [
        "",
        "Fix the parser",
        "parse_all ParseError: parse_each ParseFailure now",
        'Revert "Drop stale entries of the cache"',
        "Merge branch 'next' of the other line",
        "Bump the version of everything to 3",
        "Update the parser's library to 0.8.1",
        "[clang-tidy] use nullptr for null",
        "v1.2.3 is the version of today",
        "3.1 comes with many new things",
        "Release what we have so far",
        "docs: say what the cache is for",
        "chore(deps): take the latest of everything",
        "Add missing tests for the parser",
        "Improve the documentation of the cache",
        "Fix a typo in the parser",
        "Run the formatter: formatting of all files",
        "Update all dependencies to what is there",
        "fixup! Drop stale entries of the cache",
    ],
)
def test_a_message_that_says_nothing_about_code(message: str) -> None:
    assert question(message) is None


def test_a_long_body_is_cut_at_a_line() -> None:
    line = "word " * 30
    asked = question("Drop stale entries of the cache\n\n" + f"{line}\n" * 20)
    assert asked is not None
    assert MAX_CHARACTERS - len(line) <= len(asked) <= MAX_CHARACTERS
    assert asked.endswith("word")
    whole = question("Drop entries " + "x" * 2 * MAX_CHARACTERS + " of the cache")
    assert whole is not None
    assert len(whole) == MAX_CHARACTERS
