(application_expression . (long_identifier_or_op . (identifier) @reference.call .))
(application_expression . (long_identifier_or_op (long_identifier (identifier) @reference.call .)))
(infix_expression (infix_op) @_pipe . (long_identifier_or_op . (identifier) @reference.call .)
 (#any-of? @_pipe "|>" ">>" "<|"))
(infix_expression (infix_op) @_pipe . (long_identifier_or_op (long_identifier (identifier) @reference.call .))
 (#any-of? @_pipe "|>" ">>" "<|"))
(infix_expression (infix_op) @_pipe . (application_expression
  . (long_identifier_or_op (long_identifier (identifier) @reference.call .)))
 (#any-of? @_pipe "|>" ">>" "<|"))

(class_inherits_decl (simple_type (long_identifier (identifier) @reference.inherits .)))
(interface_implementation (simple_type (long_identifier (identifier) @reference.implements .)))
(attribute (simple_type (long_identifier (identifier) @reference.decorates .)))

(simple_type (long_identifier (identifier) @reference.type .))
(long_identifier_or_op (identifier) @reference.read)
(long_identifier_or_op (long_identifier (identifier) @reference.read))

; Names that are not references

(import_decl) @skip
(identifier_pattern (long_identifier_or_op (identifier) @skip))

; Parameters and local variables

(argument_patterns (long_identifier (identifier) @local))
(typed_pattern (identifier_pattern (long_identifier_or_op (identifier) @local)))
(paren_pattern (identifier_pattern (long_identifier_or_op (identifier) @local)))
(value_declaration_left (identifier_pattern (long_identifier_or_op (identifier) @local)))
(property_or_ident instance: (identifier) @local)
(for_expression (identifier_pattern (long_identifier_or_op (identifier) @local)))
