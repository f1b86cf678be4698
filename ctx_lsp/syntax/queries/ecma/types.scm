; Values

(variable_declarator name: (identifier) @typed.name value: (_) @typed.value)
(variable_declarator
  name: (identifier) @typed.name value: (ternary_expression consequence: (_) @typed.value alternative: (_) @typed.value))
(variable_declarator
  name: (identifier) @typed.name value: (binary_expression left: (_) @typed.value ["||" "??"] right: (_) @typed.value))
(variable_declarator name: (identifier) @typed.name value: (binary_expression "&&" right: (_) @typed.value))
(variable_declarator name: (identifier) @typed.name value: (array . (_) @typed.item))
(assignment_expression left: (identifier) @typed.name right: (_) @typed.value)
(assignment_expression
  left: (identifier) @typed.name right: (ternary_expression consequence: (_) @typed.value alternative: (_) @typed.value))
(assignment_expression
  left: (identifier) @typed.name right: (binary_expression left: (_) @typed.value ["||" "??"] right: (_) @typed.value))
(augmented_assignment_expression left: (identifier) @typed.name operator: ["||=" "??="] right: (_) @typed.value)
(assignment_expression
  left: (member_expression
    object: (this) @typed.owner property: [(property_identifier) (private_property_identifier)] @typed.name)
  right: (_) @typed.value)
(assignment_expression
  left: (member_expression
    object: (this) @typed.owner property: [(property_identifier) (private_property_identifier)] @typed.name)
  right: (ternary_expression consequence: (_) @typed.value alternative: (_) @typed.value))
(assignment_expression
  left: (member_expression
    object: (this) @typed.owner property: [(property_identifier) (private_property_identifier)] @typed.name)
  right: (binary_expression left: (_) @typed.value ["||" "??"] right: (_) @typed.value))
(assignment_expression
  left: (member_expression
    object: (this) @typed.owner property: [(property_identifier) (private_property_identifier)] @typed.name)
  right: (array . (_) @typed.item))

; Elements

(for_in_statement left: (identifier) @typed.name operator: "of" right: (_) @typed.element)

; Where a test says more

((if_statement
   condition: (parenthesized_expression
     (binary_expression left: (identifier) @typed.name "instanceof" right: (_) @typed.type))
   consequence: (_) @typed.block))
((if_statement
   condition: (parenthesized_expression (binary_expression
     left: (binary_expression left: (identifier) @typed.name "instanceof" right: (_) @typed.type) "&&"))
   consequence: (_) @typed.block))

; Results

(return_statement (_) @typed.result)
(return_statement (ternary_expression consequence: (_) @typed.result alternative: (_) @typed.result))
(return_statement (binary_expression left: (_) @typed.result ["||" "??"] right: (_) @typed.result))
(arrow_function
  body: [
    (identifier)
    (member_expression)
    (call_expression)
    (new_expression)
    (await_expression)
    (parenthesized_expression)
    (subscript_expression)
    (this)] @typed.result)
(yield_expression (_) @typed.yielded)

[(arrow_function) (function_expression) (generator_function)] @closure
