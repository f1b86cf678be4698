(method_invocation name: (identifier) @reference.call)
(method_reference (_) . (identifier) @reference.call)
(method_reference (identifier) @reference.call "new")
(object_creation_expression type: [
  (type_identifier) @reference.call
  (scoped_type_identifier (type_identifier) @reference.call .)
  (generic_type . [
    (type_identifier) @reference.call
    (scoped_type_identifier (type_identifier) @reference.call .)])])

(superclass [
  (type_identifier) @reference.inherits
  (scoped_type_identifier (type_identifier) @reference.inherits .)
  (generic_type . [
    (type_identifier) @reference.inherits
    (scoped_type_identifier (type_identifier) @reference.inherits .)])])
(extends_interfaces (type_list [
  (type_identifier) @reference.inherits
  (scoped_type_identifier (type_identifier) @reference.inherits .)
  (generic_type . [
    (type_identifier) @reference.inherits
    (scoped_type_identifier (type_identifier) @reference.inherits .)])]))
(super_interfaces (type_list [
  (type_identifier) @reference.implements
  (scoped_type_identifier (type_identifier) @reference.implements .)
  (generic_type . [
    (type_identifier) @reference.implements
    (scoped_type_identifier (type_identifier) @reference.implements .)])]))

(annotation name: [(identifier) @reference.decorates (scoped_identifier name: (identifier) @reference.decorates)])
(marker_annotation name: [(identifier) @reference.decorates (scoped_identifier name: (identifier) @reference.decorates)])

(type_identifier) @reference.type
(identifier) @reference.read

(assignment_expression left: [(identifier) @reference.write (field_access field: (identifier) @reference.write)])
(update_expression [(identifier) @reference.write (field_access field: (identifier) @reference.write)])

(throw_statement (object_creation_expression type: [
  (type_identifier) @reference.raises
  (scoped_type_identifier (type_identifier) @reference.raises .)
  (generic_type . (type_identifier) @reference.raises)]))
(throws [(type_identifier) @reference.raises (scoped_type_identifier (type_identifier) @reference.raises .)])
(catch_type [(type_identifier) @reference.catches (scoped_type_identifier (type_identifier) @reference.catches .)])

; Names that are not references

(import_declaration) @skip
(package_declaration [(scoped_identifier) (identifier)] @skip)
((type_identifier) @skip (#any-of? @skip "var"))
(element_value_pair key: (identifier) @skip @key.read)
(method_declaration name: (identifier) @skip)
(labeled_statement . (identifier) @skip)
(break_statement (identifier) @skip)
(continue_statement (identifier) @skip)

; Parameters and local variables

(formal_parameter name: (identifier) @local)
(object_creation_expression
  (class_body (field_declaration declarator: (variable_declarator name: (identifier) @local))))
(spread_parameter (variable_declarator name: (identifier) @local))
(catch_formal_parameter name: (identifier) @local)
(lambda_expression parameters: [(identifier) @local (inferred_parameters (identifier) @local)])
(local_variable_declaration declarator: (variable_declarator name: (identifier) @local))
(enhanced_for_statement name: (identifier) @local)
(resource name: (identifier) @local)
(instanceof_expression name: (identifier) @local)
(type_pattern (identifier) @local)
(record_pattern_component (identifier) @local)
(type_parameter . (type_identifier) @local.type)

; Brackets in chains

(argument_list) @arguments
(object_creation_expression (class_body) @type.arguments)
(type_arguments) @type.arguments
(array_access array: (_) @indexed) @index
(parenthesized_expression) @parenthesized
(cast_expression type: (_) @cast)

; Keys of annotations: members of their types

(annotation_argument_list) @keyed
