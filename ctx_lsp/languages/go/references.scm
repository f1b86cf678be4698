(call_expression function: [
  (identifier) @reference.call
  (selector_expression field: (field_identifier) @reference.call)
  (index_expression operand: [
    (identifier) @reference.call
    (selector_expression field: (field_identifier) @reference.call)])])
(type_conversion_expression type: (generic_type type: [
  (type_identifier) @reference.call
  (qualified_type name: (type_identifier) @reference.call)]))
(composite_literal type: [
  (type_identifier) @reference.call
  (qualified_type name: (type_identifier) @reference.call)
  (generic_type type: (type_identifier) @reference.call)])

; An embedded type provides its methods

(struct_type (field_declaration_list (field_declaration
  !name
  type: [
    (type_identifier) @reference.inherits
    (qualified_type name: (type_identifier) @reference.inherits)
    (generic_type type: (type_identifier) @reference.inherits)])))
(interface_type (type_elem . [
  (type_identifier) @reference.inherits
  (qualified_type name: (type_identifier) @reference.inherits)
  (generic_type type: (type_identifier) @reference.inherits)] .))
((var_spec
   . name: (identifier) @_blank
   . type: [(type_identifier) @reference.implements (qualified_type name: (type_identifier) @reference.implements)])
 (#any-of? @_blank "_"))

(type_identifier) @reference.type
(identifier) @reference.read
(field_identifier) @reference.read

; Names that are not references

(field_declaration name: (field_identifier) @skip)
(method_elem name: (field_identifier) @skip)
((call_expression function: (identifier) @skip)
 (#any-of? @skip
   "append" "cap" "clear" "close" "complex" "copy" "delete" "imag" "len" "make" "max" "min" "new" "panic" "print"
   "println" "real" "recover"))
((type_identifier) @skip
 (#any-of? @skip
   "any" "bool" "byte" "comparable" "complex64" "complex128" "error" "float32" "float64" "int" "int8" "int16" "int32"
   "int64" "rune" "string" "uint" "uint8" "uint16" "uint32" "uint64" "uintptr"))

; Parameters and local variables

(parameter_declaration name: (identifier) @local)
(variadic_parameter_declaration name: (identifier) @local)
(short_var_declaration left: (expression_list (identifier) @local))
(range_clause left: (expression_list (identifier) @local))
(receive_statement left: (expression_list (identifier) @local))
(type_switch_statement alias: (expression_list (identifier) @local))
(var_spec name: (identifier) @local)
(const_spec (identifier) @local)
(type_parameter_declaration name: (identifier) @local.type)
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @local.type)))
    (pointer_type (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @local.type))))])))

; Brackets in chains

(argument_list) @arguments
(type_arguments) @type.arguments
(index_expression operand: (_) @indexed) @index
(slice_expression operand: (_) @indexed) @index
(slice_expression) @slice
(parenthesized_expression) @parenthesized
(composite_literal type: (_) @cast) @parenthesized
(type_assertion_expression type: (_) @cast) @parenthesized
((call_expression function: (identifier) @_new arguments: (argument_list . (_) @cast .)) @parenthesized
 (#any-of? @_new "new" "make"))

; Assignment targets

(assignment_statement left: (expression_list [
  (identifier) @reference.write
  (selector_expression field: (field_identifier) @reference.write)]))
(inc_statement [(identifier) @reference.write (selector_expression field: (field_identifier) @reference.write)])
(dec_statement [(identifier) @reference.write (selector_expression field: (field_identifier) @reference.write)])

(literal_value) @keyed
(composite_literal
  type: [(type_identifier) (qualified_type) (generic_type) (struct_type)]
  body: (literal_value (keyed_element key: (literal_element (identifier) @skip @key.write))))
(literal_element (literal_value (keyed_element key: (literal_element (identifier) @skip @key.write))))
