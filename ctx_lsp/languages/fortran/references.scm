(call_expression . (identifier) @reference.call)
(call_expression . (derived_type_member_expression (type_member) @reference.call))
(subroutine_call subroutine: (identifier) @reference.call)
(subroutine_call subroutine: (derived_type_member_expression (type_member) @reference.call))
(derived_type (type_name) @reference.type)
(base_type_specifier (identifier) @reference.inherits)
(procedure_statement declarator: (method_name) @reference.read)
(binding (method_name) @reference.read)

(identifier) @reference.read

; Names that are not references

(use_statement) @skip
(public_statement) @skip
(private_statement) @skip
(end_function_statement) @skip
(end_subroutine_statement) @skip
(parameters (identifier) @skip)

; Parameters and local variables

(parameters (identifier) @local)
(function_result (identifier) @local)
(function (variable_declaration declarator: (identifier) @local))
(function (variable_declaration declarator: (init_declarator left: (identifier) @local)))
(function (variable_declaration declarator: (sized_declarator . (identifier) @local)))
(subroutine (variable_declaration declarator: (identifier) @local))
(subroutine (variable_declaration declarator: (init_declarator left: (identifier) @local)))
(subroutine (variable_declaration declarator: (sized_declarator . (identifier) @local)))
