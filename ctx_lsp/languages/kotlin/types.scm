; Declared types

(function_declaration
  (simple_identifier) @typed.name
  (function_value_parameters)
  . [(user_type) (nullable_type) (parenthesized_type) (function_type)] @typed.type)
(parameter . (simple_identifier) @typed.name . (_) @typed.type .)
(class_parameter (simple_identifier) @typed.name . (_) @typed.type)
(variable_declaration . (simple_identifier) @typed.name . (_) @typed.type)
(catch_block . (simple_identifier) @typed.name . (_) @typed.type)
(type_alias (type_identifier) @typed.name (_) @typed.type .)

(function_declaration
  (function_value_parameters (parameter (simple_identifier) . (_) @taken.type .) @taken) @taken.parameters)
(primary_constructor (class_parameter (simple_identifier) . (_) @taken.type) @taken) @taken.parameters

; Extensions

(function_declaration receiver: (receiver_type (_) @typed.self) (simple_identifier) @typed.name)
(property_declaration
  receiver: (receiver_type (_) @typed.self) (variable_declaration . (simple_identifier) @typed.name))
(function_declaration receiver: (receiver_type (_) @typed.type)) @typed.implicit.this
(property_declaration receiver: (receiver_type (_) @typed.type)) @typed.implicit.this

; Values

(property_declaration (variable_declaration . (simple_identifier) @typed.name .) "=" . (_) @typed.value)
(property_declaration
  (variable_declaration . (simple_identifier) @typed.name .)
  "=" . (elvis_expression (_) @typed.value (_) @typed.value))
(property_declaration
  (variable_declaration . (simple_identifier) @typed.name .)
  "=" . (if_expression
    consequence: (control_structure_body (_) @typed.value) alternative: (control_structure_body (_) @typed.value)))
(property_declaration
  (variable_declaration . (simple_identifier) @typed.name .) "=" . (as_expression (_) . (_) @typed.type))
(property_declaration
  (variable_declaration . (simple_identifier) @typed.name .)
  "=" . (object_literal
    . (delegation_specifier [(user_type) @typed.type (constructor_invocation . (user_type) @typed.type)])))
(property_declaration
  (variable_declaration . (simple_identifier) @typed.name .) (getter (function_body "=" . (_) @typed.value)))
((property_declaration
   (variable_declaration . (simple_identifier) @typed.name .)
   (property_delegate (call_expression
     . (simple_identifier) @_lazy
     (call_suffix (annotated_lambda (lambda_literal (statements (_) @typed.value .)))))))
 (#any-of? @_lazy "lazy"))
(when_subject (variable_declaration . (simple_identifier) @typed.name .) . (_) @typed.value)

; Elements

(for_statement (variable_declaration . (simple_identifier) @typed.name .) . (_) @typed.element)
(for_statement
  (multi_variable_declaration (variable_declaration) . (variable_declaration . (simple_identifier) @typed.name .) .)
  . (_) @typed.element)

; Anonymous functions, and the names of their parameters

(call_expression
  . (_) @expected.called (call_suffix (annotated_lambda (lambda_literal) @expected)) @expected.arguments)
(call_expression
  . (_) @expected.called
  (call_suffix (value_arguments (value_argument (lambda_literal) @expected)) @expected.arguments))
(lambda_literal . (statements)) @typed.implicit.it
(lambda_literal
  (lambda_parameters
    (variable_declaration . (simple_identifier) @typed.name @typed.pattern @expected .)) @expected.parameters)
  @expected.function

; Narrowing by type tests

(if_expression
  condition: (check_expression (simple_identifier) @typed.name "is" (_) @typed.type) consequence: (_) @typed.block)
(if_expression
  condition: (conjunction_expression (check_expression (simple_identifier) @typed.name "is" (_) @typed.type))
  consequence: (_) @typed.block)
(if_expression
  condition: (check_expression (simple_identifier) @typed.name "!is" (_) @typed.type)
  consequence: (control_structure_body (jump_expression)))
(when_expression
  (when_subject (simple_identifier) @typed.name)
  (when_entry (when_condition (type_test "is" (_) @typed.type)) (control_structure_body) @typed.block))
(when_expression
  (when_subject (variable_declaration (simple_identifier) @typed.name))
  (when_entry (when_condition (type_test "is" (_) @typed.type)) (control_structure_body) @typed.block))
(when_entry
  (when_condition (check_expression (simple_identifier) @typed.name "is" (_) @typed.type))
  (control_structure_body) @typed.block)

; Results

(function_body "=" . (_) @typed.result)
(function_body "=" . (elvis_expression (_) @typed.result (_) @typed.result))
(function_body "=" . (if_expression (control_structure_body (_) @typed.result)))
(function_body "=" . (when_expression (when_entry (control_structure_body (_) @typed.result))))

[(lambda_literal) (anonymous_function)] @closure
