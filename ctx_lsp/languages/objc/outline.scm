; Types. An implementation and a category add to what the interface declares.

(class_interface . (identifier) @name) @definition.class
(class_interface . (identifier) @name [(method_declaration) (property_declaration) (instance_variables)] @body)
  @definition.class
(class_interface . (identifier) @owner category: (identifier) @body) @scope
(class_interface . (identifier) @name category: (identifier)) @definition.none
(class_implementation . (identifier) @owner @body) @scope
(protocol_declaration . (identifier) @name) @definition.interface
(protocol_declaration
  . (identifier) @name
  [(method_declaration) (property_declaration) (qualified_protocol_interface_declaration)] @body) @definition.interface

; Members. The name of a method is the first part of its selector.

(method_declaration (method_type) . (identifier) @name @forward) @definition.method
(method_definition (method_type) . (identifier) @name (compound_statement) @body) @definition.method
(property_declaration (struct_declaration (struct_declarator (identifier) @name))) @definition.field
(property_declaration (struct_declaration (struct_declarator (pointer_declarator declarator: (identifier) @name))))
  @definition.field
(instance_variable (struct_declaration (struct_declarator (identifier) @name))) @definition.field
(instance_variable (struct_declaration (struct_declarator (pointer_declarator declarator: (identifier) @name))))
  @definition.field

(block_literal) @local

; Imports

(module_import path: (identifier) @import.module) @import.star
