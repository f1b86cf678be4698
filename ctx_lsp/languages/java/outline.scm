; Types

(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum

; Members

(method_declaration name: (identifier) @name) @definition.method
(method_declaration name: (identifier) @name body: (_) @body) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(enum_constant name: (identifier) @name) @definition.enum_member
(enum_constant name: (identifier) @name body: (_) @body) @definition.enum_member
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))

; Anonymous classes are details of the code around them

(object_creation_expression (class_body) @local)
(object_creation_expression (class_body (method_declaration name: (identifier) @name) @definition.none))
(lambda_expression body: (block) @local)

; Context of definitions

(line_comment) @comment
(block_comment) @comment
(modifiers [(annotation) (marker_annotation)] @decorator)
(modifiers "private" @hidden)
(package_declaration [(scoped_identifier) (identifier)] @package)

; Imports

(import_declaration (scoped_identifier scope: (_) @import.module name: (_) @import.name) .)
(import_declaration (identifier) @import.name .)
(import_declaration (_) @import.module (asterisk) @import.star)
