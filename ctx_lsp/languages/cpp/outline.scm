; Constructs that C lacks. Functions and variables as in C are matched by the shared patterns.

(function_definition
  type: (_)
  declarator: (reference_declarator (function_declarator declarator: (identifier) @name))
  body: (_) @body) @definition.function
(declaration
  declarator: (reference_declarator (function_declarator declarator: (identifier) @name)) @forward)
@definition.function
(function_definition
  declarator: (function_declarator declarator: (operator_name) @name)
  body: (_) @body) @definition.operator
(function_definition
  declarator: (reference_declarator (function_declarator declarator: (operator_name) @name))
  body: (_) @body) @definition.operator

; Members that are defined in their class, and those that are only declared there

(function_definition
  declarator: [
    (function_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))
    (reference_declarator (function_declarator declarator: (field_identifier) @name))]
  [(default_method_clause) (delete_method_clause) (pure_virtual_clause) (compound_statement) (try_statement)] @body)
@definition.method
(field_declaration
  declarator: [
    (function_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))
    (reference_declarator (function_declarator declarator: (field_identifier) @name))]
  @forward) @definition.method
(field_declaration
  declarator: [
    (function_declarator declarator: (operator_name) @name)
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
    (reference_declarator (function_declarator declarator: (operator_name) @name))]
  @forward) @definition.operator
(field_declaration declarator: (reference_declarator (field_identifier) @name)) @definition.field

(field_declaration_list
  (function_definition
    !type
    declarator: (function_declarator declarator: (identifier) @name)
    [(default_method_clause) (delete_method_clause) (compound_statement) (try_statement)] @body)
  @definition.constructor)
(field_declaration_list
  (declaration !type declarator: (function_declarator declarator: (identifier) @name) @forward)
  @definition.constructor)
(field_declaration_list
  (template_declaration
    (function_definition
      !type
      declarator: (function_declarator declarator: (identifier) @name)
      [(default_method_clause) (delete_method_clause) (compound_statement) (try_statement)] @body)
    @definition.constructor))
(field_declaration_list
  (template_declaration
    (declaration !type declarator: (function_declarator declarator: (identifier) @name) @forward)
    @definition.constructor))
(function_definition
  declarator: (function_declarator declarator: (destructor_name) @name)
  [(default_method_clause) (delete_method_clause) (compound_statement) (try_statement)] @body) @definition.method
(declaration
  declarator: (function_declarator declarator: (destructor_name) @name) @forward) @definition.method

; Members that are defined outside of their class: `Type Owner::name(…) { … }`

(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier
      scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
      name: [(identifier) (operator_name) (destructor_name)] @name))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier
      scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
      name: [(identifier) (operator_name)] @name)))
    (reference_declarator (function_declarator declarator: (qualified_identifier
      scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
      name: [(identifier) (operator_name)] @name)))]
  [(default_method_clause) (compound_statement) (try_statement)] @body) @definition.method

(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier
      scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
      name: (qualified_identifier
        scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
        name: [(identifier) (operator_name) (destructor_name)] @name)))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier
      scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
      name: (qualified_identifier
        scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
        name: [(identifier) (operator_name)] @name))))
    (reference_declarator (function_declarator declarator: (qualified_identifier
      scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
      name: (qualified_identifier
        scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
        name: [(identifier) (operator_name)] @name))))]
  [(default_method_clause) (compound_statement) (try_statement)] @body) @definition.method

(function_definition
  !type
  declarator: (function_declarator declarator: (qualified_identifier
    scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
    name: (identifier) @name))
  [(default_method_clause) (compound_statement) (try_statement)] @body) @definition.constructor

; The signature of a constructor ends before the initialiser list.
(function_definition
  !type
  declarator: (function_declarator declarator: (identifier) @name)
  (field_initializer_list) @body) @definition.constructor
(function_definition
  !type
  declarator: (function_declarator declarator: (qualified_identifier
    scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
    name: (identifier) @name))
  (field_initializer_list) @body) @definition.constructor

(declaration
  declarator: (init_declarator declarator: (qualified_identifier
    scope: [(namespace_identifier) @owner (template_type name: (_) @owner)]
    name: (identifier) @name))) @definition.field

; A macro that defines a function: `TEST(suite, name) { … }`

(function_definition
  !type
  declarator: (function_declarator
    declarator: (identifier)
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @owner !declarator)
      . (parameter_declaration type: (type_identifier) @name !declarator) .))
  body: (_) @body) @definition.function
(function_definition
  !type
  declarator: (function_declarator
    declarator: (identifier)
    parameters: (parameter_list . (parameter_declaration type: (type_identifier) @name !declarator) .))
  body: (_) @body) @definition.function

; Types and namespaces

(class_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(class_specifier name: (template_type name: (type_identifier) @name) body: (_) @body) @definition.class
(class_specifier
  name: (qualified_identifier scope: (namespace_identifier) @owner name: (type_identifier) @name)
  body: (_) @body) @definition.class
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_) @body) @definition.struct
(struct_specifier
  name: (qualified_identifier scope: (namespace_identifier) @owner name: (type_identifier) @name)
  body: (_) @body) @definition.struct

(namespace_definition name: (namespace_identifier) @name body: (_) @body) @definition.namespace
(namespace_definition
  name: (nested_namespace_specifier (namespace_identifier) @owner (namespace_identifier) @name .)
  body: (_) @body) @definition.namespace
(namespace_definition
  name: (nested_namespace_specifier
    (namespace_identifier) @owner
    (nested_namespace_specifier (namespace_identifier) @owner (namespace_identifier) @name .))
  body: (_) @body) @definition.namespace

(type_definition
  type: [(qualified_identifier) (template_type) (dependent_type) (decltype)]
  declarator: (type_identifier) @name) @definition.interface
(alias_declaration name: (type_identifier) @name) @definition.interface
(concept_definition name: (identifier) @name) @definition.interface

(template_declaration
  [(class_specifier)
   (struct_specifier)
   (union_specifier)
   (function_definition)
   (declaration)
   (field_declaration)
   (alias_declaration)
   (concept_definition)
   (template_declaration)
   (friend_declaration)] @wrapped) @wrapper

; Names in an anonymous namespace are local to the file.

(namespace_definition !name body: (declaration_list
  [(function_definition) (declaration) (class_specifier) (struct_specifier) (enum_specifier)] @hidden))

((function_definition
   (storage_class_specifier) @hidden
   declarator: [
     (function_declarator declarator: (identifier))
     (pointer_declarator declarator: (function_declarator declarator: (identifier)))
     (reference_declarator (function_declarator declarator: (identifier)))])
 (#any-of? @hidden "static"))
((declaration (storage_class_specifier) @hidden)
 (#any-of? @hidden "static"))

; Names imported from a namespace

(using_declaration "namespace" [(identifier) (qualified_identifier)] @import.module) @import.star
(using_declaration "using" . (qualified_identifier scope: (_) @import.module name: (identifier) @import.name))
(namespace_alias_definition
  name: (namespace_identifier) @import.alias
  [(namespace_identifier) (nested_namespace_specifier)] @import.module .)
