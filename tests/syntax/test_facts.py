"""Facts of any text: nothing raises, spans nest, chunks hold every byte, and equal texts have equal facts."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import PurePosixPath

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.model import chunk_text
from ctx_lsp.syntax.reference import References
from ctx_lsp.text.source import SourceText
from tests.syntax.invariants import assert_sound

EXTENSIONS = "py js ts tsx java go rs c cpp cs rb php kt swift scala lua ex hs zig sh"
OUTLINED = tuple(f"a.{extension}" for extension in EXTENSIONS.split())
MARKUP = "md rst txt html css scss less vue svelte astro json yaml toml xml ini properties csv sql tf proto graphql"
CHUNKED = (*(f"a.{extension}" for extension in MARKUP.split()), "a.r", "a.jl", "Makefile", "Dockerfile")

# Words that open and close things, so that what is generated is often nearly a program.
WORDS = (
    '( ) { } [ ] < > , ; : . = => -> :: + * & | ! ? @ # // /* */ /** " \' ` """ ${ \\ \n \n\n \r\n \t \f é 漢 😀 '
    "a b Foo BAR self this x.y 1 'text' class def function fn func struct enum interface trait impl for type const "
    "let var static pub private export default import from use mod package return if else while async await new "
    "extends implements @decorator #[derive(A)] async def(): lambda of in as "
    '<script> </script> <style lang="scss"> </style> <template> <div id="a" @click="b()"> </div> {{ }} --- # ## '
    "--x: .a #b @media @mixin resource message CREATE TABLE a: - key: [a.b] [[c]] <!-- -->"
)
FRAGMENTS = tuple(WORDS.split(" "))
programs = st.lists(st.sampled_from(FRAGMENTS), max_size=60).map(" ".join)
texts = st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace").decode())


@pytest.mark.parametrize("path", OUTLINED + CHUNKED)
@given(text=programs | texts)
@example(text="[a.b] .a")  # an index of nothing
@example(text="? :")  # a definition without a letter
@example(text="function . class function =")  # a value that has not been written yet, at the end of the text
@example(text="\r0")  # one grammar counts the blank in with the key
@settings(deadline=None)  # the first text of a language waits for its queries to be compiled
def test_any_text_gives_sound_facts(path: str, text: str) -> None:
    source = SourceText(text.encode())
    facts = file_facts(path, source)
    assert_sound(facts, source)
    assert facts == file_facts(path, SourceText(text.encode()))


@pytest.mark.parametrize("path", OUTLINED)
def test_threads_do_not_disturb_each_other(path: str) -> None:
    sources = [SourceText(f"class A{number} {{ a() {{ return {number} }} }}\n".encode() * 50) for number in range(20)]
    alone = [file_facts(path, source) for source in sources]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda source: file_facts(path, source), sources)) == alone


@pytest.mark.parametrize("path", OUTLINED + CHUNKED)
@pytest.mark.parametrize("text", ["", "\n", " \t\r\n\f"])
def test_an_empty_text_has_no_facts(path: str, text: str) -> None:
    facts = file_facts(path, SourceText(text.encode()))
    assert facts.outline.language == language_of(path)
    assert (facts.outline.symbols, facts.references, facts.chunks) == ((), References(), ())


def test_a_line_of_20_megabytes_becomes_many_chunks() -> None:
    source = SourceText("слово ".encode() * 1_900_000)
    facts = file_facts("a.py", source)
    assert_sound(facts, source)
    assert max(len(chunk_text(source, chunk).encode()) for chunk in facts.chunks) <= 1_500


@pytest.mark.parametrize("path", OUTLINED + CHUNKED)
@pytest.mark.parametrize("piece", ["(", "[{", "a<", "- ", "if (a) {", "/*", "def f():\n "])
def test_bottomless_nesting_is_chunked_as_plain_text(path: str, piece: str) -> None:
    source = SourceText(piece.encode() * 20_000)
    facts = file_facts(path, source)
    assert_sound(facts, source)
    assert facts.outline.symbols == ()


def test_many_definitions_in_each_other_are_read_without_recursion() -> None:
    depth = 300
    lines = [" " * level + f"def f{level}(a):\n" for level in range(depth)]
    source = SourceText("".join([*lines, " " * depth + "1\n"]).encode())
    facts = file_facts("a.py", source)
    assert_sound(facts, source)
    assert len(facts.outline.symbols) == depth
    assert facts.outline.symbols[-1].qualname.count(".") == depth - 1


def test_one_statement_may_bind_thousands_of_names() -> None:
    names = [f"name{number}" for number in range(3_000)]
    source = SourceText(f"package a\n\nvar {', '.join(names)} int\n".encode())
    facts = file_facts("a.go", source)
    assert_sound(facts, source)
    assert [symbol.name for symbol in facts.outline.symbols] == names


def test_outlined_languages_have_grammars() -> None:
    for path in OUTLINED:
        assert language(language_of(path)).grammar, PurePosixPath(path).suffix
