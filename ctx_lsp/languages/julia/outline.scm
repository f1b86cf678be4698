; Modules and types

(module_definition name: (identifier) @name) @definition.module
(module_definition name: (identifier) @name (block) @body) @definition.module
(abstract_definition (type_head (identifier) @name)) @definition.interface
(abstract_definition (type_head (parametrized_type_expression . (identifier) @name))) @definition.interface
(abstract_definition (type_head (binary_expression . (identifier) @name))) @definition.interface
(abstract_definition (type_head
  (binary_expression . (parametrized_type_expression . (identifier) @name)))) @definition.interface
(primitive_definition (type_head (identifier) @name)) @definition.struct
(primitive_definition (type_head (binary_expression . (identifier) @name))) @definition.struct
(struct_definition (type_head (identifier) @name) (block)? @body) @definition.struct
(struct_definition (type_head (parametrized_type_expression . (identifier) @name)) (block)? @body) @definition.struct
(struct_definition (type_head (binary_expression . (identifier) @name)) (block)? @body) @definition.struct
(struct_definition
  (type_head (binary_expression . (parametrized_type_expression . (identifier) @name)))
  (block)? @body) @definition.struct

(struct_definition (block [
  (identifier) @name @definition.field
  (typed_expression . (identifier) @name) @definition.field
  (assignment . (typed_expression . (identifier) @name)) @definition.field
  (assignment . (identifier) @name) @definition.field
  (const_statement (identifier) @name) @definition.field
  (const_statement (typed_expression . (identifier) @name)) @definition.field]))

((macrocall_expression
   (macro_identifier (identifier) @_macro)
   (macro_argument_list . (identifier) @name)) @definition.enum
 (#any-of? @_macro "enum"))

; Functions. `Base.show` adds a method to a function of another module, and has its name.

(function_definition (signature [
  (identifier) @name
  (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)])
  (call_expression . (parametrized_type_expression . (identifier) @name))
  (typed_expression . (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)]))
  (where_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
  (where_expression . (call_expression . (parametrized_type_expression . (identifier) @name)))
  (where_expression . (typed_expression . (call_expression . [
    (identifier) @name
    (field_expression (identifier) @name .)])))
 ]) (block)? @body) @definition.function
(assignment
  . [
    (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)])
    (call_expression . (parametrized_type_expression . (identifier) @name))
    (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
    (where_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
    (where_expression . (call_expression . (parametrized_type_expression . (identifier) @name)))]
  (operator)
  . (_) @body) @definition.function
(macro_definition (signature (call_expression . (identifier) @name)) (block)? @body) @definition.function

; Values, at the top of a file or of a module

(source_file (assignment . (identifier) @name) @definition.variable)
(source_file (assignment . (typed_expression . (identifier) @name)) @definition.variable)
(source_file (assignment . (identifier) @name (operator) . (arrow_function_expression)) @definition.function)
(module_definition (block (assignment . (identifier) @name) @definition.variable))
(module_definition (block (assignment . (typed_expression . (identifier) @name)) @definition.variable))
(module_definition (block
  (assignment . (identifier) @name (operator) . (arrow_function_expression)) @definition.function))
(const_statement (assignment . (identifier) @name)) @definition.constant
(const_statement (assignment . (typed_expression . (identifier) @name))) @definition.constant
(global_statement (assignment . (identifier) @name)) @definition.variable
(global_statement (assignment . (typed_expression . (identifier) @name))) @definition.variable

(macrocall_expression (macro_argument_list . [(struct_definition) (function_definition) (assignment)] @wrapped .)) @wrapper
(arrow_function_expression) @local
(do_clause) @local
(let_statement) @local

; Documentation

(line_comment) @comment
(block_comment) @comment
(source_file (string_literal) @comment)
(module_definition (block (string_literal) @comment))

; Imports

(export_statement (identifier) @exported.name)
(using_statement [(identifier) @import.module (import_path) @import.module]) @import.star
(using_statement (selected_import
  . [(identifier) @import.module (import_path) @import.module]
  [(identifier) (macro_identifier)] @import.name))
(import_statement [(identifier) @import.module (import_path) @import.module])
(import_statement (import_alias . [(identifier) @import.module (import_path) @import.module] (identifier) @import.alias .))
(import_statement (selected_import
  . [(identifier) @import.module (import_path) @import.module]
  [(identifier) (macro_identifier)] @import.name))
(import_statement (selected_import
  . [(identifier) @import.module (import_path) @import.module]
  (import_alias . (identifier) @import.name (identifier) @import.alias .)))
((call_expression . (identifier) @_include (argument_list . (string_literal) @import.module)) @import.star
 (#any-of? @_include "include"))
