; Definitions

(program (binary_operator
  lhs: [(identifier) @name (string) @name]
  operator: ["<-" "=" "<<-"]) @definition.variable)
(binary_operator
  lhs: [(identifier) @name (string) @name]
  operator: ["<-" "=" "<<-"]
  rhs: (function_definition body: (_) @body)) @definition.function
(argument name: (identifier) @name value: (function_definition body: (_) @body)) @definition.member

; Classes created by a call

((binary_operator
   lhs: (identifier) @name
   operator: ["<-" "="]
   rhs: (call
     function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
     arguments: (arguments) @body)) @definition.class
 (#any-of? @_maker "R6Class" "setRefClass" "ggproto" "new_class"))
((call
   function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
   arguments: (arguments . argument: (argument value: (string) @name)) @body) @definition.class
 (#any-of? @_maker "setClass" "setClassUnion"))
((binary_operator
   rhs: (call
     function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
     arguments: (arguments . argument: (argument value: (string) @name)) @body)) @definition.class
 (#any-of? @_maker "setClass" "setClassUnion"))
((call
   function: (identifier) @_maker
   arguments: (arguments . argument: (argument value: (string) @name))) @definition.function
 (#any-of? @_maker "setGeneric"))
((call
   function: (identifier) @_maker
   arguments: (arguments
     . argument: (argument value: (string) @name)
     argument: (argument value: (function_definition body: (_) @body)))) @definition.function
 (#any-of? @_maker "setMethod"))
((call
   function: (identifier) @_maker
   arguments: (arguments argument: (argument
     name: (identifier) @_list
     value: (call arguments: (arguments argument: (argument name: (identifier) @name) @definition.field)))))
 (#any-of? @_maker "R6Class" "setRefClass")
 (#any-of? @_list "public" "private" "fields"))
((call
   function: (namespace_operator rhs: (identifier) @_maker)
   arguments: (arguments argument: (argument
     name: (identifier) @_list
     value: (call arguments: (arguments argument: (argument name: (identifier) @name) @definition.field)))))
 (#any-of? @_maker "R6Class" "setRefClass")
 (#any-of? @_list "public" "private" "fields"))
((call
   function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)]
   arguments: (arguments argument: (argument
     name: (identifier) @_list
     value: (call arguments: (arguments argument: (argument
       name: (identifier) @name
       value: (function_definition body: (_) @body)) @definition.method)))))
 (#any-of? @_maker "R6Class" "setRefClass")
 (#any-of? @_list "public" "private" "active" "methods"))

; Documentation

(comment) @comment

; Imports

((call
   function: (identifier) @_import
   arguments: (arguments . argument: (argument value: [(identifier) @import.module (string) @import.module]))) @import.star
 (#any-of? @_import "library" "require" "requireNamespace" "loadNamespace" "source"))
