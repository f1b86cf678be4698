; Declared types. Pointers, arrays and references have the type of their target.

(parameter_declaration
  type: (_) @typed.type
  declarator: [
    (identifier) @typed.name
    (array_declarator declarator: (identifier) @typed.name)
    (pointer_declarator declarator: (identifier) @typed.name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @typed.name))
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @typed.name))])
(declaration
  type: (_) @typed.type
  declarator: [
    (identifier) @typed.name
    (array_declarator declarator: (identifier) @typed.name)
    (pointer_declarator declarator: (identifier) @typed.name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @typed.name))
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @typed.name))
    (init_declarator declarator: (identifier) @typed.name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @typed.name))
    (init_declarator declarator: (pointer_declarator declarator: (identifier) @typed.name))
    (init_declarator declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @typed.name)))
    (init_declarator declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @typed.name)))])
(field_declaration
  type: (_) @typed.type
  declarator: [
    (field_identifier) @typed.name
    (array_declarator declarator: (field_identifier) @typed.name)
    (pointer_declarator declarator: (field_identifier) @typed.name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @typed.name))
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @typed.name))])
(type_definition
  type: (_) @typed.type
  declarator: [
    (type_identifier) @typed.name
    (pointer_declarator declarator: (type_identifier) @typed.name)
    (array_declarator declarator: (type_identifier) @typed.name)])
(type_definition
  type: [
    (struct_specifier name: (type_identifier) @typed.name body: (_))
    (union_specifier name: (type_identifier) @typed.name body: (_))]
  . declarator: (type_identifier) @typed.type)

; Functions: results of calls

(function_definition
  type: (_) @typed.type
  declarator: [
    (function_declarator declarator: (identifier) @typed.name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @typed.name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @typed.name)))])
(declaration
  type: (_) @typed.type
  declarator: [
    (function_declarator declarator: (identifier) @typed.name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @typed.name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @typed.name)))])

; Macros with a type as an argument: `container_of(pointer, type, member)`

((init_declarator
   declarator: [(identifier) @typed.name (pointer_declarator declarator: (identifier) @typed.name)]
   value: (call_expression
     function: (identifier) @_macro
     arguments: (argument_list . (_) . (identifier) @typed.type)))
 (#any-of? @_macro "container_of" "CONTAINER_OF" "list_entry"))

; Expected types of lists in braces, whose keys are members

(declaration type: (_) @expected.type declarator: (init_declarator value: (initializer_list) @expected))
(compound_literal_expression type: (_) @expected.type value: (initializer_list) @expected)
(initializer_list (initializer_list) @expected) @expected.literal
(initializer_list
  (initializer_pair
    designator: (field_designator (field_identifier) @expected.key)
    value: (initializer_list) @expected)) @expected.literal
(initializer_list
  (initializer_pair designator: (subscript_designator) value: (initializer_list) @expected)) @expected.literal
