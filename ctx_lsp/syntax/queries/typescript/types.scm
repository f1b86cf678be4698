; Declared types

(required_parameter pattern: (identifier) @typed.name type: (type_annotation (_) @typed.type))
(required_parameter pattern: (this) @typed.name type: (type_annotation (_) @typed.type))
(required_parameter pattern: (rest_pattern (identifier) @typed.name) type: (type_annotation (_) @typed.type))
(optional_parameter pattern: (identifier) @typed.name type: (type_annotation (_) @typed.type))
(variable_declarator name: (identifier) @typed.name type: (type_annotation (_) @typed.type))
(public_field_definition name: (_) @typed.name type: (type_annotation (_) @typed.type))
(property_signature name: (_) @typed.name type: (type_annotation (_) @typed.type))
(function_declaration name: (_) @typed.name return_type: (type_annotation (_) @typed.type))
(generator_function_declaration name: (_) @typed.name return_type: (type_annotation (_) @typed.type))
(function_signature name: (_) @typed.name return_type: (type_annotation (_) @typed.type))
(method_definition name: (_) @typed.name return_type: (type_annotation (_) @typed.type))
(method_signature name: (_) @typed.name return_type: (type_annotation (_) @typed.type))
(abstract_method_signature name: (_) @typed.name return_type: (type_annotation (_) @typed.type))
(variable_declarator
  name: (identifier) @typed.name
  value: [(arrow_function return_type: (type_annotation (_) @typed.type))
    (function_expression return_type: (type_annotation (_) @typed.type))])
(public_field_definition
  name: (_) @typed.name
  value: [(arrow_function return_type: (type_annotation (_) @typed.type))
    (function_expression return_type: (type_annotation (_) @typed.type))])
(type_alias_declaration name: (_) @typed.name value: (_) @typed.type)
(variable_declarator
  name: (identifier) @typed.name !type value: [
    (as_expression (_) . (_) @typed.type)
    (satisfies_expression (_) . (_) @typed.type)])
(assignment_expression
  left: (identifier) @typed.name right: (as_expression (_) . (_) @typed.type))
(public_field_definition name: (_) @typed.name !type value: (as_expression (_) . (_) @typed.type))

; Values

(required_parameter pattern: (identifier) @typed.name !type value: (_) @typed.value)
(public_field_definition name: (_) @typed.name !type value: (_) @typed.value)
(public_field_definition name: (_) @typed.name !type value: (array . (_) @typed.item))
