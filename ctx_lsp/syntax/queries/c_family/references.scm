(call_expression function: [
  (identifier) @reference.call
  (field_expression field: (field_identifier) @reference.call)
  (parenthesized_expression (identifier) @reference.call)])

(type_identifier) @reference.type
(identifier) @reference.read

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
