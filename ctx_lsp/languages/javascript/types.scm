(field_definition property: (_) @typed.name value: (_) @typed.value)
(field_definition property: (_) @typed.name value: (array . (_) @typed.item))
(formal_parameters (assignment_pattern left: (identifier) @typed.name right: (_) @typed.value))

(arrow_function
  parameters: (formal_parameters (identifier) @typed.name @typed.pattern @expected) @expected.parameters)
  @expected.function
(function_expression
  parameters: (formal_parameters (identifier) @typed.name @typed.pattern @expected) @expected.parameters)
  @expected.function
(arrow_function
  parameters: (formal_parameters [(object_pattern) (array_pattern)] @expected) @expected.parameters)
  @expected.function
(function_expression
  parameters: (formal_parameters [(object_pattern) (array_pattern)] @expected) @expected.parameters)
  @expected.function
