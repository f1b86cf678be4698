(call_expression . (simple_identifier) @reference.call)
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.call)))
(call_expression . (prefix_expression target: (simple_identifier) @reference.call))
(constructor_expression (user_type (type_identifier) @reference.call .))

(simple_identifier) @reference.read
(type_identifier) @reference.type

(class_declaration declaration_kind: ["class" "actor"]
  (inheritance_specifier inherits_from: (user_type (type_identifier) @reference.inherits .)))
(class_declaration declaration_kind: ["struct" "enum" "extension"]
  (inheritance_specifier inherits_from: (user_type (type_identifier) @reference.implements .)))
(protocol_declaration
  (inheritance_specifier inherits_from: (user_type (type_identifier) @reference.inherits .)))

(attribute (user_type (type_identifier) @reference.decorates))

(assignment target: (directly_assignable_expression [
  (simple_identifier) @reference.write
  (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.write))]))

; Members without a declared type

[(prefix_expression) (pattern)] @keyed
(prefix_expression target: (simple_identifier) @key.read)
(switch_pattern (pattern . (simple_identifier) @key.read))

; Brackets in chains

(call_suffix (value_arguments "(")) @arguments
(call_suffix . (lambda_literal)) @arguments
(call_expression . (_) @indexed (call_suffix (value_arguments "["))) @index
(type_arguments) @type.arguments
(tuple_expression) @parenthesized
(as_expression (as_operator) . (_) @cast)

; Names that are not references

(import_declaration) @skip
(enum_type_parameters (simple_identifier) @skip)
((simple_identifier) @skip (#any-of? @skip "$0" "$1" "$2" "$3"))
(value_argument_label) @skip
(parameter external_name: (simple_identifier) @skip)
(class_declaration declaration_kind: "extension" name: (user_type) @skip)
(type_parameter . (type_identifier) @skip)
((simple_identifier) @skip
 (#any-of? @skip "_" "self"))

; Parameters and local variables

(parameter name: (simple_identifier) @local)
(lambda_parameter name: (simple_identifier) @local)
(if_statement bound_identifier: (simple_identifier) @local)
(guard_statement bound_identifier: (simple_identifier) @local)
(while_statement bound_identifier: (simple_identifier) @local)
(property_declaration name: (pattern (pattern (simple_identifier) @local)))
(capture_list_item name: (simple_identifier) @skip)
(statements (property_declaration name: (pattern bound_identifier: (simple_identifier) @local)))
(pattern bound_identifier: (simple_identifier) @local)
