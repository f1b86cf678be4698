(call function: [
  (identifier) @reference.call
  (attribute attribute: (identifier) @reference.call)])

(class_definition
  superclasses: (argument_list [
    (identifier) @reference.inherits
    (attribute attribute: (identifier) @reference.inherits)
    (subscript value: [(identifier) @reference.inherits (attribute attribute: (identifier) @reference.inherits)])
    (call function: [(identifier) @reference.inherits (attribute attribute: (identifier) @reference.inherits)])]))

(decorator [
  (identifier) @reference.decorates
  (attribute attribute: (identifier) @reference.decorates)
  (call function: [(identifier) @reference.decorates (attribute attribute: (identifier) @reference.decorates)])])

(identifier) @reference.read

(assignment left: (attribute attribute: (identifier) @reference.write))
(assignment left: (pattern_list (attribute attribute: (identifier) @reference.write)))
(augmented_assignment left: [(identifier) @reference.write (attribute attribute: (identifier) @reference.write)])
(delete_statement (attribute attribute: (identifier) @reference.write))

(raise_statement . [
  (identifier) @reference.raises
  (attribute attribute: (identifier) @reference.raises)
  (call function: [(identifier) @reference.raises (attribute attribute: (identifier) @reference.raises)])])
(except_clause [
  (identifier) @reference.catches
  (attribute attribute: (identifier) @reference.catches)
  (tuple [(identifier) @reference.catches (attribute attribute: (identifier) @reference.catches)])
  (as_pattern . [
    (identifier) @reference.catches
    (attribute attribute: (identifier) @reference.catches)
    (tuple [(identifier) @reference.catches (attribute attribute: (identifier) @reference.catches)])])])

(type) @types
(assignment type: (type (string (string_content) @reference.type)))
(typed_parameter type: (type (string (string_content) @reference.type)))
(typed_default_parameter type: (type (string (string_content) @reference.type)))
(function_definition return_type: (type (string (string_content) @reference.type)))
(type (generic_type (type_parameter (type (string (string_content) @reference.type)))))
(type (binary_operator (string (string_content) @reference.type)))
(type (subscript (string (string_content) @reference.type)))
(type (subscript (subscript (string (string_content) @reference.type))))
(type (subscript (list (string (string_content) @reference.type))))

; Names that are not references

(keyword_argument name: (identifier) @skip)
(import_statement) @skip
(import_from_statement) @skip
(future_import_statement) @skip
(type_alias_statement left: (type [(identifier) @skip (generic_type . (identifier) @skip)]))

; Built-ins that are never redefined

((call function: (identifier) @skip)
 (#any-of? @skip
   "abs" "all" "any" "bool" "bytearray" "bytes" "callable" "chr" "delattr" "dict" "divmod" "enumerate" "float"
   "frozenset" "getattr" "hasattr" "id" "int" "isinstance" "issubclass" "iter" "len" "list" "max" "memoryview" "min"
   "next" "object" "ord" "range" "repr" "reversed" "round" "set" "setattr" "sorted" "str" "sum" "super" "tuple" "type"
   "vars" "zip"))
((type [
   (identifier) @skip
   (generic_type . (identifier) @skip)
   (binary_operator (identifier) @skip)])
 (#any-of? @skip
   "bool" "bytearray" "bytes" "complex" "dict" "float" "frozenset" "int" "list" "object" "set" "str" "tuple" "type"))
((binary_operator (identifier) @skip)
 (#any-of? @skip "bool" "bytes" "complex" "float" "int" "object" "str"))

; Parameters and local variables

(parameters [
  (identifier) @local
  (default_parameter name: (identifier) @local)
  (typed_default_parameter name: (identifier) @local)
  (typed_parameter . (identifier) @local)])
(lambda_parameters [(identifier) @local (default_parameter name: (identifier) @local)])
(assignment left: (identifier) @local)
(augmented_assignment left: (identifier) @local)
(named_expression name: (identifier) @local)
(for_statement left: (identifier) @local)
(for_in_clause left: (identifier) @local)
(pattern_list (identifier) @local)
(tuple_pattern (identifier) @local)
(list_pattern (identifier) @local)
(list_splat_pattern (identifier) @local)
(dictionary_splat_pattern (identifier) @local)
(as_pattern_target [
  (identifier) @local
  (tuple [
    (identifier) @local
    (list_splat (identifier) @local)
    (tuple [(identifier) @local (list_splat (identifier) @local)])
    (list [(identifier) @local (list_splat (identifier) @local)])])
  (list [
    (identifier) @local
    (list_splat (identifier) @local)
    (tuple [(identifier) @local (list_splat (identifier) @local)])
    (list [(identifier) @local (list_splat (identifier) @local)])])])

; Names that `case` binds; a name with a dot is a value that is compared

(case_pattern (dotted_name . (identifier) @local .))
(case_pattern (as_pattern (identifier) @local))
(keyword_pattern (dotted_name . (identifier) @local .))
(keyword_pattern . (identifier) @skip)
(splat_pattern (identifier) @local)

(function_definition type_parameters: (type_parameter (type [
  (identifier) @local.type
  (constrained_type . (type (identifier) @local.type))
  (splat_type (identifier) @local.type)])))
(class_definition type_parameters: (type_parameter (type [
  (identifier) @local.type
  (constrained_type . (type (identifier) @local.type))
  (splat_type (identifier) @local.type)])))
(type_alias_statement left: (type (generic_type (type_parameter (type (identifier) @local.type)))))

; Brackets in chains

(argument_list) @arguments
(subscript value: (_) @indexed) @index
(subscript subscript: (slice)) @slice
(parenthesized_expression) @parenthesized
((call function: (identifier) @_type arguments: (argument_list . (identifier) @_self .)) @own.type
 (#any-of? @_type "type")
 (#any-of? @_self "self"))
