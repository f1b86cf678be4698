; Design units

(entity_declaration name: (identifier) @name (entity_header) @body) @definition.class
(architecture_body name: (identifier) @name) @definition.module
(architecture_body name: (identifier) @name (declarative_part) @body) @definition.module
(package_declaration name: (identifier) @name) @definition.module
(package_declaration name: (identifier) @name (declarative_part) @body) @definition.module
(package_body package: (simple_name) @owner @body) @scope
(component_declaration name: (identifier) @name) @definition.interface

; Types and values

(full_type_declaration name: (identifier) @name) @definition.interface
(full_type_declaration name: (identifier) @name (enumeration_type_definition) @body) @definition.enum
(full_type_declaration name: (identifier) @name (record_type_definition) @body) @definition.struct
(enumeration_type_definition literal: (identifier) @name @definition.enum_member)
(subtype_declaration name: (identifier) @name) @definition.interface
(constant_declaration (identifier_list (identifier) @name)) @definition.constant
(signal_declaration (identifier_list (identifier) @name)) @definition.variable
(entity_header (generic_clause (constant_interface_declaration (identifier_list (identifier) @name)) @definition.constant))
(entity_header (port_clause (signal_interface_declaration (identifier_list (identifier) @name)) @definition.field))

; Functions, procedures and processes

(function_declaration designator: (_) @name @forward) @definition.function
(procedure_declaration designator: (_) @name @forward) @definition.function
(function_body designator: (_) @name "is" @body) @definition.function
(procedure_body designator: (_) @name "is" @body) @definition.function
(process_statement (label (identifier) @name) "begin" @body) @definition.function

; Documentation

(comment) @comment

; Imports

(use_clause (selected_name prefix: (selected_name) @import.module suffix: (_))) @import.star
