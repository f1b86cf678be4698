; Bindings of sets and of `let`

(binding attrpath: (attrpath attr: (_) @name .)) @definition.field
(binding attrpath: (attrpath attr: (_) @name .) expression: (attrset_expression) @body) @definition.object
(binding attrpath: (attrpath attr: (_) @name .) expression: (rec_attrset_expression) @body) @definition.object
(binding attrpath: (attrpath attr: (_) @name .) expression: (function_expression body: (_) @body)) @definition.function
(let_expression (binding_set (binding attrpath: (attrpath . attr: (_) @name .)) @definition.variable))
(let_expression (binding_set (binding
  attrpath: (attrpath . attr: (_) @name .)
  expression: (function_expression body: (_) @body)) @definition.function))

; Documentation

(comment) @comment

; Imports

((binding
   attrpath: (attrpath . attr: (identifier) @import.alias .)
   expression: (apply_expression
     function: (apply_expression function: (variable_expression name: (identifier) @_import) argument: (path_expression)
       @import.module)))
 (#any-of? @_import "import" "callPackage"))
((binding
   attrpath: (attrpath . attr: (identifier) @import.alias .)
   expression: (apply_expression
     function: (variable_expression name: (identifier) @_import)
     argument: (path_expression) @import.module))
 (#any-of? @_import "import"))
((binding
   attrpath: (attrpath . attr: (identifier) @_imports .)
   expression: (list_expression element: (path_expression) @import.module @import.effect))
 (#any-of? @_imports "imports"))
