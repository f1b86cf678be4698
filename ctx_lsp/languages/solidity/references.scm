(call_expression function: (expression (identifier) @reference.call))
(call_expression function: (expression (member_expression property: (identifier) @reference.call)))
(call_expression function: (expression (struct_expression type: (expression (identifier) @reference.call))))
(emit_statement name: (expression (identifier) @reference.call))
(emit_statement name: (expression (member_expression property: (identifier) @reference.call)))
(revert_statement error: (expression (identifier) @reference.call))
(revert_statement error: (expression (member_expression property: (identifier) @reference.call)))
(modifier_invocation (identifier) @reference.call)
(inheritance_specifier ancestor: (user_defined_type (identifier) @reference.inherits .))
(using_directive (type_alias (identifier) @reference.type))
(user_defined_type (identifier) @reference.type)

(identifier) @reference.read

; Names that are not references

(import_directive) @skip
((identifier) @skip
 (#any-of? @skip "_" "assert" "msg" "require" "revert"))

; Parameters and local variables

(parameter name: (identifier) @local)
(event_parameter name: (identifier) @local)
(error_parameter name: (identifier) @local)
(variable_declaration name: (identifier) @local)
