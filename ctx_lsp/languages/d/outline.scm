; Types

(class_declaration (class) (identifier) @name (aggregate_body)? @body) @definition.class
(interface_declaration (interface) (identifier) @name (aggregate_body)? @body) @definition.interface
(struct_declaration (struct) (identifier) @name (aggregate_body)? @body) @definition.struct
(union_declaration (union) (identifier) @name (aggregate_body)? @body) @definition.struct
(enum_declaration (enum) (identifier) @name "{"? @body) @definition.enum
(enum_member . (identifier) @name) @definition.enum_member
(template_declaration (template) (identifier) @name "{" @body) @definition.module
(alias_declaration (alias_initializer . (identifier) @name)) @definition.interface

; Functions and values

(function_declaration (identifier) @name (parameters) (function_body)? @body) @definition.function
(constructor (this) @name (function_body)? @body) @definition.constructor
(unittest_declaration (unittest) @name (block_statement) @body) @definition.function
(variable_declaration (declarator . (identifier) @name)) @definition.variable
(auto_declaration variable: (identifier) @name) @definition.variable
(manifest_constant (manifest_declarator . (identifier) @name)) @definition.constant

(unittest_declaration (block_statement) @local)
(function_literal) @local

; Visibility

([(class_declaration (private) @hidden)
  (struct_declaration (private) @hidden)
  (function_declaration (private) @hidden)
  (variable_declaration (private) @hidden)])
(unittest_declaration (unittest) @hidden)

; Documentation

(comment) @comment
(at_attribute) @decorator

; The module and its imports

(module_declaration (module_fqn) @package)
(import_declaration (imported (module_fqn) @import.module) .) @import.star
(import_declaration (imported (module_fqn) @import.module) (import_bind . (identifier) @import.name .))
(import_declaration
  (imported (module_fqn) @import.module)
  (import_bind . (identifier) @import.alias . (identifier) @import.name))
(import_declaration (imported alias: (identifier) @import.alias (module_fqn) @import.module))
(import_declaration (public) (imported)) @import.reexport
