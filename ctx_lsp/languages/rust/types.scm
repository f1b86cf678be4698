; Declared types

(parameter pattern: [(identifier) @typed.name (mut_pattern (identifier) @typed.name)] type: (_) @typed.type)
(field_declaration name: (field_identifier) @typed.name type: (_) @typed.type)
(const_item name: (identifier) @typed.name type: (_) @typed.type)
(static_item name: (identifier) @typed.name type: (_) @typed.type)
(type_item name: (type_identifier) @typed.name type: (_) @typed.type)
(associated_type name: (type_identifier) @typed.name bounds: (trait_bounds . (_) @typed.type))
(function_item name: (identifier) @typed.name return_type: (_) @typed.type)
(function_signature_item name: (identifier) @typed.name return_type: (_) @typed.type)
(struct_item name: (type_identifier) @typed.name body: (ordered_field_declaration_list type: (_) @typed.part))
(enum_variant name: (identifier) @typed.name body: (ordered_field_declaration_list type: (_) @typed.part))
(type_parameter name: (type_identifier) @bound.name bounds: (trait_bounds . (_) @bound.type))
(where_predicate left: (type_identifier) @bound.name bounds: (trait_bounds . (_) @bound.type))

; Values

(let_declaration pattern: [(identifier) @typed.name (mut_pattern (identifier) @typed.name)] type: (_) @typed.type)
(let_declaration
  pattern: [(identifier) @typed.name (mut_pattern (identifier) @typed.name)] !type value: (_) @typed.value)
(let_declaration
  pattern: [(identifier) @typed.name (mut_pattern (identifier) @typed.name)] !type
  value: (if_expression consequence: (block (_) @typed.value .)))
(let_declaration
  pattern: [(identifier) @typed.name (mut_pattern (identifier) @typed.name)] !type
  value: (match_expression body: (match_block (match_arm value: (_) @typed.value))))
((let_declaration
   pattern: [(identifier) @typed.name (mut_pattern (identifier) @typed.name)] !type
   value: (call_expression
     function: [(identifier) @_around (scoped_identifier path: (identifier) @_around)]
     arguments: (arguments . (_) @typed.value .)))
 (#any-of? @_around "Some" "Ok" "Box" "Rc" "Arc" "Cell" "RefCell" "Mutex" "RwLock"))
((let_declaration
   pattern: [(identifier) @typed.name (mut_pattern (identifier) @typed.name)] !type
   value: (macro_invocation macro: (identifier) @_listed (token_tree . (identifier) @typed.item)))
 (#any-of? @_listed "vec"))
(let_declaration pattern: (tuple_pattern . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)]) value: (_) @typed.first)
(let_declaration pattern: (tuple_pattern . (_) . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)]) value: (_) @typed.second)
(let_declaration pattern: (tuple_pattern . (_) . (_) . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)]) value: (_) @typed.third)

; Elements

(for_expression pattern: [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)] value: (_) @typed.element)
(for_expression pattern: (tuple_pattern (_) . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)] .) value: (_) @typed.element)
((for_expression
   pattern: (tuple_pattern (_) . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)] .)
   value: (call_expression function: (field_expression value: (_) @typed.element field: (field_identifier) @_counted)))
 (#any-of? @_counted "enumerate"))

; Patterns: a value in `Some` or `Ok` counts as the value itself

(let_condition pattern: [(identifier) @typed.name (captured_pattern . (identifier) @typed.name)] value: (_) @typed.value)
((let_condition pattern: (tuple_struct_pattern type: (identifier) @_some . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)]) value: (_) @typed.value)
 (#any-of? @_some "Some" "Ok"))
((let_condition
   pattern: (tuple_struct_pattern type: (identifier) @_some . (tuple_struct_pattern type: (identifier) . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)]))
   value: (_) @typed.value)
 (#any-of? @_some "Some" "Ok"))
((let_condition
   pattern: (tuple_struct_pattern type: (identifier) @_some . (tuple_pattern . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)]))
   value: (_) @typed.first)
 (#any-of? @_some "Some" "Ok"))
((let_condition
   pattern: (tuple_struct_pattern type: (identifier) @_some . (tuple_pattern . (_) . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)]))
   value: (_) @typed.second)
 (#any-of? @_some "Some" "Ok"))
((let_declaration pattern: (tuple_struct_pattern type: (identifier) @_some . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)]) value: (_) @typed.value)
 (#any-of? @_some "Some" "Ok"))
((match_expression
   value: (_) @typed.value
   body: (match_block (match_arm pattern: (match_pattern (tuple_struct_pattern type: (identifier) @_some . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)])))))
 (#any-of? @_some "Some" "Ok"))
((match_expression
   value: (_) @typed.value
   body: (match_block (match_arm pattern: (match_pattern
     (tuple_struct_pattern type: (identifier) @_some . (tuple_struct_pattern type: (identifier) . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)]))))))
 (#any-of? @_some "Some" "Ok"))
(match_expression
  value: (_) @typed.value
  body: (match_block (match_arm pattern: (match_pattern [
    (identifier) @typed.name
    (ref_pattern (identifier) @typed.name)
    (captured_pattern . (identifier) @typed.name)]))))
(tuple_struct_pattern type: (scoped_identifier) @typed.first . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)])
(tuple_struct_pattern type: (scoped_identifier) @typed.second . (_) . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)])
(tuple_struct_pattern type: (scoped_identifier) @typed.third . (_) . (_) . [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)])
(struct_pattern
  type: (_) @typed.value
  (field_pattern name: (shorthand_field_identifier) @typed.name @typed.member))
(struct_pattern
  type: (_) @typed.value
  (field_pattern
    name: (field_identifier) @typed.member
    pattern: [
    (identifier) @typed.name
    (mut_pattern (identifier) @typed.name)
    (ref_pattern [(identifier) @typed.name (mut_pattern (identifier) @typed.name)])
    (reference_pattern (identifier) @typed.name)]))

; Anonymous functions

(closure_expression) @closure
(closure_expression
  parameters: (closure_parameters [
    (identifier) @typed.name @typed.pattern @expected
    (reference_pattern (identifier) @typed.name @typed.pattern @expected)])
  @expected.parameters) @expected.function
(call_expression
  function: (_) @expected.called
  arguments: (arguments (closure_expression) @expected) @expected.arguments)

; Anonymous functions passed to a macro

(token_tree ["|" ","] @_before . (identifier) @typed.name . ":" . (identifier) @typed.type)
(token_tree (mutable_specifier) . (identifier) @typed.name . ":" . (identifier) @typed.type)

; Types of literals and patterns

(struct_expression name: (_) @expected.value body: (field_initializer_list) @expected)
(struct_pattern type: (_) @expected.value) @expected
