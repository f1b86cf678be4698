(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression (identifier) @reference.call .))
(overloaded_procedure_declaration "{" (identifier) @reference.read)
(struct . (identifier) @reference.call)
(attribute (identifier) @reference.decorates)

(type (identifier) @reference.type)
(identifier) @reference.read

; Names that are not references

(package_declaration) @skip
(import_declaration) @skip

; Parameters and local variables

(parameter (identifier) @local)
(assignment_statement . (identifier) @local)
(for_statement "for" . (identifier) @local)
(var_declaration . (identifier) @local)
