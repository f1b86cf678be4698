"""Interned strings are freed with their last use."""

import sys

from ctx_lsp.base.interning import intern
from ctx_lsp.base.system import FREES_INTERNED_STRINGS

FEW = 100  # references; a string that is never freed has a count in the billions


def made(number: int) -> str:
    """A new string object, which the compiler cannot have interned."""
    return f"interned {number}"


def test_interned_strings_can_be_freed() -> None:
    assert sys.getrefcount(intern(made(1))) < FEW


def test_equal_strings_become_one_object_where_python_frees_them() -> None:
    assert (intern(made(2)) is intern(made(2))) == FREES_INTERNED_STRINGS
    assert intern(made(3)) == made(3)
