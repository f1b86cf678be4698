(call_expression function: [
  (qualified_identifier name: (identifier) @reference.call)
  (qualified_identifier name: (template_function name: (identifier) @reference.call))
  (qualified_identifier name: (qualified_identifier name: (identifier) @reference.call))
  (qualified_identifier name: (qualified_identifier name: (template_function name: (identifier) @reference.call)))
  (qualified_identifier
    name: (qualified_identifier name: (qualified_identifier name: (identifier) @reference.call)))
  (template_function name: (identifier) @reference.call)
  (field_expression field: (template_method name: (field_identifier) @reference.call))
  (field_expression field: (dependent_name (template_method name: (field_identifier) @reference.call)))])

(new_expression type: [
  (type_identifier) @reference.call
  (template_type name: (type_identifier) @reference.call)
  (qualified_identifier name: (type_identifier) @reference.call)
  (qualified_identifier name: (template_type name: (type_identifier) @reference.call))])
(compound_literal_expression type: [
  (type_identifier) @reference.call
  (template_type name: (type_identifier) @reference.call)
  (qualified_identifier name: (type_identifier) @reference.call)
  (qualified_identifier name: (template_type name: (type_identifier) @reference.call))])

(base_class_clause [
  (type_identifier) @reference.inherits
  (template_type name: (type_identifier) @reference.inherits)
  (qualified_identifier name: (type_identifier) @reference.inherits)
  (qualified_identifier name: (template_type name: (type_identifier) @reference.inherits))
  (qualified_identifier name: (qualified_identifier name: (type_identifier) @reference.inherits))
  (qualified_identifier
    name: (qualified_identifier name: (template_type name: (type_identifier) @reference.inherits)))])

(throw_statement [
  (call_expression function: [
    (identifier) @reference.raises
    (qualified_identifier name: (identifier) @reference.raises)
    (qualified_identifier name: (qualified_identifier name: (identifier) @reference.raises))])
  (compound_literal_expression type: [
    (type_identifier) @reference.raises
    (qualified_identifier name: (type_identifier) @reference.raises)])])
(catch_clause parameters: (parameter_list (parameter_declaration type: [
  (type_identifier) @reference.catches
  (qualified_identifier name: (type_identifier) @reference.catches)
  (qualified_identifier name: (qualified_identifier name: (type_identifier) @reference.catches))])))

(using_declaration (qualified_identifier name: (identifier) @reference.type))
(namespace_identifier) @reference.read

; Names that are not references

(namespace_definition name: (_) @skip)
(using_declaration . (identifier) @skip)
(class_specifier name: (template_type name: (_) @skip))
(function_declarator declarator: [
  (qualified_identifier scope: (_) @skip)
  (qualified_identifier name: (qualified_identifier scope: (_) @skip))])
(destructor_name) @skip
(template_instantiation) @skip

; Parameters and local variables

(type_parameter_declaration (type_identifier) @local.type)
(optional_type_parameter_declaration name: (type_identifier) @local.type)
(variadic_type_parameter_declaration (type_identifier) @local.type)

(parameter_declaration declarator: (reference_declarator (identifier) @local))
(optional_parameter_declaration declarator: [
  (identifier) @local
  (pointer_declarator declarator: (identifier) @local)
  (reference_declarator (identifier) @local)])
(variadic_parameter_declaration declarator: [
  (variadic_declarator (identifier) @local)
  (reference_declarator (variadic_declarator (identifier) @local))])
(declaration declarator: [
  (reference_declarator (identifier) @local)
  (init_declarator declarator: (reference_declarator (identifier) @local))
  (init_declarator declarator: (structured_binding_declarator (identifier) @local))])
(for_range_loop declarator: [
  (identifier) @local
  (reference_declarator (identifier) @local)
  (structured_binding_declarator (identifier) @local)
  (reference_declarator (structured_binding_declarator (identifier) @local))])
(condition_clause value: (declaration declarator: (identifier) @local))
(catch_clause parameters: (parameter_list
  (parameter_declaration declarator: (reference_declarator (identifier) @local))))

; Brackets in chains; a literal with a type counts as a call

(compound_literal_expression value: (initializer_list) @arguments)
(new_expression arguments: (initializer_list) @arguments)
(template_argument_list) @type.arguments
(trailing_return_type (type_descriptor) @chain)
((call_expression function: [
   (template_function name: (identifier) @_cast arguments: (template_argument_list . (type_descriptor) @cast))
   (qualified_identifier name: (template_function
     name: (identifier) @_cast arguments: (template_argument_list . (type_descriptor) @cast)))]) @parenthesized
 (#any-of? @_cast
   "any_cast" "bit_cast" "const_cast" "dynamic_cast" "dynamic_pointer_cast" "make_optional" "make_shared"
   "make_unique" "reinterpret_cast" "static_cast" "static_pointer_cast"))
