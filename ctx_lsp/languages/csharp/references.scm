(invocation_expression function: [
  (identifier) @reference.call
  (generic_name (identifier) @reference.call)
  (member_access_expression name: (identifier) @reference.call)
  (member_access_expression name: (generic_name (identifier) @reference.call))
  (conditional_access_expression (member_binding_expression name: (identifier) @reference.call))
  (conditional_access_expression (member_binding_expression name: (generic_name (identifier) @reference.call)))])
(object_creation_expression type: [
  (identifier) @reference.call
  (generic_name (identifier) @reference.call)
  (qualified_name name: (identifier) @reference.call)
  (qualified_name name: (generic_name (identifier) @reference.call))])

(base_list [
  (identifier) @reference.inherits
  (generic_name (identifier) @reference.inherits)
  (qualified_name name: (identifier) @reference.inherits)
  (qualified_name name: (generic_name (identifier) @reference.inherits))
  (primary_constructor_base_type type: [
    (identifier) @reference.inherits
    (generic_name (identifier) @reference.inherits)
    (qualified_name name: (identifier) @reference.inherits)])])

(attribute name: [
  (identifier) @reference.decorates
  (generic_name (identifier) @reference.decorates)
  (qualified_name name: (identifier) @reference.decorates)])

(_ type: (_) @types)
(_ returns: (_) @types)
(type_argument_list) @types
(type_parameter_constraint) @types

(identifier) @reference.read

(assignment_expression left: [(identifier) @reference.write (member_access_expression name: (identifier) @reference.write)])
(prefix_unary_expression
  ["++" "--"] [(identifier) @reference.write (member_access_expression name: (identifier) @reference.write)])
(postfix_unary_expression
  [(identifier) @reference.write (member_access_expression name: (identifier) @reference.write)] ["++" "--"])

(throw_statement (object_creation_expression type: [
  (identifier) @reference.raises
  (qualified_name name: (identifier) @reference.raises)]))
(throw_expression (object_creation_expression type: [
  (identifier) @reference.raises
  (qualified_name name: (identifier) @reference.raises)]))
(catch_declaration type: [(identifier) @reference.catches (qualified_name name: (identifier) @reference.catches)])

(initializer_expression (assignment_expression left: (identifier) @key.write @skip))
(object_creation_expression initializer: (initializer_expression) @keyed)
(property_pattern_clause (subpattern . (identifier) @key.read @skip)) @keyed

; Names that are not references

(using_directive) @skip
(namespace_declaration name: (_) @skip)
(file_scoped_namespace_declaration name: (_) @skip)
(type_parameter_constraints_clause . (identifier) @skip)
(labeled_statement . (identifier) @skip)
(goto_statement (identifier) @skip)
(argument name: (identifier) @skip)
(attribute_argument name: (identifier) @skip)
((invocation_expression function: (identifier) @skip)
 (#any-of? @skip "nameof"))
((identifier) @skip
 (#any-of? @skip "var" "dynamic" "_" "value"))
(destructor_declaration name: (identifier) @skip)

; Parameters and local variables

(parameter name: (identifier) @local)
(parameter_list name: (identifier) @local)
(implicit_parameter) @local
(variable_declarator name: (identifier) @local)
(foreach_statement left: (identifier) @local)
(declaration_pattern name: (identifier) @local)
(declaration_expression name: (identifier) @local)
(recursive_pattern name: (identifier) @local)
(catch_declaration name: (identifier) @local)
(from_clause name: (identifier) @local)
(tuple_pattern name: (identifier) @local)
(type_parameter name: (identifier) @local.type)

; Brackets in chains

(argument_list) @arguments
(type_argument_list) @type.arguments
(element_access_expression expression: (_) @indexed) @index
(parenthesized_expression) @parenthesized
(cast_expression type: (_) @cast)
(parenthesized_expression (as_expression right: (_) @cast))
