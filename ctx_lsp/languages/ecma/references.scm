(call_expression function: [
  (identifier) @reference.call
  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.call)])
(new_expression constructor: [
  (identifier) @reference.call
  (member_expression property: (property_identifier) @reference.call)])

(decorator [
  (identifier) @reference.decorates
  (member_expression property: (property_identifier) @reference.decorates)
  (call_expression function: [
    (identifier) @reference.decorates
    (member_expression property: (property_identifier) @reference.decorates)])])

(identifier) @reference.read
(property_identifier) @reference.read
(private_property_identifier) @reference.read
(shorthand_property_identifier) @reference.read

(assignment_expression left: [
  (identifier) @reference.write
  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.write)])
(augmented_assignment_expression left: [
  (identifier) @reference.write
  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.write)])
(update_expression argument: [
  (identifier) @reference.write
  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.write)])
(unary_expression
  operator: "delete"
  argument: (member_expression property: [(property_identifier) (private_property_identifier)] @reference.write))
(throw_statement (new_expression constructor: [
  (identifier) @reference.raises
  (member_expression property: (property_identifier) @reference.raises)]))
(throw_statement (call_expression function: [
  (identifier) @reference.thrown
  (member_expression property: (property_identifier) @reference.thrown)]))

; Names that are not references

(import_statement) @skip
(export_statement source: (string)) @skip
(pair key: [(property_identifier) (private_property_identifier)] @skip)
(pair_pattern key: (property_identifier) @skip)
(method_definition name: [(property_identifier) (private_property_identifier)] @skip)
(class name: (_) @skip)
((call_expression function: (identifier) @skip) (#any-of? @skip "require"))
((variable_declarator
   value: (member_expression
     object: (call_expression function: (identifier) @_require)
     property: (property_identifier) @skip))
 (#any-of? @_require "require"))

; Objects to which members are added

(assignment_expression left: (member_expression object: (identifier) @kept))
(assignment_expression left: (member_expression object: (member_expression object: (identifier) @kept)))

; Parameters and local variables

(arrow_function parameter: (identifier) @local)
(variable_declarator name: (identifier) @local)
(shorthand_property_identifier_pattern) @local
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @local)
(pair_pattern value: [(identifier) @local (assignment_pattern left: (identifier) @local)])
(array_pattern [(identifier) @local (assignment_pattern left: (identifier) @local)])
(rest_pattern (identifier) @local)
(function_expression name: (identifier) @local)
(generator_function name: (identifier) @local)
(catch_clause parameter: (identifier) @local)
(for_in_statement left: (identifier) @local)

; Brackets in chains

(arguments) @arguments
(subscript_expression object: (_) @indexed) @index
(parenthesized_expression) @parenthesized
(regex) @literal
((call_expression function: (identifier) @_require arguments: (arguments . (string))) @loaded
 (#any-of? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string))) @loaded

; Keys: members of the expected type of the enclosing literal or pattern

[(object) (object_pattern)] @keyed
(object_pattern (shorthand_property_identifier_pattern) @key.read)
(object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @key.read))
(object_pattern (pair_pattern key: (property_identifier) @key.read))
(object (shorthand_property_identifier) @key.write)
(object (pair key: (property_identifier) @key.write))
(object (method_definition name: (property_identifier) @key.write))
