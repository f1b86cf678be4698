"""The language table: names to languages, and that each row can be used."""

from collections import Counter

import pytest

from ctx_lsp.languages.table import Language, all_languages, files, language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.parser import parse
from ctx_lsp.text.source import SourceText


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/app.py", "python"),
        ("types.pyi", "python"),
        ("App.TSX", "tsx"),
        ("index.d.ts", "typescript"),
        ("main.mjs", "javascript"),
        ("Main.java", "java"),
        ("go.mod", "gomod"),
        ("lib.rs", "rust"),
        ("Makefile", "make"),
        ("Dockerfile.dev", "dockerfile"),
        ("CMakeLists.txt", "cmake"),
        ("notes.txt", "text"),
        ("README", "text"),
        ("README.md", "markdown"),
        (".bashrc", "bash"),
        (".gitignore", "gitignore"),
        ("old.cob", "cobol"),
        ("data.unheard-of", "text"),
        ("unheard-of", "text"),
    ],
)
def test_a_name_tells_the_language(path: str, expected: str) -> None:
    assert language_of(path) == expected


@pytest.mark.parametrize(
    ("path", "told", "expected"),
    [
        ("untitled://Untitled-1", "python", "python"),
        ("untitled://Untitled-1", "shellscript", "bash"),
        ("untitled://new.py", "TypeScriptReact", "tsx"),
        ("a.ipynb", "c++", "cpp"),
        ("a.ipynb", "unheard-of", "text"),
        ("a.py", "", "python"),
    ],
)
def test_a_language_mark_in_a_text_outweighs_its_name(path: str, told: str, expected: str) -> None:
    assert language_of(path, SourceText(b"#!/bin/sh\n", told)) == expected


def test_no_alias_is_a_language_or_is_given_twice() -> None:
    aliases = Counter(alias for row in files().values() for alias in row.aliases)
    assert not aliases.keys() & files().keys()
    assert [alias for alias, count in aliases.items() if count > 1 or alias != alias.lower()] == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("#!/bin/sh", "bash"),
        ("#!/usr/bin/env python3.11", "python"),
        ("#!/usr/bin/env -S node --harmony", "javascript"),
        ("#! /usr/bin/ruby2.7 -w", "ruby"),
        ("#!/opt/unheard-of", "text"),
        ("# no interpreter", "text"),
    ],
)
def test_the_first_line_tells_the_language_of_a_name_without_extension(line: str, expected: str) -> None:
    assert language_of("bin/tool", SourceText(f"{line}\n".encode())) == expected
    assert language_of("bin/tool.java", SourceText(f"{line}\n".encode())) == "java"


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.h", "int f(void);\n", "c"),
        ("a.h", "#include <vector>\n", "cpp"),
        ("a.h", "namespace a {\n", "cpp"),
        ("a.h", "int a = b::c;\n", "cpp"),
        ("a.h", "#define A /* a::b */ 1\nstruct a { a(const a&) = delete; };\n", "cpp"),
        ("a.h", "/* like Foo::bar, fe80::abcd */\nint delete(int new); // = delete;\n", "c"),
        ("a.h", '/*\n class of things\n*/\n#define A "nullptr"\nchar *a = "static_cast<b>";\n', "c"),
        ("a.m", "@interface A\n", "objc"),
        ("a.m", "function y = f(x)\n", "matlab"),
        ("a.scm", "(define (f x) x)\n", "scheme"),
        ("a.scm", "(identifier) @name\n", "query"),
        ("a.ts", "const a = 1;\n", "typescript"),
        ("a.ts", '<?xml version="1.0"?>\n', "xml"),
    ],
)
def test_the_text_decides_where_an_extension_is_shared(path: str, text: str, expected: str) -> None:
    assert language_of(path, SourceText(text.encode())) == expected


def test_an_unknown_language_is_plain_text() -> None:
    assert language("unheard-of") == language("text")


@pytest.mark.parametrize("row", all_languages(), ids=lambda row: row.name)
def test_each_row_names_a_grammar_that_parses_and_a_category(row: Language) -> None:
    assert row.category in ("code", "prose", "data")
    assert not row.grammar or parse(row.grammar, b"a b\n") is not None


def test_no_two_languages_claim_the_same_name() -> None:
    for key in ("extensions", "filenames", "shebangs"):
        times = Counter(name for row in files().values() for name in getattr(row, key))
        assert [name for name, number in times.items() if number > 1] == []


@pytest.mark.parametrize("name", ["agda", "cobol"])
def test_grammars_that_hang_or_crash_are_not_used(name: str) -> None:
    assert language(name).grammar == ""
