; Declared types

(function_definition name: (_) @typed.name return_type: (_) @typed.type)
(function_declaration name: (_) @typed.name return_type: (_) @typed.type)
(val_definition pattern: (identifier) @typed.name type: (_) @typed.type)
(var_definition pattern: (identifier) @typed.name type: (_) @typed.type)
(val_declaration name: (identifier) @typed.name type: (_) @typed.type)
(var_declaration name: (identifier) @typed.name type: (_) @typed.type)
(class_parameter name: (identifier) @typed.name type: (_) @typed.type)
(parameter name: (identifier) @typed.name type: (_) @typed.type)
(binding name: (identifier) @typed.name type: (_) @typed.type)
(type_definition name: (type_identifier) @typed.name type: (_) @typed.type)
(given_definition name: (identifier) @typed.name return_type: (_) @typed.type)

(parameters (parameter type: (_) @taken.type) @taken) @taken.parameters

; Extensions

(extension_definition
  parameters: (parameters (parameter type: (_) @typed.self)) body: (function_definition name: (_) @typed.name))
((class_definition
   (modifiers) @_implicit
   class_parameters: (class_parameters . (class_parameter type: (_) @typed.self) .)
   body: (template_body (function_definition name: (_) @typed.name)))
 (#any-of? @_implicit "implicit" "implicit final" "final implicit" "private implicit" "implicit private"))

; Values

(function_definition name: (_) @typed.name !return_type body: (_) @typed.value)
(function_definition name: (_) @typed.name !return_type body: (block (_) @typed.value .))
(function_definition
  name: (_) @typed.name !return_type body: (if_expression consequence: (_) @typed.value alternative: (_) @typed.value))
(val_definition pattern: (identifier) @typed.name !type value: (_) @typed.value)
(var_definition pattern: (identifier) @typed.name !type value: (_) @typed.value)
(val_definition
  pattern: (identifier) @typed.name
  !type
  value: (if_expression consequence: (_) @typed.value alternative: (_) @typed.value))
(val_definition pattern: (identifier) @typed.name !type value: (instance_expression . (_) @typed.type))
(var_definition pattern: (identifier) @typed.name !type value: (instance_expression . (_) @typed.type))
(function_definition name: (_) @typed.name !return_type body: (instance_expression . (_) @typed.type))
(enumerator . (identifier) @typed.name "=" . (_) @typed.value)

; Elements

(enumerator . (identifier) @typed.name "<-" . (_) @typed.element)

; Anonymous functions, and `_` for their parameters

(call_expression
  function: (_) @expected.called
  arguments: (arguments
    [(lambda_expression) (field_expression) (call_expression) (infix_expression)] @expected) @expected.arguments)
(call_expression function: (_) @expected.called arguments: (block (lambda_expression) @expected))
(arguments [(field_expression) (call_expression) (infix_expression)] @typed.implicit._)
(lambda_expression parameters: (identifier) @typed.name @typed.pattern @expected) @expected.function
(lambda_expression
  parameters: (bindings (binding !type name: (identifier) @typed.name @typed.pattern @expected)) @expected.parameters)
  @expected.function

; Narrowing by type tests

(typed_pattern pattern: (identifier) @typed.name type: (_) @typed.type)
(capture_pattern name: (identifier) @typed.name pattern: (case_class_pattern type: (_) @typed.type))

(lambda_expression) @closure
