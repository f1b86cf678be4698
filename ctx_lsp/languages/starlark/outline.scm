; Functions, values and rules

(function_definition name: (identifier) @name body: (block) @body) @definition.function
(module (expression_statement (assignment left: (identifier) @name) @definition.variable))
(module (expression_statement (assignment
  left: (identifier) @name
  right: (lambda body: (_) @body)) @definition.function))

; A target of a build file.
(module (expression_statement (call
  function: (identifier)
  arguments: (argument_list (keyword_argument name: (identifier) @_name value: (string) @name)))) @definition.object
 (#any-of? @_name "name"))

(lambda) @local

; Documentation

(comment) @comment
(block . (expression_statement (string) @doc))

; Imports

((call
   function: (identifier) @_load
   arguments: (argument_list . (string) @import.module (string) @import.name))
 (#any-of? @_load "load"))
((call
   function: (identifier) @_load
   arguments: (argument_list
     . (string) @import.module
     (keyword_argument name: (identifier) @import.alias value: (string) @import.name)))
 (#any-of? @_load "load"))
