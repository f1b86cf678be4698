"""Starlark: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = '''
"""Rules."""
load("//tools:defs.bzl", "helper", other = "thing")
VERSION = "1"
_PRIVATE = 2
# Its area.
def area(name, srcs = [], **kwargs):
    """Makes it."""
    local = helper(name)
    native.cc_library(name = name, srcs = srcs + [VERSION])
    return [x for x in local]
my_rule = rule(implementation = _impl, attrs = {"deps": attr.label_list()})
cc_library(name = "lib", srcs = ["a.cc"], deps = [":other"])
'''


def test_symbols() -> None:
    """Functions, values and the targets of build files."""
    assert symbols("a.bzl", SOURCE) == expected("""
        Constant VERSION | VERSION = "1"
        Constant _PRIVATE | _PRIVATE = 2 | (hidden)
        Function area | def area(name, srcs = [], **kwargs) | "Makes it."
        Variable my_rule | my_rule = rule(implementation = _impl, attrs = {"deps": attr.label_list()})
        Object lib | cc_library(name = "lib", srcs = ["a.cc"], deps = [":other"])
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.bzl", SOURCE) == expected("""
        //tools:defs.bzl helper as helper
        //tools:defs.bzl thing as other
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.bzl", SOURCE) == expected("""
        call helper in area
        call native.cc_library in area
        read VERSION in area
        call rule in my_rule
        call attr.label_list in my_rule
        call cc_library in lib
    """)
