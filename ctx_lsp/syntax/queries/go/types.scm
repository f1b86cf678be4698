; Declared types

(parameter_declaration name: (identifier) @typed.name type: (_) @typed.type)
(variadic_parameter_declaration name: (identifier) @typed.name type: (_) @typed.item)
(field_declaration name: (field_identifier) @typed.name type: (_) @typed.type)
(var_spec name: (identifier) @typed.name type: (_) @typed.type)
(const_spec name: (identifier) @typed.name type: (_) @typed.type)
(type_alias name: (type_identifier) @typed.name type: (_) @typed.type)
(type_spec name: (type_identifier) @typed.name type: [
  (type_identifier)
  (qualified_type)
  (pointer_type)
  (slice_type)
  (array_type)
  (map_type)
  (function_type)] @typed.type)
(function_declaration name: (identifier) @typed.name result: (_) @typed.type)
(method_declaration name: (field_identifier) @typed.name result: (_) @typed.type)
(method_elem name: (field_identifier) @typed.name result: (_) @typed.type)
(function_declaration
  name: (identifier) @typed.name
  result: (parameter_list . (parameter_declaration type: (_) @typed.type)))
(method_declaration
  name: (field_identifier) @typed.name
  result: (parameter_list . (parameter_declaration type: (_) @typed.type)))
(method_elem
  name: (field_identifier) @typed.name
  result: (parameter_list . (parameter_declaration type: (_) @typed.type)))

; Values; of several results the first is what the function is taken to give

(short_var_declaration
  left: (expression_list . (identifier) @typed.name)
  right: (expression_list . (_) @typed.value))
(short_var_declaration
  left: (expression_list . (identifier) . (identifier) @typed.name)
  right: (expression_list . (_) . (_) @typed.value))
(short_var_declaration left: (expression_list (identifier) . (identifier) @typed.name))
(var_spec name: (identifier) @typed.name !type value: (expression_list . (_) @typed.value))
(range_clause left: (expression_list . (identifier) . (identifier) @typed.name) right: (_) @typed.element)
(range_clause left: (expression_list . (identifier) @typed.name))
(receive_statement left: (expression_list . (identifier) @typed.name) right: (unary_expression operand: (_) @typed.element))
(type_switch_statement alias: (expression_list (identifier) @typed.name))
(type_switch_statement
  alias: (expression_list (identifier) @typed.name)
  (type_case . type: (_) @typed.type . (_) @typed.block))
(short_var_declaration
  left: (expression_list . (identifier) @typed.name)
  right: (expression_list . (type_assertion_expression type: (_) @typed.type)))
((short_var_declaration
   left: (expression_list . (identifier) @typed.name)
   right: (expression_list . (call_expression
     function: (identifier) @_new arguments: (argument_list . (_) @typed.type))))
 (#any-of? @_new "new" "make"))
(short_var_declaration
  left: (expression_list . (identifier) @typed.name)
  right: (expression_list . (composite_literal type: [(slice_type) (map_type) (array_type)] @typed.type)))

(func_literal) @closure
