; Functions

(function_definition name: (symbol) @name) @definition.function
(function_definition name: (symbol) @name docstring: (string) @body) @definition.function
(function_definition name: (symbol) @name parameters: (list) !docstring . (_) @body) @definition.function
(macro_definition name: (symbol) @name) @definition.function
(macro_definition name: (symbol) @name docstring: (string) @body) @definition.function
((list . (symbol) @_define . (symbol) @name) @definition.function
 (#any-of? @_define "cl-defun" "cl-defmacro" "cl-defgeneric" "cl-defmethod" "cl-defsubst" "define-inline"
   "define-minor-mode" "define-derived-mode" "define-globalized-minor-mode" "ert-deftest" "defalias" "transient-define-prefix"
   "transient-define-suffix" "transient-define-infix"))
((list . (symbol) @_define . (symbol) @name . (list) . (_) @body) @definition.function
 (#any-of? @_define "cl-defun" "cl-defmacro" "cl-defgeneric" "cl-defmethod" "cl-defsubst" "define-inline"
   "ert-deftest"))
((list . (symbol) @_define . (quote (symbol) @name)) @definition.function
 (#any-of? @_define "defalias"))

; Values and types

((special_form . ["defvar" "defconst"] . (symbol) @name) @definition.variable)
((special_form . "defconst" . (symbol) @name) @definition.constant)
((list . (symbol) @_define . (symbol) @name) @definition.variable
 (#any-of? @_define "defcustom" "defface" "defgroup" "defvar-local" "defvar-keymap"))
((list . (symbol) @_define . [(symbol) @name (list . (symbol) @name)]) @definition.struct
 (#any-of? @_define "cl-defstruct"))
((list . (symbol) @_define . (_) [(symbol) @name @definition.field (list . (symbol) @name) @definition.field])
 (#any-of? @_define "cl-defstruct"))
((list . (symbol) @_define . (symbol) @name . (list) . (list) @body) @definition.class
 (#any-of? @_define "defclass"))
((list . (symbol) @_define . (symbol) . (list) . (list (list . (symbol) @name) @definition.field))
 (#any-of? @_define "defclass"))

; Documentation

(comment) @comment
(function_definition docstring: (string) @doc)
(macro_definition docstring: (string) @doc)
(list (string) @doc)

; Imports

((list . (symbol) @_require . (quote (symbol) @import.module)) @import.star
 (#any-of? @_require "require"))
((list . (symbol) @_autoload . (quote (symbol) @import.name) . (string) @import.module)
 (#any-of? @_autoload "autoload"))
