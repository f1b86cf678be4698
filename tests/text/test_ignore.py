"""The rules of ignore files, without a disk. In the cases, an entry that ends in a slash is a folder."""

import time

import pytest

from ctx_lsp.text.ignore import IgnoreScope, parse_rules


def decide(rules: str, entry: str) -> bool | None:
    return parse_rules(rules).decide(entry.rstrip("/"), entry.endswith("/"))


@pytest.mark.parametrize(
    ("rules", "ignored", "kept", "unnamed"),
    [
        ("a", "a a/ x/a x/a/", "", "b a/b"),
        ("/a", "a a/", "", "x/a"),
        ("a/", "a/ x/a/", "", "a x/a"),
        ("a/b", "a/b a/b/", "", "x/a/b b"),
        ("a/*", "a/b a/c/", "", "a/ a/c/d"),
        ("a/**", "a/b a/c/d", "", "a a/"),
        ("a/**/", "a/b/ a/c/d/", "", "a/ a/b"),
        ("a/**/b", "a/b a/c/b a/c/d/b/", "", "a/ a/c/ ab b"),
        ("**/a/b", "a/b x/a/b", "", "a/ a/b/c xa/b"),
        ("**", "a a/ a/b .a", "", ""),
        ("/**  ", "a a/ a/b", "", ""),
        ("**/", "a/ a/b/", "", "a a/b"),
        ("**\n!*/", "a a/b", "a/ a/b/", ""),
        ("*\n!a/**", "a a/ b", "a/b a/b/c/", ""),
        ("/*", "a a/ .a", "", "a/b"),
        ("a?[b-d]", "aab x/abc/ x/a.d", "", "ab aae a/b aab/x"),
        ("*.py\n!keep.py", "a.py x/b.py", "keep.py x/keep.py", "a.c"),
        ("!keep.py\n*.py", "keep.py", "", "a.c"),
        ("*\n!*/\n!*.py", "a.c x/a.c", "x/ a.py x/a.py", ""),
        ("# a\n\\#b\n\\!c", "#b !c", "", "a # c"),
        ("\n  \n!\n/\n//\n!/", "", "", "a a/ !"),
        ("a//\n//b\nx//y", "", "", "a/ b x/y"),
        ("[\na\n\\", "a", "", "b ["),
        ("a\r\nb\r", "a b", "", "c"),
        ("\ufeffa", "a", "", "\ufeffa"),
        ("a\fb\nc\x0bd", "a\fb c\x0bd", "", "a b c d"),
    ],
)
def test_the_last_pattern_that_names_an_entry_decides(rules: str, ignored: str, kept: str, unnamed: str) -> None:
    answers = {True: ignored, False: kept, None: unnamed}
    for answer, entries in answers.items():
        for entry in filter(None, entries.split(" ")):
            assert (entry, decide(rules, entry)) == (entry, answer)


@pytest.mark.parametrize(("line", "name"), [("a  ", "a"), ("a\\ ", "a "), (" a", " a")])
def test_spaces_count_at_the_end_only_where_escaped(line: str, name: str) -> None:
    assert decide(line, name) is True


@pytest.mark.parametrize(
    "line", ["a\\", "[a", "a[c-a]", "[[:alpha:]]", "[[a]", "[]--a]", "[!a&&b]", "*a*b*c*d*", "a**b**c*d"]
)
def test_a_line_that_cannot_be_taken_is_passed_over(line: str) -> None:
    assert parse_rules(line) == parse_rules("")
    assert decide(f"{line}\na", "a") is True


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("a*b*c*d*", "abcd"),
        ("**/*a*b*.c", "x/1a2b3.c"),
        ("**/src/**/tests/**/*.spec.*", "src/tests/a.spec.js"),
        ("*/*/*/*/*/*.py", "a/b/c/d/e/f.py"),
    ],
)
def test_wildcards_as_people_write_them_are_taken(line: str, entry: str) -> None:
    assert decide(line, entry) is True


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("*a*a*a*b", "a" * 255),
        ("*?*?*?*b", "a" * 255),
        ("*a*a*a*a*a*a*a*b", "a" * 255),
        ("a/**/a/**/a/**/*b", "/".join("a" * 200)),
        ("/".join(["*"] * 12) + "/b", "/".join(["a" * 255] * 15)),
    ],
)
def test_no_pattern_takes_long(line: str, path: str) -> None:
    rules = parse_rules(line)
    start = time.process_time()

    assert rules.decide(path, is_folder=False) is None
    assert time.process_time() - start < 2


@pytest.mark.parametrize("text", ["[a" * 100_000, "*" * 200_000, "a/**/" * 40_000, "/** " * 50_000, "?" * 200_000])
def test_no_line_takes_long_to_parse(text: str) -> None:
    start = time.process_time()
    parse_rules(text)

    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("rules", "covered", "others"),
    [
        ("src", "src src/a src/a/b x/src/a", "a srcs/a"),
        ("src/", "src/a", "src"),
        ("/src/*.py", "src/a.py src/d.py/x", "src/d/a.py a.py"),
        ("src\n!src/gen", "src/a", "src/gen src/gen/a"),
        ("src/gen\n!src", "src/gen src/gen/a", "src/a"),
        ("*.py\n", "a.py x/y/a.py", "a.c"),
        ("**/tests/**", "tests/a x/tests/y/a", "tests a"),
        ("", "", "a"),
    ],
)
def test_patterns_cover_files_by_any_folder_above(rules: str, covered: str, others: str) -> None:
    answers = {path: parse_rules(rules).covers(path) for path in f"{covered} {others}".split()}

    assert answers == dict.fromkeys(covered.split(), True) | dict.fromkeys(others.split(), False)


@pytest.mark.parametrize(
    ("entry", "git", "own", "reason"),
    [
        ("a.log", "*.log", "", "ignored"),
        ("a.log", "", "*.log", "ignored"),
        ("a.log", "*.log", "!a.log", None),
        ("a.log", "!*.log", "a.log", "ignored"),
        ("node_modules/", "", "", "vendored"),
        ("node_modules/", "!node_modules", "", "vendored"),
        ("node_modules/", "", "!node_modules/", None),
        ("node_modules/", "node_modules", "", "ignored"),
        ("node_modules", "", "", None),
        ("uv.lock", "", "", "generated"),
        ("uv.lock/", "", "", None),
        (".git/", "!.git", "!.git", "ignored"),
        (".git", "", "!.git", "ignored"),
        ("a.py", "", "", None),
    ],
)
def test_own_rules_go_before_gits_and_both_before_built_in_names(
    entry: str, git: str, own: str, reason: str | None
) -> None:
    scope = IgnoreScope().enter("", parse_rules(git), parse_rules(own))

    assert scope.reason(entry.rstrip("/"), entry.endswith("/"), vendored=False) == reason


def test_built_in_names_can_be_let_in_but_not_past_the_rules() -> None:
    scope = IgnoreScope().enter("", parse_rules("vendor"))

    assert scope.reason("node_modules", is_folder=True, vendored=True) is None
    assert scope.reason("vendor", is_folder=True, vendored=True) == "ignored"


def test_a_deeper_file_goes_first_where_it_names_the_entry() -> None:
    scope = IgnoreScope().enter("", parse_rules("*.log\n*.tmp")).enter("x/", parse_rules("!keep.log\n/y"))

    reasons = {path: scope.reason(path, is_folder=False, vendored=False) for path in ("x/a.log", "x/keep.log", "x/y")}
    assert reasons == {"x/a.log": "ignored", "x/keep.log": None, "x/y": "ignored"}


def test_a_deeper_rule_that_keeps_a_folder_does_not_keep_its_contents() -> None:
    scope = IgnoreScope().enter("", parse_rules("d/\n*.log")).enter("x/", parse_rules("!d/"))

    assert scope.reason("x/d", is_folder=True, vendored=False) is None
    assert scope.reason("x/d/a.log", is_folder=False, vendored=False) == "ignored"
