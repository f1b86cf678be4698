(list . (symbol) @reference.call)
((quote . "#'" . (symbol) @reference.call))
((list . (symbol) @_define . (symbol) . (list (symbol) @reference.inherits))
 (#any-of? @_define "defclass"))

(symbol) @reference.read

; Names that are not references

((list . (symbol) @_require . (quote) @skip)
 (#any-of? @_require "require" "provide" "autoload" "defalias"))
((symbol) @skip
 (#any-of? @skip "&optional" "&rest" "&key" "autoload" "cl-defgeneric" "cl-defmacro" "cl-defmethod" "cl-defstruct"
   "cl-defun" "declare" "defcustom" "defface" "defgroup" "defclass" "define-derived-mode" "define-minor-mode" "interactive"
   "nil" "not" "provide" "require" "t" "unless" "when"))

; Parameters and local variables

(function_definition parameters: (list (symbol) @local))
(macro_definition parameters: (list (symbol) @local))
((list . (symbol) @_define . (symbol) . (list [(symbol) @local (list . (symbol) @local)]))
 (#any-of? @_define "cl-defun" "cl-defmacro" "cl-defmethod" "cl-defgeneric"))
(special_form ["let" "let*"] . (list (list . (symbol) @local)))
(special_form ["let" "let*"] . (list (symbol) @local))
(special_form "lambda" . (list (symbol) @local))
