(list_lit . (sym_lit) @reference.call)
(list_lit . (package_lit symbol: (sym_lit) @reference.call))
((list_lit . (sym_lit) @_define . (sym_lit) . (list_lit (sym_lit) @reference.inherits))
 (#any-of? @_define "defclass" "define-condition"))

(sym_lit) @reference.read

; Names that are not references

((sym_lit) @skip
 (#any-of? @skip "&aux" "&body" "&key" "&optional" "&rest" "*" "+" "-" "/" "<" "=" ">" "and" "case" "cond"
   "declaim" "declare" "defclass" "defconstant" "define-condition" "defpackage" "defparameter" "defstruct" "deftype"
   "defvar" "do" "dolist" "dotimes" "eval-when" "flet" "handler-case" "if" "in-package" "labels" "lambda" "let" "let*"
   "loop" "nil" "not" "or" "progn" "quote" "return" "return-from" "setf" "setq" "t" "unless" "when"))

; Parameters and local variables

(defun_header lambda_list: (list_lit [(sym_lit) @local (list_lit . (sym_lit) @local)]))
((list_lit . (sym_lit) @_let . (list_lit [(sym_lit) @local (list_lit . (sym_lit) @local)]))
 (#any-of? @_let "let" "let*" "dolist" "dotimes" "lambda"))
