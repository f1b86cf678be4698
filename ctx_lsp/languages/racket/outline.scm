; Functions and values

((list . (symbol) @_define . (symbol) @name) @definition.variable
 (#any-of? @_define "define" "define-values" "define-parameter" "defparam"))
((list . (symbol) @_define . (list . (symbol) @name) . (_) @body) @definition.function
 (#any-of? @_define "define" "define/contract" "define-for-syntax" "define/public" "define/private" "define/override"
   "define-syntax" "define-syntax-rule" "define-simple-macro" "define-syntax-parse-rule" "define*"))
((list . (symbol) @_define . (list . (list . (symbol) @name)) . (_) @body) @definition.function
 (#any-of? @_define "define"))
((list
   . (symbol) @_define
   . (symbol) @name
   . (list . (symbol) @_lambda . (_) . (_) @body)) @definition.function
 (#any-of? @_define "define")
 (#any-of? @_lambda "lambda" "λ" "case-lambda" "opt-lambda"))
((list . (symbol) @_define . (symbol) @name . (_) @body) @definition.function
 (#any-of? @_define "define-syntax" "define-syntax-rule" "define-match-expander" "define-syntax-class"
   "define-splicing-syntax-class"))

; Types

((list . (symbol) @_define . (symbol) @name) @definition.struct
 (#any-of? @_define "struct" "define-struct"))
((list . (symbol) @_define . (symbol) . (list [(symbol) @name @definition.field (list . (symbol) @name) @definition.field]))
 (#any-of? @_define "struct" "define-struct"))
((list . (symbol) @_define . (symbol) . (symbol) . (list [
    (symbol) @name @definition.field
    (list . (symbol) @name) @definition.field]))
 (#any-of? @_define "struct" "define-struct"))
((list . (symbol) @_define . (symbol) @name . (list . (symbol) @_class) @body) @definition.class
 (#any-of? @_define "define")
 (#any-of? @_class "class" "class*" "mixin" "interface" "unit"))
((list . (symbol) @_module . (symbol) @name . (_) @body) @definition.module
 (#any-of? @_module "module" "module+" "module*"))

((list . (symbol) @_let) @local
 (#any-of? @_let "let" "let*" "letrec" "local" "let-values" "parameterize" "lambda" "λ"))

; Documentation

(comment) @comment

; Exports and imports

((list . (symbol) @_provide (symbol) @exported.name)
 (#any-of? @_provide "provide"))
((list . (symbol) @_provide (list . (symbol) @_out . (symbol) @exported.name))
 (#any-of? @_provide "provide")
 (#any-of? @_out "struct-out"))
((list . (symbol) @_provide (list . (symbol) @_out (list . (symbol) @exported.name)))
 (#any-of? @_provide "provide")
 (#any-of? @_out "contract-out"))
((list . (symbol) @_require [(symbol) (string)] @import.module) @import.star
 (#any-of? @_require "require"))
((list . (symbol) @_require (list . (symbol) @_in . [(symbol) (string)] @import.module (symbol) @import.name))
 (#any-of? @_require "require")
 (#any-of? @_in "only-in"))
((list . (symbol) @_require (list . (symbol) @_in . (symbol) . [(symbol) (string)] @import.module)) @import.star
 (#any-of? @_require "require")
 (#any-of? @_in "prefix-in"))
((list . (symbol) @_require (list . (symbol) @_in [(symbol) (string)] @import.module)) @import.star
 (#any-of? @_require "require")
 (#any-of? @_in "for-syntax"))
