"""Scheme: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
(define-library (shapes core)
  (import (scheme base) (only (srfi 1) first))
  (export area)
  (begin
   (define max-sides 8)
   ; Its area.
   (define (area shape) (let ((x (side shape))) (helper x)))
   (define-record-type point (make-point x y) point? (x point-x))
   (define-syntax swap! (syntax-rules () ((_ a b) a)))
   (define f (lambda (x) x))))
"""


def test_symbols() -> None:
    """Libraries hold functions, records and syntax."""
    assert symbols("a.sld", SOURCE) == expected("""
        Module (shapes core) | (define-library (shapes core)
        Variable (shapes core).max-sides | (define max-sides 8)
        Function (shapes core).area | (define (area shape) | "Its area."
        Struct (shapes core).point | (define-record-type point (make-point x y) point? (x point-x))
        Field (shapes core).point.x | (x point-x)
        Function (shapes core).swap! | (define-syntax swap!
        Function (shapes core).f | (define f (lambda (x)
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.sld", SOURCE) == expected("""
        (schemebase) *
        (only(srfi1)first) *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.sld", SOURCE) == expected("""
        call shapes in (shapes core)
        read core in (shapes core)
        call side in (shapes core).area
        call helper in (shapes core).area
        call make-point in (shapes core).point
        read x in (shapes core).point
        read y in (shapes core).point
        read point? in (shapes core).point
        read point-x in (shapes core).point.x
        read a in (shapes core).swap!
        read b in (shapes core).swap!
        read a in (shapes core).swap!
    """)
