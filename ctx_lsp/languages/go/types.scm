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
  (generic_type)
  (pointer_type)
  (slice_type)
  (array_type)
  (map_type)
  (channel_type)
  (function_type)] @typed.type)
(function_declaration name: (identifier) @typed.name result: (_) @typed.type)
(method_declaration name: (field_identifier) @typed.name result: (_) @typed.type)
(method_elem name: (field_identifier) @typed.name result: (_) @typed.type)
(function_declaration
  name: (identifier) @typed.name
  result: (parameter_list (parameter_declaration name: (identifier) @_each type: (_) @typed.part)))
(method_declaration
  name: (field_identifier) @typed.name
  result: (parameter_list (parameter_declaration name: (identifier) @_each type: (_) @typed.part)))
(method_elem
  name: (field_identifier) @typed.name
  result: (parameter_list (parameter_declaration name: (identifier) @_each type: (_) @typed.part)))

; Values

(short_var_declaration left: (expression_list (identifier) @typed.name))
(short_var_declaration
  left: (expression_list . (identifier) @typed.name .)
  right: (expression_list . (_) @typed.value .))
(short_var_declaration
  left: (expression_list . (identifier) @typed.name . (_))
  right: (expression_list . [(index_expression) (type_assertion_expression)] @typed.value .))
(short_var_declaration
  left: (expression_list . (identifier) @typed.name)
  right: (expression_list . (unary_expression "<-" operand: (_) @typed.element) .))
(short_var_declaration
  left: (expression_list . (identifier) @typed.name . (_))
  right: (expression_list . (call_expression) @typed.first .))
(short_var_declaration
  left: (expression_list . (_) . (identifier) @typed.name)
  right: (expression_list . (call_expression) @typed.second .))
(short_var_declaration
  left: (expression_list . (_) . (_) . (identifier) @typed.name)
  right: (expression_list . (call_expression) @typed.third .))
(short_var_declaration
  left: (expression_list . (identifier) @typed.name . (_))
  right: (expression_list . (_) @typed.value . (_)))
(short_var_declaration
  left: (expression_list . (_) . (identifier) @typed.name)
  right: (expression_list . (_) . (_) @typed.value))
(short_var_declaration
  left: (expression_list . (_) . (_) . (identifier) @typed.name)
  right: (expression_list . (_) . (_) . (_) @typed.value))
(var_spec . name: (identifier) @typed.name . value: (expression_list . (_) @typed.value .))
(var_spec
  . name: (identifier) @typed.name . name: (identifier)
  value: (expression_list . (call_expression) @typed.first .))
(var_spec
  . name: (identifier) . name: (identifier) @typed.name
  value: (expression_list . (call_expression) @typed.second .))
(var_spec
  . name: (identifier) . name: (identifier) . name: (identifier) @typed.name .
  value: (expression_list . (call_expression) @typed.third .))
(var_spec
  . name: (identifier) @typed.name . name: (identifier)
  value: (expression_list . (_) @typed.value . (_)))
(var_spec
  . name: (identifier) . name: (identifier) @typed.name
  value: (expression_list . (_) . (_) @typed.value))
(var_spec
  . name: (identifier) . name: (identifier) . name: (identifier) @typed.name
  value: (expression_list . (_) . (_) . (_) @typed.value))
(const_spec . name: (identifier) @typed.name . value: (expression_list . (_) @typed.value .))

; Types of long literals, which are not chains

(short_var_declaration
  left: (expression_list . (identifier) @typed.name .)
  right: (expression_list . [
    (composite_literal type: (_) @typed.type)
    (unary_expression operand: (composite_literal type: (_) @typed.type))] .))
(var_spec . name: (identifier) @typed.name . value: (expression_list . [
  (composite_literal type: (_) @typed.type)
  (unary_expression operand: (composite_literal type: (_) @typed.type))] .))
((short_var_declaration
   left: (expression_list . (identifier) @typed.name .)
   right: (expression_list . (call_expression
     function: (identifier) @_made arguments: (argument_list . (_) @typed.type))))
 (#any-of? @_made "make"))
((var_spec . name: (identifier) @typed.name . value: (expression_list . (call_expression
   function: (identifier) @_made arguments: (argument_list . (_) @typed.type))))
 (#any-of? @_made "make"))
((short_var_declaration
   left: (expression_list . (identifier) @typed.name .)
   right: (expression_list . (call_expression
     function: (identifier) @_same arguments: (argument_list . (_) @typed.value))))
 (#any-of? @_same "append"))

; Elements

(range_clause left: (expression_list (identifier) @typed.name))
(range_clause left: (expression_list . (identifier) . (identifier) @typed.name) right: (_) @typed.element)
(range_clause left: (expression_list . (identifier) @typed.name) right: (_) @typed.key)
(receive_statement
  left: (expression_list . (identifier) @typed.name) right: (unary_expression operand: (_) @typed.element))

; Narrowing by type tests

(type_switch_statement alias: (expression_list (identifier) @typed.name))
(type_switch_statement
  alias: (expression_list (identifier) @typed.name)
  (type_case . type: (_) @typed.type . (statement_list) @typed.block))

(func_literal) @closure

; Expected types of literals

(composite_literal type: (_) @expected.type body: (literal_value) @expected)
(literal_value (literal_element (literal_value) @expected)) @expected.literal
(literal_value (keyed_element value: (literal_element (literal_value) @expected))) @expected.literal
