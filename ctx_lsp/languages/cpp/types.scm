; References, default values, functions with a result type after an arrow

(parameter_declaration type: (_) @typed.type declarator: (reference_declarator (identifier) @typed.name))
(optional_parameter_declaration
  type: (_) @typed.type
  declarator: [
    (identifier) @typed.name
    (pointer_declarator declarator: (identifier) @typed.name)
    (reference_declarator (identifier) @typed.name)])
(declaration
  type: (_) @typed.type
  declarator: [
    (reference_declarator (identifier) @typed.name)
    (init_declarator declarator: (reference_declarator (identifier) @typed.name))
    (init_declarator declarator: (qualified_identifier name: (identifier) @typed.name))])
(field_declaration
  type: (_) @typed.type
  declarator: [
    (reference_declarator (field_identifier) @typed.name)
    (function_declarator declarator: (field_identifier) @typed.name)
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @typed.name))
    (reference_declarator (function_declarator declarator: (field_identifier) @typed.name))])
(function_definition
  type: (_) @typed.type
  declarator: [
    (function_declarator declarator: [
      (field_identifier) @typed.name
      (operator_name) @typed.name
      (qualified_identifier name: (identifier) @typed.name)
      (qualified_identifier name: (operator_name) @typed.name)
      (qualified_identifier name: (qualified_identifier name: (identifier) @typed.name))])
    (pointer_declarator declarator: (function_declarator declarator: [
      (field_identifier) @typed.name
      (operator_name) @typed.name
      (qualified_identifier name: (identifier) @typed.name)
      (qualified_identifier name: (qualified_identifier name: (identifier) @typed.name))]))
    (reference_declarator (function_declarator declarator: [
      (identifier) @typed.name
      (field_identifier) @typed.name
      (operator_name) @typed.name
      (qualified_identifier name: (identifier) @typed.name)
      (qualified_identifier name: (operator_name) @typed.name)
      (qualified_identifier name: (qualified_identifier name: (identifier) @typed.name))]))])
(declaration
  type: (_) @typed.type
  declarator: (reference_declarator (function_declarator declarator: (identifier) @typed.name)))
(function_definition declarator: (function_declarator
  declarator: [(identifier) (field_identifier)] @typed.name
  (trailing_return_type (type_descriptor) @typed.type)))
(declaration declarator: (function_declarator
  declarator: (identifier) @typed.name (trailing_return_type (type_descriptor) @typed.type)))
(field_declaration declarator: (function_declarator
  declarator: (field_identifier) @typed.name (trailing_return_type (type_descriptor) @typed.type)))
(alias_declaration name: (type_identifier) @typed.name type: (type_descriptor) @typed.type)

; Values without a declared type

(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: [
      (identifier) @typed.name
      (pointer_declarator declarator: (identifier) @typed.name)
      (reference_declarator (identifier) @typed.name)]
    value: (_) @typed.value))
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: [
      (identifier) @typed.name
      (pointer_declarator declarator: (identifier) @typed.name)
      (reference_declarator (identifier) @typed.name)]
    value: (conditional_expression consequence: (_) @typed.value alternative: (_) @typed.value)))
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: [
      (identifier) @typed.name
      (pointer_declarator declarator: (identifier) @typed.name)
      (reference_declarator (identifier) @typed.name)]
    value: (new_expression type: (_) @typed.type)))
((declaration
   type: (placeholder_type_specifier)
   declarator: (init_declarator
     declarator: [(identifier) @typed.name (reference_declarator (identifier) @typed.name)]
     value: (call_expression
       function: (qualified_identifier name: (identifier) @_same)
       arguments: (argument_list . (_) @typed.value .))))
 (#any-of? @_same "move" "forward" "ref" "cref" "as_const"))

(condition_clause value: (declaration
  type: (placeholder_type_specifier)
  declarator: [
    (identifier) @typed.name
    (pointer_declarator declarator: (identifier) @typed.name)
    (reference_declarator (identifier) @typed.name)]
  value: (_) @typed.value))

; Elements

(for_range_loop
  type: (placeholder_type_specifier)
  declarator: [(identifier) @typed.name (reference_declarator (identifier) @typed.name)]
  right: (_) @typed.element)
(for_range_loop
  type: (_) @typed.type
  declarator: [
    (identifier) @typed.name
    (pointer_declarator declarator: (identifier) @typed.name)
    (reference_declarator (identifier) @typed.name)])
(structured_binding_declarator (identifier) @typed.name)

; Results without a declared type

(lambda_expression) @closure
(function_definition
  type: (placeholder_type_specifier)
  body: (compound_statement (return_statement (_) @typed.result)))
