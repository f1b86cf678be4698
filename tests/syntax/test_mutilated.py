"""Texts with pieces removed, doubled and moved: the facts stay valid, in every language with a small test source."""

import random
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.text.source import SourceText
from tests.syntax.invariants import assert_sound

PATHS = {
    "clojure": "a.clj", "cmake": "CMakeLists.txt", "commonlisp": "a.lisp", "d": "a.d", "dart": "a.dart",
    "elisp": "a.el", "erlang": "a.erl", "fish": "a.fish", "fortran": "a.f90", "fsharp": "a.fs", "gleam": "a.gleam",
    "glsl": "a.glsl", "julia": "a.jl", "luau": "a.luau", "make": "Makefile", "nim": "a.nim", "nix": "a.nix",
    "objc": "a.m", "ocaml": "a.ml", "ocaml_interface": "a.mli", "odin": "a.odin", "pascal": "a.pas", "perl": "a.pl",
    "powershell": "a.ps1", "r": "a.R", "racket": "a.rkt", "scheme": "a.sld", "solidity": "a.sol", "starlark": "a.bzl",
    "tcl": "a.tcl", "v": "a.v", "verilog": "a.sv", "vhdl": "a.vhdl",
}  # fmt: skip
TIMES = 30


@pytest.mark.parametrize("language", PATHS)
def test_a_mutilated_text_has_sound_facts(language: str) -> None:
    text = source_of(import_module(f"tests.syntax.languages.test_{language}"))
    rng = random.Random(language)  # noqa: S311  # repeatable, not secret
    for _ in range(TIMES):
        source = SourceText(mutilated(text, rng).encode())
        facts = file_facts(PATHS[language], source)
        assert_sound(facts, source)


def test_each_of_them_is_a_language_with_its_own_test() -> None:
    folder = Path(__file__).parent / "languages"
    assert all((folder / f"test_{language}.py").is_file() for language in PATHS)


def source_of(module: ModuleType) -> str:
    """The text in the tests of a language."""
    source = module.SOURCE
    assert isinstance(source, str)
    return source


def mutilated(text: str, rng: random.Random) -> str:
    """`text` after one to four removals, doublings or moves of a random piece."""
    for _ in range(rng.randint(1, 4)):
        start, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        piece, rest = text[start:end], text[:start] + text[end:]
        at = rng.randrange(len(rest) + 1)
        text = rng.choice((rest, text[:end] + piece + text[end:], rest[:at] + piece + rest[at:])) or text
    return text
