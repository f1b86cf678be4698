"""Emacs Lisp: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
;;; a.el --- shapes -*- lexical-binding: t -*-
(require 'cl-lib)
(autoload 'foo "foo")
(defvar shape-max 8 "How many.")
(defconst shape-name "a")
(defcustom shape-color 'red "Color." :type 'symbol)
(defgroup shape nil "Shapes.")
;; Its area.
(defun shape-area (shape &optional scale)
  "Return the area."
  (interactive)
  (let ((side (shape-side shape)) (y 1))
    (cl-loop for x in side do (message "%s" x))
    (helper side shape-max)))
(defmacro with-shape (s &rest body) `(progn ,@body))
(defsubst fast (x) x)
(cl-defun make (x &key y) x)
(cl-defstruct point x (y 1))
(define-minor-mode shape-mode "Mode.")
(define-derived-mode sh-mode prog-mode "Sh")
(defface shape-face '((t)) "Face.")
(cl-defgeneric draw (x))
(cl-defmethod draw ((x point)) (area x))
(defclass circle (shape) ((r :initarg :r)))
(provide 'a)
"""


def test_symbols() -> None:
    """Definitions by their macro, with their documentation."""
    assert symbols("a.el", SOURCE) == expected("""
        Variable shape-max | (defvar shape-max 8 "How many.")
        Constant shape-name | (defconst shape-name "a")
        Variable shape-color | (defcustom shape-color 'red "Color." :type 'symbol) | "Color."
        Variable shape | (defgroup shape nil "Shapes.") | "Shapes."
        Function shape-area | (defun shape-area (shape &optional scale) | "Return the area."
        Function with-shape | (defmacro with-shape (s &rest body) `(progn ,@body))
        Function fast | (defsubst fast (x)
        Function make | (cl-defun make (x &key y)
        Struct point | (cl-defstruct point x (y 1))
        Field point.x | x
        Field point.y | (y 1)
        Function shape-mode | (define-minor-mode shape-mode "Mode.") | "Mode."
        Function sh-mode | (define-derived-mode sh-mode prog-mode "Sh") | "Sh"
        Variable shape-face | (defface shape-face '((t)) "Face.") | "Face."
        Function draw#2 | (cl-defgeneric draw (x))
        Function draw | (cl-defmethod draw ((x point))
        Class circle | (defclass circle (shape) | inherits shape
        Field circle.r | (r :initarg :r)
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.el", SOURCE) == expected("""
        cl-lib *
        foo foo as foo
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.el", SOURCE) == expected("""
        read red in shape-color
        read :type in shape-color
        read symbol in shape-color
        call shape-side in shape-area
        call cl-loop in shape-area
        read for in shape-area
        read x in shape-area
        read in in shape-area
        read do in shape-area
        call message in shape-area
        read x in shape-area
        call helper in shape-area
        read shape-max in shape-area
        read prog-mode in sh-mode
        read point in draw
        call area in draw
        inherits shape in circle
        read :initarg in circle.r
        read :r in circle.r
    """)
