; Modules

(module_definition (module_binding (module_name) @name) @definition.module)
(module_definition (module_binding (module_name) @name body: (structure) @body) @definition.module)
(module_definition (module_binding (module_name) @name module_type: (signature) @body !body) @definition.module)
(module_type_definition (module_type_name) @name body: (signature)? @body) @definition.interface

; Types

(type_binding name: (type_constructor) @name) @definition.interface
(type_binding name: (type_constructor) @name body: (record_declaration) @body) @definition.struct
(type_binding name: (type_constructor) @name body: (variant_declaration) @body) @definition.enum
(type_binding body: (variant_declaration (constructor_declaration (constructor_name) @name) @definition.enum_member))
(field_declaration (field_name) @name) @definition.field
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.class

; Classes

(class_binding (class_name) @name) @definition.class
(class_binding (class_name) @name body: (object_expression) @body) @definition.class
(class_binding (class_name) @name class_type: (class_body_type) @body) @definition.class
(method_definition (method_name) @name body: (_) @body) @definition.method
(method_specification (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field

; Functions and values

(value_definition (let_binding pattern: (value_name) @name) @definition.variable)
(value_definition (let_binding
  pattern: [(value_name) @name (parenthesized_operator (_) @name)]
  (parameter)
  body: (_) @body) @definition.function)
(value_definition (let_binding
  pattern: (value_name) @name
  body: [(fun_expression) @body (function_expression) @body]) @definition.function)
(value_specification [(value_name) @name (parenthesized_operator (_) @name)]) @definition.variable
(value_specification
  [(value_name) @name (parenthesized_operator (_) @name)]
  type: (function_type)) @definition.function
(external (value_name) @name) @definition.function

(value_definition . (let_binding) @wrapped .) @wrapper
(type_definition . (type_binding) @wrapped .) @wrapper
(module_definition . (module_binding) @wrapped .) @wrapper
(class_definition . (class_binding) @wrapped .) @wrapper

; Documentation

(comment) @comment
(item_attribute) @decorator

; Imports

(open_module module: (module_path) @import.module) @import.star
(include_module (module_path) @import.module) @import.star @import.reexport
