; Definitions

(function_statement (function_name) @name "{" @body) @definition.function
(class_statement . (simple_name) @name "{" @body) @definition.class
(enum_statement (simple_name) @name "{" @body) @definition.enum
(enum_member (simple_name) @name) @definition.enum_member
(class_property_definition (variable) @name) @definition.field
(class_method_definition (simple_name) @name "{" @body) @definition.method
(program (statement_list (pipeline (assignment_expression (left_assignment_expression (logical_expression
  (bitwise_expression (comparison_expression (additive_expression (multiplicative_expression (format_expression
    (range_expression (array_literal_expression (unary_expression (variable) @name)))))))))))) @definition.variable))

(script_block_expression) @local
(class_property_definition (class_attribute) @hidden
 (#any-of? @hidden "hidden"))

; Documentation

(comment) @comment

; Imports

((command
   command_name: (command_name) @_import
   command_elements: (command_elements (generic_token) @import.module)) @import.star
 (#any-of? @_import "Import-Module" "import-module"))
((command
   command_name: (command_name) @_using
   command_elements: (command_elements . (command_argument_sep) . (generic_token) (generic_token) @import.module))
  @import.star
 (#any-of? @_using "using"))
((command
   (command_invokation_operator) @_dot
   command_name: (command_name_expr (command_name) @import.module)) @import.star
 (#any-of? @_dot "."))
