; Definitions

(class_declaration name: (name) @name body: (_) @body) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(trait_declaration name: (name) @name body: (_) @body) @definition.class
(enum_declaration name: (name) @name body: (_) @body) @definition.enum
(enum_case name: (name) @name) @definition.enum_member

(function_definition name: (name) @name body: (_) @body) @definition.function
(method_declaration name: (name) @name !body) @definition.method
(method_declaration name: (name) @name body: (_) @body) @definition.method

(property_declaration (property_element name: (variable_name (name) @name))) @definition.field
(property_promotion_parameter name: (variable_name (name) @name) @receiver) @definition.field
(const_declaration (const_element . (name) @name)) @definition.constant
((expression_statement (function_call_expression
   function: (name) @_function
   arguments: (arguments . (argument (string (string_content) @name))))) @definition.constant
 (#any-of? @_function "define"))

(program (expression_statement (assignment_expression
  left: (variable_name (name) @name)
  right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)])) @definition.function)

; Visibility

([(method_declaration (visibility_modifier) @hidden)
  (property_declaration (visibility_modifier) @hidden)
  (const_declaration (visibility_modifier) @hidden)]
 (#any-of? @hidden "private"))

; Documentation

(comment) @comment
(attribute_list) @decorator

; Package and imports

(namespace_definition name: (namespace_name) @package)

(namespace_use_clause
  !alias
  [(name) @import.name
   (qualified_name prefix: (namespace_name) @import.module (name) @import.name)])
(namespace_use_clause
  [(name) @import.name
   (qualified_name prefix: (namespace_name) @import.module (name) @import.name)]
  alias: (name) @import.alias)
(namespace_use_declaration (namespace_name) @import.prefix body: (namespace_use_group) @import.group)

([(require_expression [(string (string_content) @import.module)
    (binary_expression right: (string (string_content) @import.module))])
  (require_once_expression [(string (string_content) @import.module)
    (binary_expression right: (string (string_content) @import.module))])
  (include_expression [(string (string_content) @import.module)
    (binary_expression right: (string (string_content) @import.module))])
  (include_once_expression [(string (string_content) @import.module)
    (binary_expression right: (string (string_content) @import.module))])] @import.effect)
