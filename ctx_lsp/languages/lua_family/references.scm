(function_call name: [
  (identifier) @reference.call
  (dot_index_expression field: (identifier) @reference.call)
  (method_index_expression method: (identifier) @reference.call)])

((function_call
   name: (identifier) @_call
   arguments: (arguments (table_constructor (field
     name: (identifier) @_index
     value: [(identifier) @reference.inherits (dot_index_expression field: (identifier) @reference.inherits)]))))
 (#any-of? @_call "setmetatable")
 (#any-of? @_index "__index"))

(identifier) @reference.read

; Names that are not references

((function_call name: (identifier) @skip)
 (#any-of? @skip "require"))
((dot_index_expression table: (function_call name: (identifier) @_require)) @skip
 (#any-of? @_require "require"))
(variable_declaration (assignment_statement (variable_list (identifier) @skip)))
(variable_list (dot_index_expression table: (identifier) @skip))
(function_declaration name: [
  (dot_index_expression table: (identifier) @skip)
  (method_index_expression table: (identifier) @skip)])

(field name: (identifier) @skip)
(field value: (identifier) @reference.read)

; Parameters and local variables

(variable_declaration (assignment_statement (variable_list name: (identifier) @local)))
(variable_declaration (variable_list name: (identifier) @local))
(for_generic_clause (variable_list name: (identifier) @local))
(for_numeric_clause name: (identifier) @local)
