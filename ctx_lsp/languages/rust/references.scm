(call_expression function: [
  (identifier) @reference.call
  (scoped_identifier name: (identifier) @reference.call)
  (field_expression field: (field_identifier) @reference.call)
  (generic_function function: [
    (identifier) @reference.call
    (scoped_identifier name: (identifier) @reference.call)
    (field_expression field: (field_identifier) @reference.call)])])
(token_tree (identifier) @reference.call . (token_tree . "("))
(macro_invocation macro: [(identifier) @reference.call (scoped_identifier name: (identifier) @reference.call)])
(struct_expression name: [
  (type_identifier) @reference.call
  (scoped_type_identifier name: (type_identifier) @reference.call)
  (generic_type_with_turbofish type: (_) @reference.call)])

(trait_item bounds: (trait_bounds [
  (type_identifier) @reference.inherits
  (scoped_type_identifier name: (type_identifier) @reference.inherits)
  (generic_type type: [
    (type_identifier) @reference.inherits
    (scoped_type_identifier name: (type_identifier) @reference.inherits)])]))
(impl_item trait: [
  (type_identifier) @reference.implements
  (scoped_type_identifier name: (type_identifier) @reference.implements)
  (generic_type type: [
    (type_identifier) @reference.implements
    (scoped_type_identifier name: (type_identifier) @reference.implements)])])
((attribute_item (attribute (identifier) @_derive arguments: (token_tree (identifier) @reference.implements . ["," ")"])))
 (#any-of? @_derive "derive"))

(attribute_item (attribute . [
  (identifier) @reference.decorates
  (scoped_identifier name: (identifier) @reference.decorates)]))

(type_identifier) @reference.type
(identifier) @reference.read
(field_identifier) @reference.read

; Names that are not references

(use_declaration) @skip
(extern_crate_declaration) @skip
(mod_item name: (identifier) @skip !body)
(inner_attribute_item) @skip
((type_identifier) @skip (#any-of? @skip "Self"))
((struct_expression name: (type_identifier) @skip) (#any-of? @skip "Self"))
(lifetime (identifier) @skip)
(label (identifier) @skip)
(field_initializer field: (field_identifier) @skip @key.write)
(macro_definition (macro_rule) @skip)
(token_tree "::" @_path . (identifier) @kept) ; without a capture, only the first "::" matches
(token_tree "." @_member . (identifier) @kept . (token_tree . "("))
(field_pattern name: (field_identifier) @skip @key.read)
(field_pattern name: (shorthand_field_identifier) @key.read)
(shorthand_field_initializer (identifier) @key.write)
[(field_initializer_list) (struct_pattern)] @keyed

; Assignment targets

(assignment_expression left: [
  (identifier) @reference.write
  (scoped_identifier name: (identifier) @reference.write)
  (field_expression field: (field_identifier) @reference.write)])
(compound_assignment_expr left: [
  (identifier) @reference.write
  (scoped_identifier name: (identifier) @reference.write)
  (field_expression field: (field_identifier) @reference.write)])

; Brackets in chains

(arguments) @arguments
(token_tree (identifier) @_called . (token_tree) @arguments)
(type_arguments) @type.arguments
(index_expression . (_) @indexed) @index
(parenthesized_expression) @parenthesized
(parenthesized_expression (type_cast_expression type: (_) @cast))
(struct_expression name: (_) @cast) @parenthesized
(bracketed_type (qualified_type type: (_) @cast)) @parenthesized

; Parameters and local variables

(parameter pattern: (identifier) @local)
(closure_parameters (identifier) @local)
(let_declaration pattern: (identifier) @local)
(let_condition pattern: (identifier) @local)
(for_expression pattern: (identifier) @local)
(mut_pattern (identifier) @local)
(ref_pattern (identifier) @local)
(reference_pattern (identifier) @local)
(captured_pattern . (identifier) @local)
(tuple_pattern (identifier) @local)
(slice_pattern (identifier) @local)
(tuple_struct_pattern type: (_) (identifier) @local)
(field_pattern name: (shorthand_field_identifier) @local)
(field_pattern pattern: (identifier) @local)
(type_parameter name: (type_identifier) @local.type)
