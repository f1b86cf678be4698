; Definitions

(function_declaration name: (identifier) @name body: (block)? @body) @definition.function
(function_declaration
  name: (dot_index_expression table: (_) @owner field: (identifier) @name)
  body: (block)? @body) @definition.function
(function_declaration
  name: (method_index_expression table: (_) @owner method: (identifier) @name)
  body: (block)? @body) @definition.method

; These match only at the top of a file, where a table is a module, a class or a namespace.
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name)) @definition.variable))
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.variable)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (table_constructor) @body)) @definition.object))
((chunk (variable_declaration (assignment_statement
   (variable_list . name: (identifier) @name)
   (expression_list . value: (function_call name: (identifier) @_call))) @definition.object))
 (#any-of? @_call "setmetatable"))

(chunk (assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (identifier) @name))) @definition.field)
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (identifier) @name))
  (expression_list . value: (function_definition body: (block)? @body))) @definition.function
(assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_definition body: (block)? @body))) @definition.function

; Fields of the tables at the top.
(chunk (variable_declaration (assignment_statement (expression_list . value: (table_constructor
  (field name: (identifier) @name) @definition.field)))))
(chunk (variable_declaration (assignment_statement (expression_list . value: (table_constructor
  (field name: (identifier) @name value: (function_definition body: (block)? @body)) @definition.method)))))
(chunk (assignment_statement (expression_list . value: (table_constructor
  (field name: (identifier) @name value: (function_definition body: (block)? @body)) @definition.function))))
(chunk (return_statement (expression_list . (table_constructor
  (field name: (identifier) @name value: (function_definition body: (block)? @body)) @definition.function))))

(variable_declaration (assignment_statement) @wrapped) @wrapper

(function_declaration "local" @hidden)

; Documentation

(comment) @comment

; Imports

((variable_declaration (assignment_statement
   (variable_list . name: (identifier) @import.alias)
   (expression_list . value: (function_call
     name: (identifier) @_require
     arguments: (arguments (string) @import.module)))))
 (#any-of? @_require "require"))
((variable_declaration (assignment_statement
   (variable_list . name: (identifier) @import.alias)
   (expression_list . value: (dot_index_expression
     table: (function_call name: (identifier) @_require arguments: (arguments (string) @import.module))
     field: (identifier) @import.name))))
 (#any-of? @_require "require"))
((chunk (function_call name: (identifier) @_require arguments: (arguments . (string) @import.module)) @import.effect)
 (#any-of? @_require "require"))
