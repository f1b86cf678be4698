; Definitions

(class_definition name: (identifier) @name body: (_)? @body) @definition.class
(trait_definition name: (identifier) @name body: (_)? @body) @definition.interface
(object_definition name: (identifier) @name body: (_)? @body) @definition.object
(package_object name: (identifier) @name body: (_)? @body) @definition.object
(enum_definition name: (identifier) @name body: (_) @body) @definition.enum
(enum_case_definitions (simple_enum_case name: (identifier) @name) @definition.enum_member)
(enum_case_definitions (full_enum_case name: (identifier) @name) @definition.enum_member)
(type_definition name: (type_identifier) @name) @definition.interface
(given_definition name: (identifier) @name body: (_)? @body) @definition.object

(function_definition name: [(identifier) (operator_identifier)] @name body: (_)? @body) @definition.function
(function_declaration name: [(identifier) (operator_identifier)] @name) @definition.function

; The members of an anonymous class belong to the expression that creates the class.
(instance_expression (template_body
  (function_definition name: [(identifier) (operator_identifier)] @name) @definition.none))

(val_definition pattern: (identifier) @name) @definition.variable
(val_definition pattern: (tuple_pattern (identifier) @name)) @definition.variable
(val_declaration name: (identifier) @name) @definition.variable
(var_definition pattern: (identifier) @name) @definition.variable
(var_declaration name: (identifier) @name) @definition.variable
(val_definition
  (modifiers "final")
  pattern: (identifier) @name) @definition.constant

(class_definition class_parameters: (class_parameters (class_parameter ["val" "var"] name: (identifier) @name)
  @definition.field))
(class_definition
  "case" class_parameters: (class_parameters (class_parameter name: (identifier) @name) @definition.field))

; Blocks whose values belong to no definition: of a lambda or a case, at the top of a script.
(lambda_expression) @local
(case_clause) @local

; Documentation

(comment) @comment
(block_comment) @comment
(annotation) @decorator

(access_modifier) @hidden

(package_clause name: (package_identifier) @package)

; Imports

(import_declaration . path: _+ @import.module . path: "." . path: (identifier) @import.name .)
(import_declaration . path: _+ @import.module . (namespace_wildcard)) @import.star
(import_declaration . path: _+ @import.module . (namespace_selectors (identifier) @import.name))
(import_declaration . path: _+ @import.module . (namespace_selectors
  (arrow_renamed_identifier name: (identifier) @import.name alias: (identifier) @import.alias)))
(import_declaration . path: _+ @import.module . (namespace_selectors
  (as_renamed_identifier name: (identifier) @import.name alias: (identifier) @import.alias)))
(import_declaration . path: _+ @import.module . (namespace_selectors (namespace_wildcard))) @import.star
