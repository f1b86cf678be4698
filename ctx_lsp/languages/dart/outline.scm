; Types

(class_definition name: (identifier) @name body: (class_body) @body) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.class
(extension_declaration name: (identifier) @name body: (extension_body) @body) @definition.class
(extension_type_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.enum_member
(type_alias . (type_identifier) @name) @definition.interface

; An anonymous extension adds to the extended type.
(extension_declaration !name class: (type_identifier) @owner body: (extension_body) @body) @scope

; Functions: a signature, with the body as a sibling.

(program (function_signature name: (identifier) @name) @definition.function . (function_body) @body @tail)
(program (getter_signature name: (identifier) @name) @definition.property . (function_body) @body @tail)
(program (setter_signature name: (identifier) @name) @definition.property . (function_body) @body @tail)
(local_function_declaration (lambda_expression
  parameters: (function_signature name: (identifier) @name)
  body: (function_body) @body)) @definition.function

(declaration (function_signature name: (identifier) @name)) @definition.method
(declaration (getter_signature name: (identifier) @name)) @definition.property
(declaration (setter_signature name: (identifier) @name)) @definition.property
(declaration (operator_signature (binary_operator) @name)) @definition.operator
(declaration (constructor_signature name: (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration
  (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor

(class_body
  (method_signature (function_signature name: (identifier) @name)) @definition.method
  . (function_body) @body @tail)
(class_body
  (method_signature (getter_signature name: (identifier) @name)) @definition.property
  . (function_body) @body @tail)
(class_body
  (method_signature (setter_signature name: (identifier) @name)) @definition.property
  . (function_body) @body @tail)
(class_body
  (method_signature (operator_signature (binary_operator) @name)) @definition.operator
  . (function_body) @body @tail)
(class_body (method_signature (operator_signature "[]" @name)) @definition.operator . (function_body) @body @tail)
(class_body
  (method_signature (constructor_signature name: (identifier) @name . (formal_parameter_list))) @definition.constructor
  . (function_body) @body @tail)
(class_body
  (method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
  . (function_body) @body @tail)

(extension_body
  (method_signature (function_signature name: (identifier) @name)) @definition.method
  . (function_body) @body @tail)
(extension_body
  (method_signature (getter_signature name: (identifier) @name)) @definition.property
  . (function_body) @body @tail)
(extension_body
  (method_signature (setter_signature name: (identifier) @name)) @definition.property
  . (function_body) @body @tail)
(extension_body
  (method_signature (operator_signature (binary_operator) @name)) @definition.operator
  . (function_body) @body @tail)
(extension_body (method_signature (operator_signature "[]" @name)) @definition.operator . (function_body) @body @tail)

(enum_body
  (method_signature (function_signature name: (identifier) @name)) @definition.method
  . (function_body) @body @tail)
(enum_body
  (method_signature (getter_signature name: (identifier) @name)) @definition.property
  . (function_body) @body @tail)
(enum_body
  (method_signature (setter_signature name: (identifier) @name)) @definition.property
  . (function_body) @body @tail)
(enum_body
  (method_signature (operator_signature (binary_operator) @name)) @definition.operator
  . (function_body) @body @tail)
(enum_body (method_signature (operator_signature "[]" @name)) @definition.operator . (function_body) @body @tail)
(enum_body
  (method_signature (constructor_signature name: (identifier) @name . (formal_parameter_list))) @definition.constructor
  . (function_body) @body @tail)
(enum_body
  (method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
  . (function_body) @body @tail)

; Values

(program (static_final_declaration_list (static_final_declaration . (identifier) @name)) @definition.variable)
(program (initialized_identifier_list (initialized_identifier . (identifier) @name)) @definition.variable)
(program (const_builtin) . (static_final_declaration_list
  (static_final_declaration . (identifier) @name)) @definition.constant)
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.field
(declaration (const_builtin) (static_final_declaration_list
  (static_final_declaration . (identifier) @name))) @definition.constant

(function_expression) @local

; Documentation

(comment) @comment
(documentation_comment) @comment
(annotation) @decorator

; Imports

(import_specification (configurable_uri (uri (string_literal) @import.module)) . ";") @import.star
(import_specification
  (configurable_uri (uri (string_literal) @import.module))
  . (combinator "hide")) @import.star
(import_specification
  (configurable_uri (uri (string_literal) @import.module))
  . (combinator "show" (identifier) @import.name))
(import_specification (configurable_uri (uri (string_literal) @import.module)) "as" . (identifier) @import.alias)
(library_export (configurable_uri (uri (string_literal) @import.module)) . ";") @import.star @import.reexport
(library_export
  (configurable_uri (uri (string_literal) @import.module))
  . (combinator "hide")) @import.star @import.reexport
(library_export
  (configurable_uri (uri (string_literal) @import.module))
  . (combinator "show" (identifier) @import.name @import.reexport))
(part_directive (uri (string_literal) @import.module)) @import.effect
