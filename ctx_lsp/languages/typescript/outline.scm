(class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(class name: (type_identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.interface
(type_alias_declaration name: (type_identifier) @name value: (object_type) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_body name: (_) @name @definition.enum_member)
(enum_body (enum_assignment name: (_) @name) @definition.enum_member)
(internal_module name: (_) @name body: (_) @body) @definition.namespace
(module name: (_) @name body: (_) @body) @definition.module
(function_signature name: (identifier) @name) @definition.function

(public_field_definition name: (_) @name) @definition.field
(public_field_definition
  name: (_) @name
  value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.method
(abstract_method_signature name: (_) @name) @definition.method
(class_body (method_signature name: (_) @name) @definition.method)
(interface_body (method_signature name: (_) @name) @definition.method)
(interface_body (property_signature name: (_) @name) @definition.field)
(type_alias_declaration value: (object_type (method_signature name: (_) @name) @definition.method))
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @definition.field))
(type_alias_declaration
  value: (intersection_type (object_type (method_signature name: (_) @name) @definition.method)))
(type_alias_declaration
  value: (intersection_type (object_type (property_signature name: (_) @name) @definition.field)))
(required_parameter
  [(accessibility_modifier) (override_modifier) "readonly"] @receiver
  pattern: (identifier) @name) @definition.field
(optional_parameter
  [(accessibility_modifier) (override_modifier) "readonly"] @receiver
  pattern: (identifier) @name) @definition.field

(ambient_declaration (_) @wrapped) @wrapper
(expression_statement (internal_module) @wrapped) @wrapper
(public_field_definition name: (private_property_identifier) @hidden)
((accessibility_modifier) @hidden (#any-of? @hidden "private"))
(export_statement (identifier) @exported.name)
(export_statement "=" @export.alias (identifier) @export.name)
(export_statement "default" @name value: (satisfies_expression (identifier)) @definition.none)
(export_statement "default" @name value: (as_expression (identifier)) @definition.none)
(export_statement "default" @export.alias value: (satisfies_expression . (identifier) @export.name))
(export_statement "default" @export.alias value: (as_expression . (identifier) @export.name))

(import_statement
  (import_require_clause (identifier) @import.alias source: (string) @import.module))
(import_alias (identifier) @import.alias (nested_identifier object: (_) @import.module property: (_) @import.name))
(variable_declarator value: (class name: (type_identifier) @name) @definition.none)
(assignment_expression right: (class name: (type_identifier) @name) @definition.none)

; Modules that are loaded while the program runs

((call_expression
   function: (member_expression
     object: (call_expression function: (import) arguments: (arguments . (string) @import.module))
     property: (property_identifier) @_then)
   arguments: (arguments . (arrow_function parameters: (formal_parameters . (required_parameter pattern: (identifier) @import.alias)))))
 (#any-of? @_then "then"))
((call_expression
   function: (member_expression
     object: (call_expression function: (import) arguments: (arguments . (string) @import.module))
     property: (property_identifier) @_then)
   arguments: (arguments . (arrow_function parameters: (formal_parameters . (required_parameter pattern: (object_pattern (shorthand_property_identifier_pattern) @import.name @import.alias))))))
 (#any-of? @_then "then"))
((call_expression
   function: (member_expression
     object: (call_expression function: (import) arguments: (arguments . (string) @import.module))
     property: (property_identifier) @_then)
   arguments: (arguments . (arrow_function parameters: (formal_parameters . (required_parameter pattern: (object_pattern (pair_pattern key: (_) @import.name value: (identifier) @import.alias)))))))
 (#any-of? @_then "then"))
