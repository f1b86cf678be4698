(call_expression function: [
  (identifier) @reference.call
  (field_expression field: (identifier) @reference.call)
  (generic_function function: (identifier) @reference.call)
  (generic_function function: (field_expression field: (identifier) @reference.call))])
(instance_expression [
  (type_identifier) @reference.call
  (generic_type type: (type_identifier) @reference.call)
  (stable_type_identifier (type_identifier) @reference.call)])
(infix_expression operator: (identifier) @reference.call)

(extends_clause [
  (type_identifier) @reference.inherits
  (generic_type type: (type_identifier) @reference.inherits)
  (stable_type_identifier (type_identifier) @reference.inherits)
  (generic_type type: (stable_type_identifier (type_identifier) @reference.inherits))])

(annotation name: [
  (type_identifier) @reference.decorates
  (stable_type_identifier (type_identifier) @reference.decorates)])

(identifier) @reference.read
(type_identifier) @reference.type

(assignment_expression left: [(identifier) @reference.write (field_expression field: (identifier) @reference.write)])
(throw_expression (instance_expression . (type_identifier) @reference.raises))
(catch_clause (case_block (case_clause pattern: (typed_pattern type: (type_identifier) @reference.catches))))

; Names that are not references

(package_clause) @skip
(import_declaration) @skip
(access_qualifier) @skip
(self_type . (identifier) @skip)
(function_definition name: (_) @skip)
(arguments (assignment_expression left: (identifier) @skip))
((identifier) @skip
 (#any-of? @skip "this" "super" "_"))

; Parameters and local variables

(parameter name: (identifier) @local)
(class_parameter name: (identifier) @local)
(binding name: (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(val_definition pattern: (identifier) @local)
(var_definition pattern: (identifier) @local)
(val_definition pattern: (tuple_pattern (identifier) @local))
(case_clause pattern: (identifier) @local)
(case_class_pattern pattern: (identifier) @local)
(typed_pattern pattern: (identifier) @local)
(tuple_pattern (identifier) @local)
(enumerator . (identifier) @local)
(capture_pattern name: (identifier) @local)
(enumerator (tuple_pattern (identifier) @local))
(type_parameters name: (identifier) @local.type)

; Brackets in chains

(call_expression arguments: (_) @arguments)
(instance_expression (arguments) @arguments)
(instance_expression (template_body) @type.arguments)
(type_arguments) @type.arguments
(parenthesized_expression) @parenthesized
(parenthesized_expression (ascription_expression (_) . (_) @cast))
