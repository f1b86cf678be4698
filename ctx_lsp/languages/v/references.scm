(call_expression function: (identifier) @reference.call)
(call_expression function: (selector_expression field: (identifier) @reference.call))
(type_initializer type: (type_identifier) @reference.call)
(struct_field_declaration !name type: (type_identifier) @reference.inherits)

(type_identifier) @reference.type
(identifier) @reference.read

; Names that are not references

(module_clause) @skip
(import_declaration) @skip

; Parameters and local variables

(parameter_declaration name: (identifier) @local)
(short_var_declaration left: (expression_list (identifier) @local))
(for_in_operator left: (identifier_list (identifier) @local))
