(extends_clause value: [
  (identifier) @reference.inherits
  (member_expression property: (property_identifier) @reference.inherits)
  (call_expression function: [
    (identifier) @reference.inherits
    (member_expression property: (property_identifier) @reference.inherits)])])
(extends_type_clause type: [
  (type_identifier) @reference.inherits
  (nested_type_identifier name: (type_identifier) @reference.inherits)
  (generic_type name: [
    (type_identifier) @reference.inherits
    (nested_type_identifier name: (type_identifier) @reference.inherits)])])
(implements_clause [
  (type_identifier) @reference.implements
  (nested_type_identifier name: (type_identifier) @reference.implements)
  (generic_type name: [
    (type_identifier) @reference.implements
    (nested_type_identifier name: (type_identifier) @reference.implements)])])

(type_identifier) @reference.type
((type_identifier) @skip (#any-of? @skip "bigint"))

(import_alias) @skip
(internal_module name: (_) @skip)
(property_signature name: (property_identifier) @skip)
(method_signature name: (property_identifier) @skip)
(public_field_definition name: [(property_identifier) (private_property_identifier)] @skip)
(index_signature name: (identifier) @skip)

(required_parameter pattern: (identifier) @local)
(optional_parameter pattern: (identifier) @local)
(type_parameter name: (type_identifier) @local.type)
(mapped_type_clause name: (type_identifier) @local.type)
(infer_type (type_identifier) @local.type)

; Brackets and casts in chains

(type_arguments) @type.arguments
(as_expression (_) . (_) @cast)
(satisfies_expression (_) . (_) @cast)

; Keys of types: `Type["key"]`

(lookup_type) @keyed
(lookup_type (literal_type (string (string_fragment) @key.read)))
