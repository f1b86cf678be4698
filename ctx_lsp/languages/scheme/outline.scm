; Functions and values

((list . (symbol) @_define . (symbol) @name) @definition.variable
 (#any-of? @_define "define"))
((list . (symbol) @_define . (list . (symbol) @name) . (_) @body) @definition.function
 (#any-of? @_define "define" "define*" "define-inlinable" "define-syntax-rule" "define-public" "define-macro"
   "define-integrable"))
((list . (symbol) @_define . (list . (list . (symbol) @name)) . (_) @body) @definition.function
 (#any-of? @_define "define"))
((list
   . (symbol) @_define
   . (symbol) @name
   . (list . (symbol) @_lambda . (_) . (_) @body)) @definition.function
 (#any-of? @_define "define" "define-public")
 (#any-of? @_lambda "lambda" "lambda*" "case-lambda"))
((list . (symbol) @_define . (symbol) @name . (_) @body) @definition.function
 (#any-of? @_define "define-syntax"))
((list . (symbol) @_define . [(symbol) @name (list . (symbol) @name)]) @definition.struct
 (#any-of? @_define "define-record-type"))
((list . (symbol) @_define . (_) . (_) . (_) (list . (symbol) @name) @definition.field)
 (#any-of? @_define "define-record-type"))

((list . (symbol) @_let) @local
 (#any-of? @_let "let" "let*" "letrec" "let-values" "lambda"))

; Documentation

(comment) @comment

; Libraries

((list . (symbol) @_library . (list) @name . (_) @body) @definition.module
 (#any-of? @_library "define-library" "library"))
((list . (symbol) @_export (symbol) @exported.name)
 (#any-of? @_export "export"))
((list . (symbol) @_import (list) @import.module) @import.star
 (#any-of? @_import "import" "use-modules"))
