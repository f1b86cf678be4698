(call function: (identifier) @reference.call)
(call function: (dot_expression right: (identifier) @reference.call))
(call function: (bracket_expression left: (identifier) @reference.call))
(object_declaration inherits: (type_expression (identifier) @reference.inherits))

(type_expression) @types
(identifier) @reference.read

; Names that are not references

(import_statement) @skip
(import_from_statement) @skip
(include_statement) @skip
(export_statement) @skip
(pragma_list) @skip
((identifier) @skip
 (#any-of? @skip "result" "true" "false" "nil" "isMainModule"))
(argument_list (colon_expression left: (identifier) @skip))
(argument_list (equal_expression left: (identifier) @skip))

; Parameters and local variables

(generic_parameter_list (parameter_declaration (symbol_declaration_list
  (symbol_declaration name: (identifier) @local.type))))
(parameter_declaration_list (parameter_declaration (symbol_declaration_list
  (symbol_declaration name: (identifier) @local))))
(variable_declaration (symbol_declaration_list (symbol_declaration name: (identifier) @local)))
(for left: (symbol_declaration_list (symbol_declaration name: (identifier) @local)))
