; Definitions

(class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name body: (_) @body) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name body: (_) @body) @definition.enum
(class_declaration declaration_kind: "extension" name: (_) @owner body: (_) @body) @scope
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(typealias_declaration name: (type_identifier) @name) @definition.interface
(associatedtype_declaration name: (type_identifier) @name) @definition.field

(function_declaration "func" . name: _ @name body: (_)? @body) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration name: "init" @name body: (_)? @body) @definition.constructor
(deinit_declaration "deinit" @name body: (_) @body) @definition.method
(subscript_declaration "subscript" @name (computed_property) @body) @definition.method
(macro_declaration (simple_identifier) @name) @definition.function

(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)
(source_file (property_declaration
  (value_binding_pattern mutability: "let")
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field)
(class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (_) @body) @definition.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field)
(enum_class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (_) @body) @definition.property)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
((property_declaration
   (modifiers (property_modifier) @_static)
   (value_binding_pattern mutability: "let")
   name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant
 (#any-of? @_static "static" "class"))
(enum_entry name: (simple_identifier) @name) @definition.enum_member

; Documentation

(comment) @comment
(multiline_comment) @comment
(attribute) @decorator

((visibility_modifier) @hidden
 (#any-of? @hidden "private" "fileprivate"))

; Imports

(import_declaration (identifier) @import.module) @import.star
