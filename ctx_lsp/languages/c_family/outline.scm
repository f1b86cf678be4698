; Functions. A definition replaces the declarations of its name in the same file.

(declaration
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))]
  @forward) @definition.function

; A declaration among statements is dropped like a variable.
(compound_statement
  (declaration
    declarator: [
      (function_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))]) @definition.variable)
(case_statement
  (declaration declarator: (function_declarator declarator: (identifier) @name)) @definition.variable)

(function_definition
  type: (_)
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))]
  body: (_) @body) @definition.function

; A macro that defines a function: `TEST(name) { … }`
(function_definition
  type: (type_identifier)
  declarator: (parenthesized_declarator (identifier) @name)
  body: (_) @body) @definition.function

(preproc_function_def name: (identifier) @name value: (_) @body) @definition.function
(preproc_def name: (identifier) @name value: (_)) @definition.constant

; Macros beside an included header, and functions declared where no macro has their name.
(preproc_if (preproc_include) alternative: (preproc_else [
  (preproc_def name: (identifier) @fallback)
  (preproc_function_def name: (identifier) @fallback)]))
(preproc_ifdef (preproc_include) alternative: (preproc_else [
  (preproc_def name: (identifier) @fallback)
  (preproc_function_def name: (identifier) @fallback)]))
(preproc_ifdef "#ifdef" (declaration declarator: (function_declarator declarator: (identifier) @fallback)))

; Types

(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum

(type_definition
  type: [(type_identifier) (primitive_type) (sized_type_specifier)]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (type_identifier) @name))
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))])
@definition.interface
((type_definition
  type: [
    (struct_specifier name: (_) @_tag !body)
    (union_specifier name: (_) @_tag !body)
    (enum_specifier name: (_) @_tag !body)]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (type_identifier) @name))
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))])
 @definition.interface
 (#not-eq? @_tag @name))

; `typedef struct item item;` declares what `struct item { … };` defines.
((type_definition
  type: [(struct_specifier name: (_) @_tag !body) (union_specifier name: (_) @_tag !body)] @forward
  declarator: (type_identifier) @name) @definition.struct
 (#eq? @_tag @name))

; A type defined in a typedef represents the whole typedef, under both names; equal names are one.
(type_definition
  type: [
    (struct_specifier name: (type_identifier) @name body: (_) @body @forward)
    (union_specifier name: (type_identifier) @name body: (_) @body @forward)] @definition.struct)
(type_definition
  type: (enum_specifier name: (type_identifier) @name body: (_) @body @forward) @definition.enum)
(type_definition
  type: [(struct_specifier body: (_) @body) (union_specifier body: (_) @body)] @definition.struct
  declarator: (type_identifier) @name)
(type_definition
  type: (enum_specifier body: (_) @body) @definition.enum
  declarator: (type_identifier) @name)
(type_definition
  type: [
    (struct_specifier body: (_))
    (union_specifier body: (_))
    (enum_specifier body: (_))] @wrapped) @wrapper

; Values

(enumerator name: (identifier) @name) @definition.enum_member

(field_declaration
  declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name))))])
@definition.field

(declaration
  declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (init_declarator declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name)))
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))])
@definition.variable

; Documentation

(comment) @comment

; Imports: an included file brings all its names.

(preproc_include path: [
  (system_lib_string) @import.module
  (string_literal (string_content) @import.module)]) @import.star
