; Declared types

(method_declaration type: (_) @typed.type name: (identifier) @typed.name)
(annotation_type_element_declaration type: (_) @typed.type name: (identifier) @typed.name)
(field_declaration type: (_) @typed.type declarator: (variable_declarator name: (identifier) @typed.name))
(constant_declaration type: (_) @typed.type declarator: (variable_declarator name: (identifier) @typed.name))
(formal_parameter type: (_) @typed.type name: (identifier) @typed.name)
(spread_parameter (variable_declarator name: (identifier) @typed.name)) @typed.type
(local_variable_declaration type: (_) @typed.type declarator: (variable_declarator name: (identifier) @typed.name))
(catch_formal_parameter (catch_type) @typed.type name: (identifier) @typed.name)
(resource type: (_) @typed.type name: (identifier) @typed.name value: (_) @typed.value)

; Values of `var` declarations

((local_variable_declaration
   type: (_) @_var declarator: (variable_declarator name: (identifier) @typed.name value: (_) @typed.value))
 (#any-of? @_var "var"))
((local_variable_declaration
   type: (_) @_var
   declarator: (variable_declarator
     name: (identifier) @typed.name
     value: (ternary_expression consequence: (_) @typed.value alternative: (_) @typed.value)))
 (#any-of? @_var "var"))
((local_variable_declaration
   type: (_) @_var
   declarator: (variable_declarator name: (identifier) @typed.name value: (cast_expression type: (_) @typed.type)))
 (#any-of? @_var "var"))

; Elements

(enhanced_for_statement type: (_) @typed.type name: (identifier) @typed.name value: (_) @typed.element)

; Anonymous functions

(method_invocation
  name: (identifier) @expected.method arguments: (argument_list (lambda_expression) @expected) @expected.arguments)
(object_creation_expression
  type: (_) @expected.called arguments: (argument_list (lambda_expression) @expected) @expected.arguments)
(local_variable_declaration
  type: (_) @expected.type declarator: (variable_declarator value: (lambda_expression) @expected))
(field_declaration type: (_) @expected.type declarator: (variable_declarator value: (lambda_expression) @expected))
(assignment_expression left: (_) @expected.value right: (lambda_expression) @expected)
(cast_expression type: (_) @expected.type value: (lambda_expression) @expected)
(return_statement (lambda_expression) @expected @expected.returned)
(lambda_expression parameters: (identifier) @typed.name @typed.pattern @expected) @expected.function
(lambda_expression
  parameters: (inferred_parameters (identifier) @typed.name @typed.pattern @expected) @expected.parameters)
  @expected.function
(formal_parameters (formal_parameter type: (_) @taken.type) @taken) @taken.parameters

; Narrowing by type tests

(instanceof_expression right: (_) @typed.type name: (identifier) @typed.name)
(type_pattern (_) @typed.type (identifier) @typed.name)
(record_pattern_component (_) @typed.type (identifier) @typed.name)

(lambda_expression) @closure

; Types whose members are the keys of annotations

(annotation name: (_) @expected.type arguments: (annotation_argument_list) @expected)
