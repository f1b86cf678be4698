(function_call_expression function: [
  (name) @reference.call
  (qualified_name (name) @reference.call)])
(member_call_expression name: (name) @reference.call)
(nullsafe_member_call_expression name: (name) @reference.call)
(scoped_call_expression name: (name) @reference.call)
(object_creation_expression [
  (name) @reference.call
  (qualified_name (name) @reference.call)])

(base_clause [(name) @reference.inherits (qualified_name (name) @reference.inherits)])
(use_declaration [(name) @reference.inherits (qualified_name (name) @reference.inherits)])
(class_interface_clause [(name) @reference.implements (qualified_name (name) @reference.implements)])
(attribute [(name) @reference.decorates (qualified_name (name) @reference.decorates)])

(named_type [(name) @reference.type (qualified_name (name) @reference.type)])
(binary_expression
  operator: "instanceof"
  right: [(name) @reference.type (qualified_name (name) @reference.type)])

(name) @reference.read

; Names that are not references; variables never are.

(variable_name) @skip
(namespace_name) @skip
(namespace_use_declaration) @skip
(namespace_definition) @skip
(argument name: (name) @skip)
((named_type (name) @skip) (#any-of? @skip "self" "static" "parent"))
((class_constant_access_expression (name) @skip .) (#any-of? @skip "class"))
