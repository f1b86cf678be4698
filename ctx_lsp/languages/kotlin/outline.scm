; Types. Members of a companion object belong to the enclosing class, so nothing is captured for the object.

(class_declaration "class" (type_identifier) @name) @definition.class
(class_declaration "class" (type_identifier) @name (class_body) @body) @definition.class
(class_declaration "class" (type_identifier) @name
  (delegation_specifier  ; the grammar takes a body after `by value` for a lambda that is passed to the value
    (explicit_delegation (call_expression (call_suffix (annotated_lambda (lambda_literal) @body))))) .) @definition.class
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "interface" (type_identifier) @name (class_body) @body) @definition.interface
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration "enum" (type_identifier) @name (enum_class_body) @body) @definition.enum
(object_declaration (type_identifier) @name) @definition.object
(object_declaration (type_identifier) @name (class_body) @body) @definition.object
(type_alias (type_identifier) @name) @definition.interface

; Functions and values

(function_declaration (simple_identifier) @name) @definition.function
(function_declaration (simple_identifier) @name (function_body) @body) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor
(secondary_constructor "constructor" @name "{" @body) @definition.constructor

(enum_entry (simple_identifier) @name) @definition.enum_member
(enum_entry (simple_identifier) @name (class_body) @body) @definition.enum_member
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.field
(property_declaration (variable_declaration (simple_identifier) @name)) @definition.variable

(lambda_literal) @local
(anonymous_function) @local
(anonymous_initializer) @local
(getter) @local
(setter) @local

; Visibility

([(class_declaration (modifiers (visibility_modifier) @hidden))
  (object_declaration (modifiers (visibility_modifier) @hidden))
  (type_alias (modifiers (visibility_modifier) @hidden))
  (function_declaration (modifiers (visibility_modifier) @hidden))
  (property_declaration (modifiers (visibility_modifier) @hidden))
  (class_parameter (modifiers (visibility_modifier) @hidden))]
 (#any-of? @hidden "private"))

; Documentation

(line_comment) @comment
(multiline_comment) @comment
(annotation) @decorator

; Package and imports. A comment below the imports is part of the last one.

(package_header (identifier) @package)

(import_header (identifier) @import.module (wildcard_import)) @import.star
(import_header
  (identifier
    . (simple_identifier) @import.module
    ("." @import.module . (simple_identifier) @import.module)*
    . "." . (simple_identifier) @import.name .)
  .)
(import_header
  (identifier
    . (simple_identifier) @import.module
    ("." @import.module . (simple_identifier) @import.module)*
    . "." . (simple_identifier) @import.name .)
  . [(line_comment) (multiline_comment)])
(import_header
  (identifier
    . (simple_identifier) @import.module
    ("." @import.module . (simple_identifier) @import.module)*
    . "." . (simple_identifier) @import.name .)
  (import_alias (type_identifier) @import.alias))
