; Procedures and namespaces

(procedure name: (_) @name body: (_) @body) @definition.function
(namespace (word_list . (simple_word) @_eval . (simple_word) @name . (braced_word) @body)
 (#any-of? @_eval "eval")) @definition.namespace
(set . (id) @name) @definition.variable
((command name: (simple_word) @_variable arguments: (word_list . (simple_word) @name)) @definition.variable
 (#any-of? @_variable "variable"))

; Classes

((command
   name: (simple_word) @_class
   arguments: (word_list . (simple_word) @_create . (simple_word) @name . (braced_word) @body)) @definition.class
 (#any-of? @_class "oo::class" "::oo::class")
 (#any-of? @_create "create"))
((command
   name: (simple_word) @_class
   arguments: (word_list . (simple_word) @name . (braced_word) @body .)) @definition.class
 (#any-of? @_class "snit::type" "snit::widget" "itcl::class" "::snit::type" "::snit::widget"))
((command
   name: (simple_word) @_method
   arguments: (word_list . (simple_word) @name . (_) . (braced_word) @body .)) @definition.method
 (#any-of? @_method "method" "typemethod"))
((command name: (simple_word) @name arguments: (word_list . (_) . (braced_word) @body .)) @definition.constructor
 (#any-of? @name "constructor"))

; Documentation

(comment) @comment

; Imports

((command name: (simple_word) @_package arguments: (word_list . (simple_word) @_require . (simple_word) @import.module))
  @import.star
 (#any-of? @_package "package")
 (#any-of? @_require "require"))
((command name: (simple_word) @_source arguments: (word_list (simple_word) @import.module .)) @import.star
 (#any-of? @_source "source"))
