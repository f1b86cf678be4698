; Functions

(list_lit . (defun . (defun_header
  function_name: [(sym_lit) (package_lit) (list_lit)] @name)) @body) @definition.function
(list_lit . (defun (defun_header function_name: [(sym_lit) (package_lit) (list_lit)] @name) . value: (_) @body))
  @definition.function
((list_lit . (sym_lit) @_define . [(sym_lit) (package_lit)] @name) @definition.function
 (#any-of? @_define "define-compiler-macro" "defsetf" "deftest" "define-setf-expander" "define-modify-macro"
   "declaim-inline" "test"))

; Types

((list_lit . (sym_lit) @_define . (sym_lit) @name . (list_lit) . (list_lit) @body) @definition.class
 (#any-of? @_define "defclass" "define-condition"))
((list_lit
   . (sym_lit) @_define
   . (sym_lit)
   . (list_lit)
   . (list_lit [(sym_lit) @name @definition.field (list_lit . (sym_lit) @name) @definition.field]))
 (#any-of? @_define "defclass" "define-condition"))
((list_lit . (sym_lit) @_define . [(sym_lit) @name (list_lit . (sym_lit) @name)]) @definition.struct
 (#any-of? @_define "defstruct"))
((list_lit . (sym_lit) @_define . (_) [(sym_lit) @name @definition.field (list_lit . (sym_lit) @name) @definition.field])
 (#any-of? @_define "defstruct"))
((list_lit . (sym_lit) @_define . (sym_lit) @name) @definition.interface
 (#any-of? @_define "deftype"))

; Values

((list_lit . (sym_lit) @_define . (sym_lit) @name) @definition.variable
 (#any-of? @_define "defvar" "defparameter" "defglobal"))
((list_lit . (sym_lit) @_define . (sym_lit) @name) @definition.constant
 (#any-of? @_define "defconstant" "define-constant"))

; Packages

((list_lit . (sym_lit) @_define . (kwd_lit (kwd_symbol) @name)) @definition.module
 (#any-of? @_define "defpackage"))
((list_lit . (sym_lit) @_in . (kwd_lit (kwd_symbol) @package))
 (#any-of? @_in "in-package"))
((list_lit . (kwd_lit (kwd_symbol) @_use) (kwd_lit (kwd_symbol) @import.module)) @import.star
 (#any-of? @_use "use"))

; Documentation

(comment) @comment
(block_comment) @comment
(defun (str_lit) @doc)
