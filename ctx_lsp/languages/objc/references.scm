(message_expression receiver: (_) . method: (identifier) @reference.call)
(message_expression receiver: (identifier) @reference.read)

(class_interface superclass: (identifier) @reference.inherits)
(class_interface (parameterized_arguments (type_name (type_identifier) @reference.implements)))
(class_interface (protocol_reference_list (identifier) @reference.implements))
(protocol_declaration (protocol_reference_list (identifier) @reference.inherits))

; Names that are not references

(module_import) @skip
(class_declaration) @skip
(property_attributes_declaration) @skip
(method_declaration (identifier) @skip)
(method_definition (method_type) . (identifier) @skip)
(class_interface . (identifier) @skip)
(class_interface category: (identifier) @skip)
(class_implementation . (identifier) @skip)
((identifier) @skip
 (#any-of? @skip "self" "super" "nil" "YES" "NO"))

; Parameters

(method_parameter (identifier) @local)
