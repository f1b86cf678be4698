"""The guarded parser: rejected texts, and independence of one text from the next."""

import subprocess
import sys
from typing import cast

import pytest
from tree_sitter import Language

from ctx_lsp.syntax import parser
from ctx_lsp.syntax.degenerate import MAX_NESTING, is_degenerate
from ctx_lsp.syntax.parser import MAX_PARSED_BYTES, parse


def test_a_text_gives_a_tree_over_its_bytes() -> None:
    tree = parse("python", "größe = 1\n".encode())
    assert tree is not None
    assert tree.root_node.type == "module"
    assert tree.root_node.end_byte == len("größe = 1\n".encode())


def test_broken_text_gives_a_tree_too() -> None:
    tree = parse("python", b"def (:\n  class")
    assert tree is not None
    assert tree.root_node.has_error


def test_a_text_that_is_too_long_gives_none() -> None:
    line = b"".join(b"name_%d = %d\n" % (number, number * 7919 % 10_007) for number in range(120_000))
    assert parse("python", line[: MAX_PARSED_BYTES - 1].ljust(MAX_PARSED_BYTES)) is not None
    assert parse("python", line[:MAX_PARSED_BYTES].ljust(MAX_PARSED_BYTES + 1)) is None


@pytest.mark.parametrize(
    ("grammar", "piece"),
    [
        ("java", "a<"),
        ("swift", "/*"),
        ("yaml", "- "),
        ("json", "["),
        ("tsx", "case 1:"),
        ("go", "->"),
        ("dart", "operator "),
    ],
)
def test_texts_that_would_hang_or_crash_a_grammar_never_reach_it(grammar: str, piece: str) -> None:
    assert parse(grammar, piece.encode() * 20_000) is None
    assert parse(grammar, b"a") is not None


def test_nesting_is_counted_in_open_brackets() -> None:
    distinct = "".join(f"f{number}(" for number in range(MAX_NESTING)).encode()
    assert not is_degenerate(distinct)
    assert is_degenerate(distinct + b"g([{")
    assert not is_degenerate(b"".join(b"f%d([{}])\n" % number for number in range(2_000)))


def test_repetition_is_distinguished_from_tables() -> None:
    table = "".join(f'    ("name {number}", {number * 7919 % 10_007}),\n' for number in range(2_000)).encode()
    assert not is_degenerate(table)
    assert is_degenerate(b"    (0, 0),\n" * 2_000)
    assert not is_degenerate(b"    (0, 0),\n" * 20)


# Where nothing is mapped behind C's tables of character classes depends on the addresses of a process, so several try.
CRASH = """
import sys
from ctx_lsp.syntax.parser import parse
for character in "\U000e0067", "\U000f08d1", "\U0010ffff":
    for start in "{", "$", "<<", "'", '"', "(", "a", "@", "%", "#{":
        assert parse(sys.argv[1], (start + character).encode()) is not None
"""


@pytest.mark.parametrize("grammar", ["bash", "ruby", "php", "scala", "kotlin", "swift"])
def test_characters_beyond_the_tables_of_c_do_not_crash_a_scanner(grammar: str) -> None:
    runs = [subprocess.run([sys.executable, "-c", CRASH, grammar], check=False).returncode for _ in range(4)]
    assert runs == [0] * 4


def test_characters_beyond_the_tables_of_c_keep_their_places() -> None:
    text = 'x = "😀😀"\ny = 1  # 🏴\ndef f(): ...\n'.encode()
    tree = parse("python", text)
    assert tree is not None
    assert not tree.root_node.has_error
    found = [text[node.start_byte : node.end_byte].decode() for node in tree.root_node.children]
    assert found == ['x = "😀😀"', "y = 1", "# 🏴", "def f(): ..."]


def test_characters_beyond_the_tables_of_c_stay_single() -> None:
    tree = parse("go", "package a\n\nconst Irrelevant = '🤷'\n".encode())
    assert tree is not None
    assert not tree.root_node.has_error


class WindowsGrammar:
    """A grammar as compiled on Windows, where a token with a dash has no name in UTF-8."""

    def node_kind_for_id(self, number: int) -> str:
        return (b"->", b"\x96>")[number].decode()


def test_a_token_whose_name_is_not_utf8_has_none() -> None:
    grammar = cast("Language", WindowsGrammar())
    assert [parser._kind(grammar, number) for number in (0, 1)] == ["->", None]
