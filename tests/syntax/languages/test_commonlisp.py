"""Common Lisp: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
;;;; Shapes.
(defpackage #:shapes (:use #:cl) (:export #:area))
(in-package :shapes)
(defparameter *max* 8 "Max.")
(defconstant +limit+ 3)
;; Its area.
(defun area (shape &key (scale 1))
  "Return it."
  (let ((side (side shape))) (helper side *max*)))
(defmacro check (form) `(progn ,form))
(defclass square (shape) ((side :initarg :side :accessor side) name) (:documentation "x"))
(defstruct point x (y 1))
(defgeneric draw (x) (:documentation "d"))
(defmethod draw ((s square)) (area s))
(define-condition bad (error) ())
(deftype small () 'integer)
(defun (setf side) (v s) v)
"""


def test_symbols() -> None:
    """Definitions by their macro, with slots of classes and structures."""
    assert symbols("a.lisp", SOURCE) == expected("""
        Module shapes | (defpackage #:shapes (:use #:cl) (:export #:area)) | "Shapes."
        Variable *max* | (defparameter *max* 8 "Max.")
        Constant +limit+ | (defconstant +limit+ 3)
        Function area | (defun area (shape &key (scale 1)) | "Return it."
        Function check | (defmacro check (form)
        Class square | (defclass square (shape) | inherits shape
        Field square.side | (side :initarg :side :accessor side)
        Field square.name | name
        Struct point | (defstruct point x (y 1))
        Field point.x | x
        Field point.y | (y 1)
        Function draw#2 | (defgeneric draw (x)
        Function draw | (defmethod draw ((s square))
        Class bad | (define-condition bad (error) | inherits error
        Interface small | (deftype small () 'integer)
        Function (setf side) | (defun (setf side) (v s)
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.lisp", SOURCE) == expected("""
        package shapes
        cl *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.lisp", SOURCE) == expected("""
        call helper in area
        read *max* in area
        inherits shape in square
        read side in square.side
        read square in draw
        call area in draw
        inherits error in bad
        read integer in small
        read side in (setf side)
    """)
