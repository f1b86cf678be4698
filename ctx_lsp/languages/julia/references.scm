(call_expression . [
  (identifier) @reference.call
  (field_expression (identifier) @reference.call .)
  (parametrized_type_expression . (identifier) @reference.call)])
(broadcast_call_expression . [
  (identifier) @reference.call
  (field_expression (identifier) @reference.call .)])
(macrocall_expression (macro_identifier (identifier) @reference.call))
(macrocall_expression (field_expression (macro_identifier (identifier) @reference.call)))

(struct_definition (type_head (binary_expression (operator) . [
  (identifier) @reference.inherits
  (field_expression (identifier) @reference.inherits .)
  (parametrized_type_expression . (identifier) @reference.inherits)])))
(abstract_definition (type_head (binary_expression (operator) . [
  (identifier) @reference.inherits
  (field_expression (identifier) @reference.inherits .)
  (parametrized_type_expression . (identifier) @reference.inherits)])))

(typed_expression (_) . (_) @types)
(parametrized_type_expression (curly_expression) @types)
(where_expression (_) . (_) @types)
(unary_typed_expression (_) @types)

(identifier) @reference.read

; Names that are not references

(using_statement) @skip
(import_statement) @skip
(export_statement) @skip
((call_expression . (identifier) @skip)
 (#any-of? @skip "new" "include"))
(call_expression (argument_list (assignment . (identifier) @skip)))
(function_definition (signature (call_expression . (identifier) @skip)))

; Parameters and local variables

(where_expression (_) . (identifier) @local.type)
(where_expression (_) . (curly_expression [(identifier) @local.type (binary_expression . (identifier) @local.type)]))
(struct_definition (type_head (parametrized_type_expression
  (curly_expression [(identifier) @local.type (binary_expression . (identifier) @local.type)]))))
(struct_definition (type_head (binary_expression . (parametrized_type_expression
  (curly_expression [(identifier) @local.type (binary_expression . (identifier) @local.type)])))))
(abstract_definition (type_head (binary_expression . (parametrized_type_expression
  (curly_expression [(identifier) @local.type (binary_expression . (identifier) @local.type)])))))
(signature (call_expression (argument_list [
  (identifier) @local
  (typed_expression . (identifier) @local)
  (splat_expression . (identifier) @local)
  (assignment . [(identifier) @local (typed_expression . (identifier) @local)])])))
(signature (typed_expression . (call_expression (argument_list [
  (identifier) @local
  (typed_expression . (identifier) @local)
  (assignment . [(identifier) @local (typed_expression . (identifier) @local)])]))))
(signature (where_expression . (call_expression (argument_list [
  (identifier) @local
  (typed_expression . (identifier) @local)
  (assignment . [(identifier) @local (typed_expression . (identifier) @local)])]))))
(assignment . (call_expression (argument_list [
  (identifier) @local
  (typed_expression . (identifier) @local)
  (assignment . [(identifier) @local (typed_expression . (identifier) @local)])])))
(assignment . (identifier) @local)
(assignment . (open_tuple (identifier) @local))
(arrow_function_expression . (identifier) @local)
(arrow_function_expression . (argument_list (identifier) @local))
(for_binding . (identifier) @local)
(for_binding . (tuple_expression (identifier) @local))
(catch_clause . (identifier) @local)
