; Declared types

(required_parameter pattern: (identifier) @typed.name type: (type_annotation (_) @typed.type))
(required_parameter pattern: (this) @typed.name type: (type_annotation (_) @typed.type))
(required_parameter pattern: (rest_pattern (identifier) @typed.name) type: (type_annotation (_) @typed.type))
(optional_parameter pattern: (identifier) @typed.name type: (type_annotation (_) @typed.type))
(variable_declarator name: (identifier) @typed.name type: (type_annotation (_) @typed.type))
(variable_declarator name: (identifier) @typed.name type: (type_annotation (_) @typed.type) !value) @typed.declared
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
(interface_declaration
  name: (_) @typed.name body: (interface_body [(call_signature) (construct_signature)] @typed.signature))
(type_alias_declaration
  name: (_) @typed.name value: (object_type [(call_signature) (construct_signature)] @typed.signature))
(variable_declarator
  name: (identifier) @typed.name !type value: [
    (as_expression (_) . (_) @typed.type)
    (satisfies_expression (_) . (_) @typed.type)])
(assignment_expression
  left: (identifier) @typed.name right: (as_expression (_) . (_) @typed.type))
(public_field_definition name: (_) @typed.name !type value: (as_expression (_) . (_) @typed.type))

; Type parameters

(type_parameter name: (type_identifier) @bound.name value: (default_type (_) @bound.otherwise))
(type_parameter name: (type_identifier) @bound.name constraint: (constraint (_) @bound.otherwise))

; Values

(required_parameter pattern: (identifier) @typed.name !type value: (_) @typed.value)
(public_field_definition name: (_) @typed.name !type value: (_) @typed.value)
(public_field_definition name: (_) @typed.name !type value: (array . (_) @typed.item))

; Patterns

(required_parameter pattern: [(object_pattern) (array_pattern)] @expected type: (type_annotation (_) @expected.type))
(variable_declarator name: [(object_pattern) (array_pattern)] @expected type: (type_annotation (_) @expected.type))
(variable_declarator
  name: [(object_pattern) (array_pattern)] @expected value: (as_expression (_) . (_) @expected.type))
(arrow_function
  parameters: (formal_parameters
    (required_parameter pattern: (identifier) @typed.name @typed.pattern @expected !type)) @expected.parameters)
  @expected.function
(arrow_function
  parameters: (formal_parameters
    (optional_parameter pattern: (identifier) @typed.name @typed.pattern @expected !type)) @expected.parameters)
  @expected.function
(function_expression
  parameters: (formal_parameters
    (required_parameter pattern: (identifier) @typed.name @typed.pattern @expected !type)) @expected.parameters)
  @expected.function
(arrow_function
  parameters: (formal_parameters
    (required_parameter pattern: [(object_pattern) (array_pattern)] @expected !type)) @expected.parameters)
  @expected.function
(function_expression
  parameters: (formal_parameters
    (required_parameter pattern: [(object_pattern) (array_pattern)] @expected !type)) @expected.parameters)
  @expected.function

(lookup_type
  . [(type_identifier) (nested_type_identifier) (generic_type) (type_query) (parenthesized_type)] @expected.type
  (literal_type (string (string_fragment)))) @expected
(lookup_type
  . (lookup_type (literal_type (string (string_fragment) @expected.key))) @expected.literal
  (literal_type (string (string_fragment)))) @expected

; Expected types of literals and anonymous functions

(variable_declarator
  type: (type_annotation (_) @expected.type)
  value: [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)
(public_field_definition
  type: (type_annotation (_) @expected.type)
  value: [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)
(required_parameter
  type: (type_annotation (_) @expected.type)
  value: [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)
(as_expression [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected . (_) @expected.type)
(satisfies_expression [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected . (_) @expected.type)

; Expected types of results of calls

(variable_declarator type: (type_annotation (_) @expected.type) value: (call_expression) @expected)
(public_field_definition type: (type_annotation (_) @expected.type) value: (call_expression) @expected)
(return_statement (call_expression) @expected @expected.returned)

; Parameters of named functions

(function_declaration
  parameters: (formal_parameters
    (_ pattern: (_) @taken type: (type_annotation (_) @taken.type))) @taken.parameters)
(generator_function_declaration
  parameters: (formal_parameters
    (_ pattern: (_) @taken type: (type_annotation (_) @taken.type))) @taken.parameters)
(function_signature
  parameters: (formal_parameters
    (_ pattern: (_) @taken type: (type_annotation (_) @taken.type))) @taken.parameters)
(method_definition
  parameters: (formal_parameters
    (_ pattern: (_) @taken type: (type_annotation (_) @taken.type))) @taken.parameters)
(method_signature
  parameters: (formal_parameters
    (_ pattern: (_) @taken type: (type_annotation (_) @taken.type))) @taken.parameters)
(abstract_method_signature
  parameters: (formal_parameters
    (_ pattern: (_) @taken type: (type_annotation (_) @taken.type))) @taken.parameters)
(arrow_function
  parameters: (formal_parameters
    (_ pattern: (_) @taken type: (type_annotation (_) @taken.type))) @taken.parameters)
(function_expression
  parameters: (formal_parameters
    (_ pattern: (_) @taken type: (type_annotation (_) @taken.type))) @taken.parameters)
(generator_function
  parameters: (formal_parameters
    (_ pattern: (_) @taken type: (type_annotation (_) @taken.type))) @taken.parameters)
(variable_declarator
  name: (identifier) @typed.name
  type: (type_annotation (_) @typed.type)
  value: [(arrow_function) (function_expression)] @typed.called)
(public_field_definition
  name: (_) @typed.name
  type: (type_annotation (_) @typed.type)
  value: [(arrow_function) (function_expression)] @typed.called)
