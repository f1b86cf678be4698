"""Git's globs. The cases are git's own rules; `test_git_agreement` holds the whole against git itself."""

import re
import time

import pytest

from ctx_lsp.text.wildmatch import translate

# glob, what it matches, what it does not
CASES = [
    ("abc", "abc", "ab abcd Abc x/abc"),
    ("?", "a é .", "ab a/"),
    ("*", "a .a ab", "a/b"),
    ("*.py", ".py a.py a.b.py", "a.pyc a/b.py"),
    ("a*b*c", "abc axbxc abbcc", "ab acb abxcd"),
    ("*a*a*", "aa xaxax", "a x"),
    ("src/*.c", "src/a.c", "a.c src/a/b.c"),
    ("**/a", "a x/a x/y/a", "xa x/ab"),
    ("a/**", "a/b a/b/c", "a ab b/a"),
    ("a/**/b", "a/b a/x/b a/x/y/b", "ab a/xb a/x/yb"),
    ("**/a/**/b", "a/b x/a/b a/x/b y/a/x/a/b", "a b b/a"),
    ("**/*a/**/*b/c", "a/b/c x/xa/xb/c a/b/b/c a/a/x/b/c", "a/b a/c b/a/c"),
    ("**/**/a", "a x/a", "b"),
    ("a/***/b", "a/b a/x/y/b", "a"),
    ("x**y", "xy xaay", "x/y"),
    ("[ab]", "a b", "c ab"),
    ("[!ab]", "c ]", "a /"),
    ("[^ab]", "c", "a"),
    ("[a-c]x", "ax cx", "dx -x"),
    ("[c-a]", "", "a b c"),
    ("[!c-a]", "b", "/"),
    ("[a-]", "a -", "b"),
    ("[]a]", "] a", "b []a]"),
    ("[!]a]", "b", "] a"),
    ("[]-a]", "] ^ _ a", "b ["),
    (r"[\]]", "]", "\\"),
    (r"[\a-\c]", "a b c", "d \\"),
    ("[--0]", "- . 0", "/"),
    ("[[:digit:]_]", "0 9 _", "a :"),
    ("[[:upper:][:digit:]]", "A 1", "a"),
    ("[[:a]", "[ : a", "b"),
    ("[[]", "[", "]"),
    ("[a&&b]", "a & b", "c"),
    (r"\*", "*", "a \\*"),
    (r"\[a]", "[a]", "a"),
    (r"a\ b", "", "a\\"),
    ("(a|b).{1}+$^", "(a|b).{1}+$^", "a"),
    ("**//a", "", "a x/a"),
    ("**/", "", "a x/"),
]


@pytest.mark.parametrize(("glob", "matches", "others"), CASES)
def test_a_glob_matches_what_git_says(glob: str, matches: str, others: str) -> None:
    expression = translate(glob)

    assert expression is not None
    assert [path for path in matches.split() if not re.fullmatch(expression, path)] == []
    assert [path for path in others.split() if re.fullmatch(expression, path)] == []


@pytest.mark.parametrize(
    "glob", ["[", "[a", "[]", "[!]", "[!", "a/[b", "\\", "a\\", "[[:nope:]]", "[[:alpha:]", "[a\\"]
)
def test_a_malformed_glob_is_none(glob: str) -> None:
    assert translate(glob) is None


def test_a_space_can_be_escaped() -> None:
    assert re.fullmatch(translate(r"a\ b") or "", "a b")


def test_a_line_end_in_a_name_is_a_character() -> None:
    assert all(re.fullmatch(translate(glob) or "", "a\nb") for glob in ("a?b", "a*", "**", "**/*b"))


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        ("*a" * 16 + "*b", "a" * 255),
        ("*[a]" * 16 + "/b", "a" * 255),
        ("*?" * 30 + "b", "a" * 255),
        ("**/a*/" * 10 + "b", "/".join(["a" * 100] * 40)),
        ("**/*a*a*/" * 6 + "*b*b", "/".join(["a" * 255] * 15)),
    ],
)
def test_no_glob_takes_long(glob: str, path: str) -> None:
    expression = re.compile(translate(glob) or "")
    start = time.process_time()

    assert not expression.fullmatch(path)
    assert time.process_time() - start < 0.5
