(list . (symbol) @reference.call)
(symbol) @reference.read

; Names that are not references

((list . (symbol) @_skipped) @skip
 (#any-of? @_skipped "provide" "require" "import" "export"))
((list . (symbol) @_define . (list . (symbol) @skip))
 (#any-of? @_define "define" "define-syntax-rule" "define-syntax" "define/public" "define/contract"))
((symbol) @skip
 (#any-of? @skip "*" "+" "-" "..." "/" "<" "<=" "=" "=>" ">" ">=" "_" "and" "begin" "case" "class" "cond" "define"
   "define-library" "define-record-type" "define-struct" "define-syntax" "define-syntax-rule" "define-values"
   "define/contract" "define/public" "do" "else" "if" "lambda" "let" "let*" "let*-values" "let-values" "letrec"
   "module" "module+" "not" "or" "quote" "set!" "struct" "syntax-rules" "this" "unless" "when" "λ"))

; Parameters and local variables

((list . (symbol) @_define . (list (symbol) . (symbol) @local))
 (#any-of? @_define "define" "define/public" "define/contract" "define-syntax" "define-syntax-rule"))
((list . (symbol) @_define . (list (list . (symbol) @local)))
 (#any-of? @_define "define" "define/public" "define/contract"))
((list . (symbol) @_lambda . (list (symbol) @local))
 (#any-of? @_lambda "lambda" "λ"))
((list . (symbol) @_let . (list (list . (symbol) @local)))
 (#any-of? @_let "let" "let*" "letrec" "for" "for/list" "for/fold" "parameterize"))
