; Functions and methods

(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (type_identifier) @owner)
    (pointer_type (type_identifier) @owner)
    (pointer_type (generic_type type: (type_identifier) @owner))]))
  name: (field_identifier) @name) @definition.method
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (type_identifier) @owner)
    (pointer_type (type_identifier) @owner)
    (pointer_type (generic_type type: (type_identifier) @owner))]))
  name: (field_identifier) @name
  body: (_) @body) @definition.method

; Types and their members

(type_spec name: (type_identifier) @name) @definition.class
(type_alias name: (type_identifier) @name) @definition.class
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_spec
  type: (struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field)))
(type_spec type: (interface_type (method_elem name: (field_identifier) @name) @definition.method))

; Values

(const_spec (identifier) @name) @definition.constant
(var_spec name: (identifier) @name) @definition.variable
[(block) (expression_case) (type_case) (default_case) (communication_case) (for_statement) (if_statement)] @local

; `var _ Interface = (*Type)(nil)` states that a type implements an interface

((var_spec
   . name: (identifier) @_blank
   . type: (_)
   . value: (expression_list [
     (call_expression function: (parenthesized_expression (unary_expression operand: (identifier) @owner)))
     (type_conversion_expression
       type: (parenthesized_type (pointer_type (generic_type type: (type_identifier) @owner))))
     (unary_expression operand: (composite_literal type: (type_identifier) @owner))
     (composite_literal type: (type_identifier) @owner)] @body)) @scope
 (#any-of? @_blank "_"))

; Context of definitions

(const_declaration . (const_spec) @wrapped .) @wrapper
(var_declaration . (var_spec) @wrapped .) @wrapper
(type_declaration . (type_spec) @wrapped .) @wrapper
(type_declaration . (type_alias) @wrapped .) @wrapper
(comment) @comment
(package_clause (package_identifier) @package)

; Imports

(import_spec !name path: (_) @import.module)
(import_spec name: (package_identifier) @import.alias path: (_) @import.module)
(import_spec name: (dot) @import.star path: (_) @import.module)
(import_spec name: (blank_identifier) @import.effect path: (_) @import.module)
