; Declared types

(simple_parameter type: (_) @typed.type name: (variable_name) @typed.name)
(variadic_parameter type: (_) @typed.item name: (variable_name) @typed.name)
(property_promotion_parameter type: (_) @typed.type name: (variable_name) @typed.name)
(property_promotion_parameter type: (_) @typed.type name: (variable_name (name) @typed.name))
(property_declaration type: (_) @typed.type (property_element name: (variable_name (name) @typed.name)))
(function_definition name: (name) @typed.name return_type: (_) @typed.type)
(method_declaration name: (name) @typed.name return_type: (_) @typed.type)
(method_declaration
  name: (name) @typed.name
  return_type: [
    (named_type (name) @typed.value)
    (optional_type (named_type (name) @typed.value))
    (union_type (named_type (name) @typed.value))]
  (#any-of? @typed.value "static"))
(catch_clause type: (type_list) @typed.type name: (variable_name) @typed.name)

; Names of unknown type hide outer names with the same spelling

(variadic_parameter !type name: (variable_name) @typed.name)
(foreach_statement (pair . (variable_name) @typed.name))
(list_literal (variable_name) @typed.name)
(anonymous_function parameters: (formal_parameters
  (simple_parameter !type name: (variable_name) @typed.name @typed.pattern)))
(arrow_function parameters: (formal_parameters
  (simple_parameter !type name: (variable_name) @typed.name @typed.pattern)))
(function_definition parameters: (formal_parameters (simple_parameter !type name: (variable_name) @typed.name)))
(method_declaration parameters: (formal_parameters (simple_parameter !type name: (variable_name) @typed.name)))

; Values

(assignment_expression left: (variable_name) @typed.name right: (_) @typed.value)
(assignment_expression
  left: (variable_name) @typed.name
  right: (conditional_expression alternative: (_) @typed.value))
(assignment_expression
  left: (variable_name) @typed.name
  right: (conditional_expression body: (_) @typed.value))
(assignment_expression
  left: (variable_name) @typed.name
  right: (binary_expression left: (_) @typed.value operator: "??" right: (_) @typed.value))
(assignment_expression
  left: (variable_name) @typed.name
  right: (match_expression body: (match_block (_ return_expression: (_) @typed.value))))
(assignment_expression
  left: (variable_name) @typed.name
  right: (array_creation_expression . (array_element_initializer . (_) @typed.item .)))
(augmented_assignment_expression left: (variable_name) @typed.name operator: "??=" right: (_) @typed.value)
(reference_assignment_expression left: (variable_name) @typed.name right: (_) @typed.value)
(property_declaration !type
  (property_element name: (variable_name (name) @typed.name) default_value: (_) @typed.value))
(const_element . (name) @typed.name . (_) @typed.value)

((assignment_expression
   left: (member_access_expression object: (variable_name) @typed.owner name: (name) @typed.name)
   right: (_) @typed.value)
 (#any-of? @typed.owner "$this"))
((assignment_expression
   left: (member_access_expression object: (variable_name) @typed.owner name: (name) @typed.name)
   right: (conditional_expression body: (_) @typed.value alternative: (_) @typed.value))
 (#any-of? @typed.owner "$this"))
((assignment_expression
   left: (member_access_expression object: (variable_name) @typed.owner name: (name) @typed.name)
   right: (binary_expression left: (_) @typed.value operator: "??" right: (_) @typed.value))
 (#any-of? @typed.owner "$this"))
((assignment_expression
   left: (subscript_expression
     . (member_access_expression object: (variable_name) @typed.owner name: (name) @typed.name))
   right: (_) @typed.item)
 (#any-of? @typed.owner "$this"))
((augmented_assignment_expression
   left: (member_access_expression object: (variable_name) @typed.owner name: (name) @typed.name)
   operator: "??="
   right: (_) @typed.value)
 (#any-of? @typed.owner "$this"))
((assignment_expression
   left: (scoped_property_access_expression
     scope: (relative_scope) @typed.owner name: (variable_name (name) @typed.name))
   right: (_) @typed.value)
 (#any-of? @typed.owner "self" "static"))

; A class requested by name: from a service container, from a factory of test doubles
((assignment_expression
   left: (variable_name) @typed.name
   right: [
     (member_call_expression
       name: (name) @_maker
       arguments: (arguments . (argument (class_constant_access_expression . (_) @typed.type (name) @_class .))))
     (function_call_expression
       function: (name) @_maker
       arguments: (arguments . (argument (class_constant_access_expression . (_) @typed.type (name) @_class .))))])
 (#any-of? @_class "class")
 (#any-of? @_maker
   "app" "createConfiguredMock" "createMock" "createPartialMock" "createStub" "get" "make" "mock" "resolve"))
((assignment_expression
   left: (member_access_expression object: (variable_name) @typed.owner name: (name) @typed.name)
   right: (member_call_expression
     name: (name) @_maker
     arguments: (arguments . (argument (class_constant_access_expression . (_) @typed.type (name) @_class .)))))
 (#any-of? @typed.owner "$this")
 (#any-of? @_class "class")
 (#any-of? @_maker
   "createConfiguredMock" "createMock" "createPartialMock" "createStub" "get" "make" "mock" "resolve"))

; Elements

(foreach_statement . (_) @typed.element . [
  (variable_name) @typed.name
  (by_ref (variable_name) @typed.name)
  (pair (_) . (variable_name) @typed.name)
  (pair (_) . (by_ref (variable_name) @typed.name))])
((function_call_expression
   function: (name) @_function
   arguments: (arguments
     . (argument [
       (arrow_function parameters: (formal_parameters . (simple_parameter name: (variable_name) @expected)))
       (anonymous_function parameters: (formal_parameters . (simple_parameter name: (variable_name) @expected)))])
     . (argument (_) @expected.element)))
 (#any-of? @_function "array_map"))
((function_call_expression
   function: (name) @_function
   arguments: (arguments
     . (argument (_) @expected.element)
     . (argument [
       (arrow_function parameters: (formal_parameters (simple_parameter name: (variable_name) @expected)))
       (anonymous_function parameters: (formal_parameters (simple_parameter name: (variable_name) @expected)))])))
 (#any-of? @_function "array_filter" "array_walk" "usort" "uasort" "array_any" "array_all" "array_find"))

; Narrowing by type tests

(if_statement
  condition: (parenthesized_expression (binary_expression
    left: (variable_name) @typed.name operator: "instanceof" right: (_) @typed.type))
  body: (_) @typed.block)
(if_statement
  condition: (parenthesized_expression (binary_expression
    left: (binary_expression left: (variable_name) @typed.name operator: "instanceof" right: (_) @typed.type)
    operator: "&&"))
  body: (_) @typed.block)
(if_statement
  condition: (parenthesized_expression (unary_op_expression argument: (binary_expression
    left: (variable_name) @typed.name operator: "instanceof" right: (_) @typed.type)))
  body: (compound_statement [
    (return_statement)
    (continue_statement)
    (expression_statement (throw_expression))] .))
((function_call_expression
   function: (name) @_function
   arguments: (arguments . (argument (binary_expression
     left: (variable_name) @typed.name operator: "instanceof" right: (_) @typed.type))))
 (#any-of? @_function "assert"))
(conditional_expression
  condition: (binary_expression
    left: (variable_name) @typed.name operator: "instanceof" right: (_) @typed.type)
  body: (_) @typed.block)
(binary_expression
  left: (binary_expression left: (variable_name) @typed.name operator: "instanceof" right: (_) @typed.type)
  operator: "&&"
  right: (_) @typed.block)

; Results

(return_statement (_) @typed.result)
(return_statement (conditional_expression body: (_) @typed.result alternative: (_) @typed.result))
(return_statement (binary_expression left: (_) @typed.result operator: "??" right: (_) @typed.result))
(yield_expression (array_element_initializer (_) @typed.yielded .))

[(anonymous_function) (arrow_function)] @closure
