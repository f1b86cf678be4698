(call function: (identifier) @reference.call)
(call function: (attribute attribute: (identifier) @reference.call))
(identifier) @reference.read

; Names that are not references

(keyword_argument name: (identifier) @skip)
((call function: (identifier) @_load) @skip
 (#any-of? @_load "load"))

; Parameters and local variables

(parameters [
  (identifier) @local
  (default_parameter name: (identifier) @local)
  (list_splat_pattern (identifier) @local)
  (dictionary_splat_pattern (identifier) @local)])
(lambda_parameters (identifier) @local)
(assignment left: (identifier) @local)
(assignment left: (pattern_list (identifier) @local))
(for_statement left: (identifier) @local)
(for_statement left: (pattern_list (identifier) @local))
(for_in_clause left: (identifier) @local)
(for_in_clause left: (pattern_list (identifier) @local))
