(comment) @comment
(description) @doc @comment

(object_type_definition (name) @name) @definition.class
(object_type_definition (name) @name (fields_definition) @body) @definition.class
(interface_type_definition (name) @name) @definition.interface
(interface_type_definition (name) @name (fields_definition) @body) @definition.interface
(input_object_type_definition (name) @name) @definition.struct
(input_object_type_definition (name) @name (input_fields_definition) @body) @definition.struct
(enum_type_definition (name) @name) @definition.enum
(enum_type_definition (name) @name (enum_values_definition) @body) @definition.enum
(union_type_definition (name) @name) @definition.interface
(scalar_type_definition (name) @name) @definition.struct
(directive_definition (name) @name) @definition.function
(field_definition (name) @name) @definition.field
(input_fields_definition (input_value_definition (name) @name) @definition.field)
(enum_value_definition (enum_value (name) @name)) @definition.enum_member
(operation_definition (name) @name (selection_set) @body) @definition.function
(fragment_definition (fragment_name (name) @name) (selection_set) @body) @definition.function
(object_type_extension (name) @owner (fields_definition) @body) @scope
