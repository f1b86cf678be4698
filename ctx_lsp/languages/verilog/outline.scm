; Modules, packages and classes

(module_declaration (module_header (simple_identifier) @name)) @definition.module
(module_declaration (module_header (simple_identifier) @name) (module_ansi_header) . (_) @body) @definition.module
(package_declaration (package_identifier) @name . (_) @body) @definition.module
(interface_declaration
  (interface_ansi_header (interface_identifier) @name) . (_) @body) @definition.interface
(program_declaration (program_ansi_header (program_identifier) @name) . (_) @body) @definition.module
(class_declaration (class_identifier) @name) @definition.class
(class_declaration (class_identifier) @name (class_item) @body) @definition.class

; Types

(type_declaration (simple_identifier) @name .) @definition.interface
(type_declaration (data_type (struct_union) @body) (simple_identifier) @name .) @definition.struct
(type_declaration (data_type "enum" @body) (simple_identifier) @name .) @definition.enum
(enum_name_declaration (enum_identifier) @name) @definition.enum_member
(struct_union_member (list_of_variable_decl_assignments
  (variable_decl_assignment . (simple_identifier) @name))) @definition.field

; Functions and values

(function_declaration (function_body_declaration
  (function_identifier) @name
  [(function_statement_or_null) (block_item_declaration)] @body)) @definition.function
(task_declaration (task_body_declaration
  (task_identifier) @name
  [(statement_or_null) (block_item_declaration)] @body)) @definition.function
(class_constructor_declaration "new" @name) @definition.constructor
(parameter_declaration (list_of_param_assignments (param_assignment (parameter_identifier) @name))) @definition.constant
(local_parameter_declaration
  (list_of_param_assignments (param_assignment (parameter_identifier) @name))) @definition.constant
(package_or_generate_item_declaration (data_declaration (list_of_variable_decl_assignments
  (variable_decl_assignment . (simple_identifier) @name))) @definition.variable)
(class_property (data_declaration (list_of_variable_decl_assignments
  (variable_decl_assignment . (simple_identifier) @name)))) @definition.field
(net_declaration (list_of_net_decl_assignments (net_decl_assignment . (simple_identifier) @name))) @definition.variable
(ansi_port_declaration (port_identifier) @name) @definition.field
(text_macro_definition (text_macro_name (text_macro_identifier) @name)) @definition.constant

; Documentation

(comment) @comment

; Imports

(include_compiler_directive (double_quoted_string) @import.module) @import.star
(package_import_item (package_identifier) @import.module "*") @import.star
(package_import_item (package_identifier) @import.module . (simple_identifier) @import.name)
