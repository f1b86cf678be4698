; Declared types

(parameter name: (simple_identifier) @typed.name [
    (user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (function_type) (opaque_type)
    (existential_type) (protocol_composition_type) (metatype)] @typed.type)
(function_declaration name: (simple_identifier) @typed.name "->" . (_) @typed.type)
(protocol_function_declaration name: (simple_identifier) @typed.name "->" . (_) @typed.type)
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @typed.name) . (type_annotation (_) @typed.type))
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @typed.name) (type_annotation (_) @typed.type))
(typealias_declaration name: (type_identifier) @typed.name [
    (user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (function_type) (opaque_type)
    (existential_type) (protocol_composition_type) (metatype)] @typed.type)
(associatedtype_declaration name: (type_identifier) @typed.name [
    (user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (function_type) (opaque_type)
    (existential_type) (protocol_composition_type) (metatype)] @typed.type)
(type_parameter . (type_identifier) @bound.name name: (_) @bound.type)
(type_constraint (inheritance_constraint constrained_type: (identifier) @bound.name (user_type) @bound.type))
(enum_entry name: (simple_identifier) @typed.name . data_contents: (enum_type_parameters name: (_) @typed.part))
(subscript_declaration "subscript" @typed.name "->" . (_) @typed.type)

; Values

(property_declaration name: (pattern bound_identifier: (simple_identifier) @typed.name) . value: (_) @typed.value)
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @typed.name)
  . value: (ternary_expression if_true: (_) @typed.value if_false: (_) @typed.value))
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @typed.name)
  . value: (nil_coalescing_expression (_) @typed.value (_) @typed.value))
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @typed.name)
  . value: [
    (as_expression (as_operator) . (_) @typed.type)
    (try_expression expr: (as_expression (as_operator) . (_) @typed.type))])
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @typed.name)
  . value: [(try_expression expr: (_) @typed.value) (await_expression expr: (_) @typed.value)])
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @typed.name)
  . value: (try_expression expr: (await_expression expr: (_) @typed.value)))
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @typed.name)
  . value: (array_literal . element: (_) @typed.item))
(property_declaration name: (pattern . (pattern (simple_identifier) @typed.name)) value: (_) @typed.first)
(property_declaration name: (pattern . (pattern) . (pattern (simple_identifier) @typed.name)) value: (_) @typed.second)
(if_statement
  (value_binding_pattern) . bound_identifier: (simple_identifier) @typed.name . (_) @typed.value)
(if_statement
  (value_binding_pattern)
  . bound_identifier: (simple_identifier) @typed.name
  . (as_expression (as_operator) . (_) @typed.type))
(if_statement
  (value_binding_pattern)
  . bound_identifier: (simple_identifier) @typed.name
  . (try_expression expr: (_) @typed.value))
(guard_statement
  (value_binding_pattern) . bound_identifier: (simple_identifier) @typed.name . (_) @typed.value)
(guard_statement
  (value_binding_pattern)
  . bound_identifier: (simple_identifier) @typed.name
  . (as_expression (as_operator) . (_) @typed.type))
(guard_statement
  (value_binding_pattern)
  . bound_identifier: (simple_identifier) @typed.name
  . (try_expression expr: (_) @typed.value))
(for_statement item: (pattern bound_identifier: (simple_identifier) @typed.name) collection: (_) @typed.element)

; Patterns

(switch_entry
  (switch_pattern (pattern (pattern bound_identifier: (simple_identifier) @typed.name) name: (_) @typed.type)))
(catch_block
  error: (pattern (pattern bound_identifier: (simple_identifier) @typed.name) name: (_) @typed.type))
(switch_statement
  expr: (_) @typed.value
  (switch_entry (switch_pattern (pattern
    . (simple_identifier) @typed.member
    . (pattern bound_identifier: (simple_identifier) @typed.name)))))

; Results of computed properties and functions of one expression

(property_declaration
  name: (pattern bound_identifier: (simple_identifier))
  computed_value: (computed_property (statements . (_) @typed.result .)))

; Anonymous functions

(lambda_literal) @closure
(lambda_literal
  type: (lambda_function_type (lambda_function_type_parameters
    (lambda_parameter name: (simple_identifier) @typed.name [
    (user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (function_type) (opaque_type)
    (existential_type) (protocol_composition_type) (metatype)] @typed.type))))
(lambda_literal
  type: (lambda_function_type (lambda_function_type_parameters
    (lambda_parameter . name: (simple_identifier) @typed.name @typed.pattern @expected .)) @expected.parameters))
  @expected.function
(lambda_literal !type) @typed.implicit.0
(call_expression . (_) @expected.called (call_suffix . (lambda_literal) @expected) @expected.arguments)
(call_expression
  . (_) @expected.called
  (call_suffix (value_arguments (value_argument value: (lambda_literal) @expected)) @expected.arguments))

; Members without a declared type

(property_declaration (type_annotation (_) @expected.type) value: (prefix_expression) @expected)
(property_declaration
  (type_annotation (_) @expected.type) value: (call_expression . (prefix_expression) @expected))
(assignment target: (_) @expected.value result: (prefix_expression) @expected)
(assignment target: (_) @expected.value result: (call_expression . (prefix_expression) @expected))
(equality_expression lhs: (_) @expected.value rhs: (prefix_expression) @expected)
(call_expression
  . (_) @expected.called
  (call_suffix (value_arguments (value_argument value: (prefix_expression) @expected)) @expected.arguments))
(call_expression
  . (_) @expected.called
  (call_suffix (value_arguments
    (value_argument value: (call_expression . (prefix_expression) @expected))) @expected.arguments))
(control_transfer_statement result: (prefix_expression) @expected @expected.returned)
(control_transfer_statement result: (call_expression . (prefix_expression) @expected) @expected.returned)
(switch_statement expr: (_) @expected.value (switch_entry (switch_pattern (pattern) @expected)))
