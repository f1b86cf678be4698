; Functions and variables

(function_definition name: (word) @name) @definition.function
(function_definition name: (word) @name [
  (command)
  (if_statement)
  (for_statement)
  (switch_statement)
  (while_statement)
  (begin_statement)
  (return)] @body) @definition.function
((program (command name: (word) @_set . argument: (word) @_scope . argument: (word) @name) @definition.variable)
 (#any-of? @_set "set")
 (#any-of? @_scope "-g" "-x" "-gx" "-xg" "-U" "-Ux" "--global" "--universal" "--export"))

; Documentation

(comment) @comment

; Imports

((command name: (word) @_source argument: (_) @import.module) @import.star
 (#any-of? @_source "source" "."))
