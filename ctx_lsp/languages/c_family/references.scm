(call_expression function: [
  (identifier) @reference.call
  (field_expression field: (field_identifier) @reference.call)
  (parenthesized_expression (identifier) @reference.call)
  (parenthesized_expression (pointer_expression argument: [
    (identifier) @reference.call
    (field_expression field: (field_identifier) @reference.call)]))])

(type_identifier) @reference.type
[(identifier) (field_identifier)] @reference.read

; Assigned members

(assignment_expression left: (field_expression field: (field_identifier) @reference.write))
(assignment_expression left: (subscript_expression argument: (field_expression field: (field_identifier) @reference.write)))
(assignment_expression left: (identifier) @reference.write)
(update_expression argument: (field_expression field: (field_identifier) @reference.write))
(update_expression argument: (identifier) @reference.write)

; Names that are not references

(preproc_ifdef name: (identifier) @skip)
(preproc_params) @skip
(function_declarator declarator: (identifier) @skip)
(goto_statement) @skip
(labeled_statement label: (_) @skip)

; Parameters and local variables

(parameter_declaration declarator: [
  (identifier) @local
  (array_declarator declarator: (identifier) @local)
  (pointer_declarator declarator: (identifier) @local)
  (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local))
  (pointer_declarator declarator: (array_declarator declarator: (identifier) @local))
  (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local)))])
(declaration declarator: [
  (identifier) @local
  (array_declarator declarator: (identifier) @local)
  (pointer_declarator declarator: (identifier) @local)
  (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local))
  (init_declarator declarator: (identifier) @local)
  (init_declarator declarator: (array_declarator declarator: (identifier) @local))
  (init_declarator declarator: (pointer_declarator declarator: (identifier) @local))
  (init_declarator declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local)))
  (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local)))])

; Brackets in chains

(argument_list) @arguments
(subscript_expression argument: (_) @indexed) @index
(parenthesized_expression) @parenthesized
(cast_expression type: (type_descriptor) @cast)
(initializer_list) @keyed
(initializer_pair designator: (field_designator (field_identifier) @key.write))
