; Declared types

(method_declaration returns: (_) @typed.type name: (identifier) @typed.name)
(local_function_statement type: (_) @typed.type name: (identifier) @typed.name)
(property_declaration type: (_) @typed.type name: (identifier) @typed.name)
(event_declaration type: (_) @typed.type name: (identifier) @typed.name)
(variable_declaration type: (_) @typed.type (variable_declarator name: (identifier) @typed.name))
(parameter type: (_) @typed.type name: (identifier) @typed.name)
(parameter_list type: (_) @typed.type name: (identifier) @typed.name)
(catch_declaration type: (_) @typed.type name: (identifier) @typed.name)
(declaration_expression type: (_) @typed.type name: (identifier) @typed.name)
((indexer_declaration type: (_) @typed.type "this" @typed.name))

(parameter_list (parameter type: (_) @taken.type) @taken) @taken.parameters

((method_declaration
   name: (identifier) @typed.name parameters: (parameter_list . (parameter (modifier) @_this type: (_) @typed.self)))
 (#any-of? @_this "this"))

; Values

(variable_declaration
  type: (implicit_type) (variable_declarator name: (identifier) @typed.name . (_) @typed.value .))
(variable_declaration
  type: (implicit_type)
  (variable_declarator
    name: (identifier) @typed.name (conditional_expression consequence: (_) @typed.value alternative: (_) @typed.value)))
(variable_declaration
  type: (implicit_type)
  (variable_declarator
    name: (identifier) @typed.name (binary_expression left: (_) @typed.value "??" right: (_) @typed.value)))
(variable_declaration
  type: (implicit_type)
  (variable_declarator name: (identifier) @typed.name [
    (as_expression right: (_) @typed.type)
    (cast_expression type: (_) @typed.type)
    (object_creation_expression type: (_) @typed.type)]))

; Elements

(foreach_statement type: (_) @typed.type left: (identifier) @typed.name right: (_) @typed.element)
(from_clause name: (identifier) @typed.name . (_) @typed.element)

; Anonymous functions, and types of initializers and patterns

(invocation_expression
  function: (_) @expected.called
  arguments: (argument_list
    (argument [(lambda_expression) (anonymous_method_expression)] @expected)) @expected.arguments)
(object_creation_expression
  type: (_) @expected.called
  arguments: (argument_list
    (argument [(lambda_expression) (anonymous_method_expression)] @expected)) @expected.arguments)
(lambda_expression parameters: (implicit_parameter) @typed.name @typed.pattern @expected) @expected.function
(lambda_expression
  parameters: (parameter_list
    (parameter !type name: (identifier) @typed.name @typed.pattern @expected)) @expected.parameters)
  @expected.function
(object_creation_expression type: (_) @expected.type initializer: (initializer_expression) @expected)
(recursive_pattern type: (_) @expected.type (property_pattern_clause) @expected)

; Narrowing by type tests

(declaration_pattern type: (_) @typed.type name: (identifier) @typed.name)
(recursive_pattern type: (_) @typed.type name: (identifier) @typed.name)

[(lambda_expression) (anonymous_method_expression)] @closure
