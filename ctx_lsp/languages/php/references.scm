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

(assignment_expression left: [
  (member_access_expression name: (name) @reference.write)
  (scoped_property_access_expression name: (variable_name (name) @reference.write))])
(augmented_assignment_expression left: [
  (member_access_expression name: (name) @reference.write)
  (scoped_property_access_expression name: (variable_name (name) @reference.write))])
(update_expression argument: [
  (member_access_expression name: (name) @reference.write)
  (scoped_property_access_expression name: (variable_name (name) @reference.write))])
(unset_statement (member_access_expression name: (name) @reference.write))

(throw_expression (object_creation_expression [
  (name) @reference.raises
  (qualified_name (name) @reference.raises)]))
(catch_clause type: (type_list (named_type [
  (name) @reference.catches
  (qualified_name (name) @reference.catches)])))

; Names that are not references, including all variables except those of classes.

(variable_name) @skip
(scoped_property_access_expression name: (variable_name (name) @kept))
(namespace_name) @skip
(namespace_use_declaration) @skip
(namespace_definition) @skip
(argument name: (name) @skip)
((named_type (name) @skip) (#any-of? @skip "self" "static" "parent"))
((class_constant_access_expression (name) @skip .) (#any-of? @skip "class"))

; Brackets in chains

(arguments) @arguments
(subscript_expression . (_) @indexed) @index
(parenthesized_expression) @parenthesized
