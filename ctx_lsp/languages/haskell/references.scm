(apply function: [
  (variable) @reference.call
  (constructor) @reference.call
  (qualified id: (variable) @reference.call)
  (qualified id: (constructor) @reference.call)])
(infix operator: (infix_id [(variable) @reference.call (qualified id: (variable) @reference.call)]))

; A function composed or applied by an operator is called, although no argument follows it.
((infix left_operand: [(variable) @reference.call (qualified id: (variable) @reference.call)] operator: (operator) @_apply)
 (#any-of? @_apply "." "$" "$!" "<$>" "=<<" ">=>" "<=<" "<*>" ">>>" "<<<"))
((infix operator: (operator) @_apply right_operand: [(variable) @reference.call (qualified id: (variable) @reference.call)])
 (#any-of? @_apply "." ">>=" ">=>" "<=<" "&" "<&>" ">>>" "<<<"))

(variable) @reference.read
(constructor) @reference.read
(operator) @reference.read
(constructor_operator) @reference.read
(name) @reference.type

(class context: (context (apply constructor: (name) @reference.inherits)))
(class context: (context (parens (apply constructor: (name) @reference.inherits))))
(class context: (context (tuple (apply constructor: (name) @reference.inherits))))
(deriving classes: [
  (name) @reference.implements
  (parens (name) @reference.implements)
  (tuple (name) @reference.implements)
  (qualified id: (name) @reference.implements)
  (tuple (qualified id: (name) @reference.implements))])
(instance name: [(name) @reference.implements (qualified id: (name) @reference.implements)])
(deriving_instance name: [(name) @reference.implements (qualified id: (name) @reference.implements)])

; Names that are not references

(header) @skip
(import) @skip
(fixity) @skip
(function (infix operator: (_) @skip))
(pragma) @skip
(function name: (_) @skip)
(bind name: (_) @skip)
(signature name: (_) @skip)
(type_params) @skip
((operator) @skip
 (#any-of? @skip "+" "-" "*" "/" "." "$" "$!" "<" ">" "<=" ">=" "==" "/=" "&&" "||" "++" "<>" "<$>" "<$" "$>" "<*>" "<*" "*>"
   ">>=" ">>" "=<<" ">=>" "<=<" "<|>" "!!" "^" "&" "<&>"))

; Parameters and local variables

(patterns (variable) @local)
(patterns (as bind: (variable) @local))
(patterns (strict pattern: (variable) @local))
(patterns (parens pattern: (apply argument: (variable) @local)))
(patterns (parens pattern: (apply function: (apply argument: (variable) @local))))
(patterns (parens pattern: (infix (variable) @local)))
(patterns (tuple (variable) @local))
(patterns (list (variable) @local))
(bind pattern: (variable) @local)
(bind pattern: (tuple (variable) @local))
(generator pattern: (variable) @local)
(generator pattern: (tuple (variable) @local))
(alternative pattern: (variable) @local)
(alternative pattern: (apply argument: (variable) @local))
(alternative pattern: (apply function: (apply argument: (variable) @local)))
(alternative pattern: (infix (variable) @local))
(alternative pattern: (tuple (variable) @local))
(local_binds [
  (function name: (variable) @local)
  (bind name: (variable) @local)
  (signature name: (variable) @local)])
