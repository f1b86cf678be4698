"""Racket: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
#lang racket/base
(require racket/list "util.rkt" (prefix-in s: srfi/1) (only-in racket/string string-trim))
(provide area (struct-out point))
(define max-sides 8)
;; Its area.
(define (area shape [scale 1])
  (define local (helper shape))
  (let ([x (side shape)]) (* x scale local)))
(define ((curried a) b) a)
(struct point (x y) #:transparent)
(define-struct circle (r))
(define-syntax-rule (check form) form)
(define-syntax (m stx) stx)
(define shape% (class object% (init-field name) (define/public (draw) (area this)) (super-new)))
(module+ test (check-equal? (area 1) 1))
"""


def test_symbols() -> None:
    """Functions, structures with their fields, classes and modules."""
    assert symbols("a.rkt", SOURCE) == expected("""
        Variable max-sides | (define max-sides 8)
        Function area | (define (area shape [scale 1]) | "Its area."
        Function curried | (define ((curried a) b)
        Struct point | (struct point (x y) #:transparent)
        Field point.x | x
        Field point.y | y
        Struct circle | (define-struct circle (r))
        Field circle.r | r
        Function check | (define-syntax-rule (check form)
        Function m | (define-syntax (m stx)
        Class shape% | (define shape%
        Method shape%.draw | (define/public (draw)
        Module test | (module+ test
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.rkt", SOURCE) == expected("""
        racket/list *
        util.rkt *
        srfi/1 *
        racket/string string-trim as string-trim
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.rkt", SOURCE) == expected("""
        read local in area
        call helper in area
        call side in area
        read local in area
        read a in curried
        read b in curried
        read a in curried
        read object% in shape%
        call init-field in shape%
        read name in shape%
        call area in shape%.draw
        call super-new in shape%
        call check-equal? in test
        call area in test
    """)
