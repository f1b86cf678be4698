(call_expression . [
  (simple_identifier) @reference.call
  (navigation_expression (navigation_suffix (simple_identifier) @reference.call))])
(infix_expression (_) . (simple_identifier) @reference.call . (_))

(delegation_specifier (constructor_invocation (user_type (type_identifier) @reference.inherits .)))
(delegation_specifier (constructor_invocation (user_type (type_identifier) @reference.inherits . (type_arguments) .)))
(class_declaration "interface" (delegation_specifier (user_type (type_identifier) @reference.inherits .)))
(class_declaration
  "interface"
  (delegation_specifier (user_type (type_identifier) @reference.inherits . (type_arguments) .)))
([(class_declaration "class" (delegation_specifier (user_type (type_identifier) @reference.implements .)))
  (class_declaration
    "class"
    (delegation_specifier (user_type (type_identifier) @reference.implements . (type_arguments) .)))
  (class_declaration
    "class"
    (delegation_specifier (explicit_delegation (user_type (type_identifier) @reference.implements .))))
  (object_declaration (delegation_specifier (user_type (type_identifier) @reference.implements .)))
  (object_declaration
    (delegation_specifier (user_type (type_identifier) @reference.implements . (type_arguments) .)))])

(annotation [
  (user_type (type_identifier) @reference.decorates)
  (constructor_invocation (user_type (type_identifier) @reference.decorates))])

(type_identifier) @reference.type
(simple_identifier) @reference.read
(interpolated_identifier) @reference.read

(assignment (directly_assignable_expression [
  (simple_identifier) @reference.write
  (navigation_suffix (simple_identifier) @reference.write)] .))

(jump_expression "throw" . (call_expression . [
  (simple_identifier) @reference.raises
  (navigation_expression (navigation_suffix (simple_identifier) @reference.raises))]))
(catch_block (user_type (type_identifier) @reference.catches .))

; Names that are not references

(package_header) @skip
(import_list) @skip
(value_argument . (simple_identifier) @skip . "=")
((simple_identifier) @skip
 (#any-of? @skip "it" "field"))

; Parameters and local variables

(parameter . (simple_identifier) @local)
(variable_declaration . (simple_identifier) @local)
(catch_block . (simple_identifier) @local)
(type_parameter (type_identifier) @local.type)

; Brackets in chains

(call_suffix) @arguments
(type_arguments) @type.arguments
(indexing_expression . (_) @indexed) @index
(parenthesized_expression) @parenthesized
(parenthesized_expression (as_expression (_) . (_) @cast .))
