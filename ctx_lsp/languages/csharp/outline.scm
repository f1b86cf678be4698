; Types

(class_declaration name: (identifier) @name) @definition.class
(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(struct_declaration name: (identifier) @name body: (_) @body) @definition.struct
(record_declaration "struct" name: (identifier) @name) @definition.struct
(record_declaration "struct" name: (identifier) @name body: (_) @body) @definition.struct
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(delegate_declaration name: (identifier) @name) @definition.interface

; Members

(constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(constructor_declaration name: (identifier) @name (constructor_initializer) @body) @definition.constructor
(method_declaration name: (identifier) @name) @definition.method
(method_declaration name: (identifier) @name body: (_) @body) @definition.method
(local_function_statement name: (identifier) @name body: (_) @body) @definition.function
(operator_declaration operator: _ @name body: (_) @body) @definition.operator
(indexer_declaration "this" @name accessors: (_) @body) @definition.property
(indexer_declaration "this" @name value: (_) @body) @definition.property

(property_declaration name: (identifier) @name accessors: (_) @body) @definition.property
(property_declaration name: (identifier) @name value: (arrow_expression_clause) @body) @definition.property
(event_declaration name: (identifier) @name accessors: (_) @body) @definition.event
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.event
(enum_member_declaration name: (identifier) @name) @definition.enum_member

(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
((field_declaration
   (modifier) @_modifier
   (variable_declaration (variable_declarator name: (identifier) @name))) @definition.constant
 (#any-of? @_modifier "const"))
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.field))

; Visibility

((modifier) @hidden (#any-of? @hidden "private"))

; Documentation

(comment) @comment
(attribute_list) @decorator

; Package and imports: a namespace brings all its names.

(namespace_declaration name: (_) @package)
(file_scoped_namespace_declaration name: (_) @package)

(using_directive !name [(identifier) (qualified_name)] @import.module) @import.star
(using_directive
  name: (identifier) @import.alias
  (qualified_name qualifier: (_) @import.module name: (identifier) @import.name))
