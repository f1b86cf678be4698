; Values

(variable_declarator name: (identifier) @typed.name value: (_) @typed.value)
(variable_declarator
  name: (identifier) @typed.name value: (ternary_expression consequence: (_) @typed.value alternative: (_) @typed.value))
(variable_declarator
  name: (identifier) @typed.name value: (binary_expression left: (_) @typed.value ["||" "??"] right: (_) @typed.value))
(variable_declarator name: (identifier) @typed.name value: (binary_expression "&&" right: (_) @typed.value))
(variable_declarator name: (identifier) @typed.name value: (array . (_) @typed.item))
(variable_declarator name: (identifier) @typed.name value: (object (spread_element (_) @typed.value)))
(assignment_expression left: (identifier) @typed.name right: (_) @typed.value)
(assignment_expression
  left: (identifier) @typed.name right: (ternary_expression consequence: (_) @typed.value alternative: (_) @typed.value))
(assignment_expression
  left: (identifier) @typed.name right: (binary_expression left: (_) @typed.value ["||" "??"] right: (_) @typed.value))
(assignment_expression left: (identifier) @typed.name right: (object (spread_element (_) @typed.value)))
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

; Members of object literals

(object
  (pair
    key: [(property_identifier) (string)] @typed.member
    value: [(identifier) (member_expression) (call_expression) (new_expression) (object)] @typed.value)) @typed.shape
(object (shorthand_property_identifier) @typed.member @typed.value) @typed.shape

; Exports of a module

(export_statement
  "default" @typed.name
  value: [(call_expression) (new_expression) (member_expression) (await_expression) (object)] @typed.value)
((assignment_expression
   left: (member_expression object: [(identifier) (member_expression)] @_exports property: (_) @typed.name)
   right: (_) @typed.value)
 (#any-of? @_exports "exports" "module" "module.exports"))
((assignment_expression
   left: (member_expression) @_exports
   right: (object (pair key: (_) @typed.name value: (_) @typed.value)))
 (#any-of? @_exports "module.exports"))

; Elements

(for_in_statement left: (identifier) @typed.name operator: "of" right: (_) @typed.element)

; Patterns

(object_pattern (shorthand_property_identifier_pattern) @typed.name @typed.member) @typed.pattern
(object_pattern
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @typed.name @typed.member)) @typed.pattern
(object_pattern (pair_pattern key: (property_identifier) @typed.member value: (identifier) @typed.name)) @typed.pattern
(object_pattern
  (pair_pattern
    key: (property_identifier) @typed.member value: (assignment_pattern left: (identifier) @typed.name)))
  @typed.pattern
(array_pattern (identifier) @typed.name) @typed.pattern

(variable_declarator name: [(object_pattern) (array_pattern)] @expected value: (_) @expected.value)
(variable_declarator
  name: [(object_pattern) (array_pattern)] @expected value: (binary_expression left: (_) @expected.value ["||" "??"]))
(for_in_statement left: [(object_pattern) (array_pattern)] @expected operator: "of" right: (_) @expected.element)
(object_pattern
  (pair_pattern key: (property_identifier) @expected.key value: [
    (object_pattern) @expected
    (array_pattern) @expected
    (assignment_pattern left: [(object_pattern) (array_pattern)] @expected)])) @expected.literal
(array_pattern [(object_pattern) (array_pattern)] @expected) @expected.literal
(arrow_function parameter: (identifier) @typed.name @typed.pattern @expected) @expected.function

; Expected types of literals and anonymous functions

(assignment_expression
  left: (_) @expected.value
  right: [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)
(call_expression
  function: (_) @expected.called
  arguments: (arguments
    [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)
    @expected.arguments)
(new_expression
  constructor: (_) @expected.called
  arguments: (arguments
    [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)
    @expected.arguments)
(object
  (pair
    key: [(property_identifier) (string)] @expected.key
    value: [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected))
  @expected.literal
(object (spread_element [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected))
  @expected.same
(array [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)
  @expected.literal
(parenthesized_expression [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)
  @expected.same
(ternary_expression
  consequence: [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)
  @expected.same
(ternary_expression
  alternative: [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)
  @expected.same
(binary_expression
  ["||" "??" "&&"]
  right: [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)
  @expected.same
(return_statement [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected @expected.returned)
(arrow_function
  body: [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected @expected.returned)

; Narrowing by type tests

(if_statement condition: (parenthesized_expression (_) @narrowed) consequence: (_) @narrowed.block)
(if_statement condition: (parenthesized_expression (_) @narrowed) alternative: (_) @narrowed.else)
(statement_block
  (if_statement
    condition: (parenthesized_expression (_) @narrowed)
    consequence: [
      (return_statement) (throw_statement) (continue_statement) (break_statement)
      (statement_block [(return_statement) (throw_statement) (continue_statement) (break_statement)] .)]
    !alternative) @narrowed.rest) @narrowed.around
(program
  (if_statement
    condition: (parenthesized_expression (_) @narrowed)
    consequence: [
      (return_statement) (throw_statement) (continue_statement) (break_statement)
      (statement_block [(return_statement) (throw_statement) (continue_statement) (break_statement)] .)]
    !alternative) @narrowed.rest) @narrowed.around
(switch_case
  (if_statement
    condition: (parenthesized_expression (_) @narrowed)
    consequence: [
      (return_statement) (throw_statement) (continue_statement) (break_statement)
      (statement_block [(return_statement) (throw_statement) (continue_statement) (break_statement)] .)]
    !alternative) @narrowed.rest) @narrowed.around
(ternary_expression condition: (_) @narrowed consequence: (_) @narrowed.block)
(ternary_expression condition: (_) @narrowed alternative: (_) @narrowed.else)
(binary_expression left: (_) @narrowed "&&" right: (_) @narrowed.block)
(binary_expression left: (_) @narrowed "||" right: (_) @narrowed.else)
(switch_statement
  value: (parenthesized_expression (_) @narrowed)
  body: (switch_body (switch_case value: (_) @narrowed.case) @narrowed.block))

; Results

(return_statement (_) @typed.result)
(return_statement (ternary_expression consequence: (_) @typed.result alternative: (_) @typed.result))
(return_statement (object (spread_element (_) @typed.result)))
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
