(entity_instantiation entity: (selected_name suffix: (simple_name) @reference.call))
(component_instantiation component: (simple_name) @reference.call)
(architecture_body entity: (simple_name) @reference.implements)
(ambiguous_name prefix: (simple_name) @reference.call)
(function_call function: (simple_name) @reference.call)
(procedure_call_statement procedure: (simple_name) @reference.call)
(type_mark (simple_name) @reference.type)
(simple_name) @reference.read

; Names that are not references

(use_clause) @skip
(library_clause) @skip
([(entity_declaration at_end: (simple_name) @skip)
  (architecture_body at_end: (simple_name) @skip)
  (package_declaration at_end: (simple_name) @skip)
  (package_body at_end: (simple_name) @skip)
  (function_body at_end: (simple_name) @skip)
  (procedure_body at_end: (simple_name) @skip)])
(named_association_element formal_part: (simple_name) @skip)

; Parameters and local variables

(constant_interface_declaration (identifier_list (identifier) @local))
(variable_declaration (identifier_list (identifier) @local))
