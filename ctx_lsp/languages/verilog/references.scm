(tf_call (simple_identifier) @reference.call)
(method_call_body (method_identifier) @reference.call)
(module_instantiation . (simple_identifier) @reference.call)
(class_declaration "extends" (class_type . (class_identifier) @reference.inherits))

(class_type . (class_identifier) @reference.type)
(data_type . (simple_identifier) @reference.type)
(net_declaration . (simple_identifier) @reference.type)
(simple_identifier) @reference.read

; Names that are not references

(package_import_declaration) @skip
(named_port_connection (port_identifier) @skip)
(named_parameter_assignment (parameter_identifier) @skip)

; Parameters and local variables

(tf_port_item1 (port_identifier) @local)
(block_item_declaration (data_declaration (list_of_variable_decl_assignments
  (variable_decl_assignment . (simple_identifier) @local))))
