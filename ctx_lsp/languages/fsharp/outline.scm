; Modules. The name of the file's own module is its package.

(module_defn (identifier) @name block: (_) @body) @definition.module
(named_module name: (long_identifier) @package)
(namespace name: (long_identifier) @package)

; Types

(union_type_defn (type_name type_name: (identifier) @name) block: (_)? @body) @definition.enum
(union_type_case . (identifier) @name) @definition.enum_member
(enum_type_defn (type_name type_name: (identifier) @name) block: (_)? @body) @definition.enum
(enum_type_case . (identifier) @name) @definition.enum_member
(record_type_defn (type_name type_name: (identifier) @name) block: (_)? @body) @definition.struct
(record_field (identifier) @name . (simple_type)) @definition.field
(record_field (identifier) @name) @definition.field
(anon_type_defn (type_name type_name: (identifier) @name) block: (_)? @body) @definition.class
(type_abbrev_defn (type_name type_name: (identifier) @name)) @definition.interface
(delegate_type_defn (type_name type_name: (identifier) @name)) @definition.interface
(exception_definition exception_name: (long_identifier) @name) @definition.class
(type_definition . [
  (union_type_defn) (enum_type_defn) (record_type_defn) (anon_type_defn) (type_abbrev_defn)] @wrapped .) @wrapper

; Functions, values and members

(function_or_value_defn (function_declaration_left (identifier) @name) body: (_) @body) @definition.function
(function_or_value_defn
  (value_declaration_left (identifier_pattern (long_identifier_or_op (identifier) @name)))) @definition.variable
(member_defn (method_or_prop_defn name: (property_or_ident method: (identifier) @name))) @definition.property
(member_defn (method_or_prop_defn name: (property_or_ident method: (identifier) @name) args: (_) . (_) @body))
  @definition.method
(member_defn (method_or_prop_defn name: (property_or_ident !method . (identifier) @name .) args: (_) . (_) @body))
  @definition.method
(member_defn "val" (property_or_ident !method . (identifier) @name .)) @definition.property
(member_defn "abstract" (member_signature . (identifier) @name)) @definition.method
(fun_expression) @local

; Visibility

(function_or_value_defn [
  (function_declaration_left (access_modifier) @hidden)
  (value_declaration_left (access_modifier) @hidden)]
 (#any-of? @hidden "private"))
(member_defn (access_modifier) @hidden
 (#any-of? @hidden "private"))

; Documentation

(line_comment) @comment
(block_comment) @comment
(attributes) @decorator

; Imports

(import_decl (long_identifier) @import.module) @import.star
