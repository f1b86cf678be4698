"""Bash and bats: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SCRIPT = """
#!/usr/bin/env bash
# Runs one file.
run_file() {
  local status=0
  helper "$1" "$RETRIES" || status=$?
  return "$status"
}

function helper { command git status; }

source lib/common.sh
. "$ROOT/lib/trace.sh"
RETRIES=3
readonly LIMIT=10
export name='x'
_private() { :; }
"""


def test_functions_and_variables_at_the_top() -> None:
    """Both spellings of a function; assignments inside one are not symbols."""
    assert symbols("a.sh", SCRIPT) == expected("""
        Function run_file | run_file() | "Runs one file."
        Function helper | function helper
        Constant RETRIES | RETRIES=3
        Constant LIMIT | readonly LIMIT=10
        Variable name | export name='x'
        Function _private | _private() | (hidden)
    """)


def test_sourced_files_are_imported_whole() -> None:
    """`source`, its short form, and the `load` of bats."""
    assert imports("a.sh", SCRIPT) == expected("""
        lib/common.sh *
        $ROOT/lib/trace.sh *
    """)
    assert imports("a.bats", "load test_helper") == "test_helper *"


def test_references_are_commands_and_known_variables() -> None:
    """Built-in commands and local variables are left out."""
    assert references("a.sh", SCRIPT) == expected("""
        call helper in run_file
        read RETRIES in run_file
        call command in helper
        call git in helper
        read ROOT in -
    """)


def test_tests_of_bats_are_functions() -> None:
    """A test is named by its title; its body is no part of it, since the grammar does not know bats."""
    assert symbols("a.bats", '@test "it runs" {\n  run run_file a\n}\n') == 'Function it runs | @test "it runs"'
