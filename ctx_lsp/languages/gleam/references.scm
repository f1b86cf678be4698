(function_call function: (identifier) @reference.call)
(function_call function: (field_access field: (label) @reference.call))
(binary_expression operator: "|>" right: (identifier) @reference.call)
(binary_expression operator: "|>" right: (field_access field: (label) @reference.call))
(record name: (constructor_name) @reference.call)
(remote_constructor_name name: (constructor_name) @reference.call)
(constructor_name) @reference.read
(type_identifier) @reference.type
(attribute name: (identifier) @reference.decorates)
(field_access field: (label) @reference.read)
(identifier) @reference.read

; Names that are not references

(import) @skip
(attribute arguments: (_) @skip)

; Parameters and local variables

(function_parameter name: (identifier) @local)
(let pattern: (identifier) @local)
(record_pattern_argument pattern: (identifier) @local)
(case_clause_pattern (identifier) @local)
(tuple_pattern (identifier) @local)
(list_pattern (identifier) @local)
(type_name parameters: (type_parameters (type_parameter) @local.type))
