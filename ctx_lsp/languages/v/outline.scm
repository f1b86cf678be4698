; Types

(struct_declaration name: (_) @name (struct_field_declaration_list)? @body) @definition.struct
(struct_field_declaration name: (field_identifier) @name) @definition.field
(enum_declaration name: (type_identifier) @name (enum_member_declaration_list) @body) @definition.enum
(enum_member name: (identifier) @name) @definition.enum_member @exported
(interface_declaration name: (_) @name (interface_spec_list)? @body) @definition.interface
(interface_spec name: (field_identifier) @name) @definition.method @exported
(type_declaration name: (_) @name) @definition.interface

; Functions and values

(function_declaration name: (_) @name body: (block)? @body) @definition.function
(function_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (pointer_type (type_identifier) @owner)
    (generic_type . (type_identifier) @owner)]))
  name: (_) @name
  body: (block)? @body) @definition.method
(const_spec name: (identifier) @name) @definition.constant

(fn_literal) @local

([(struct_declaration "pub" @exported)
  (enum_declaration "pub" @exported)
  (interface_declaration "pub" @exported)
  (type_declaration "pub" @exported)
  (function_declaration "pub" @exported)])
(const_declaration "pub" (const_spec) @exported)
(struct_field_declaration) @exported

; Documentation

(comment) @comment
(attribute_list) @decorator

; The module and its imports

(module_clause (module_identifier) @package)
(import_declaration path: (import_path) @import.module)
(import_declaration path: (import_path) @import.module alias: (import_alias name: (module_identifier) @import.alias))
(import_declaration
  path: (import_path) @import.module
  symbols: (import_symbols (import_symbols_list (identifier) @import.name)))
