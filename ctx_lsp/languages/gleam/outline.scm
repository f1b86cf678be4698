; Types

(type_definition (type_name name: (type_identifier) @name) (data_constructors)? @body) @definition.enum
(data_constructor name: (constructor_name) @name) @definition.enum_member @exported
(data_constructor_argument label: (label) @name) @definition.field @exported
(type_alias (type_name name: (type_identifier) @name)) @definition.interface

; Functions and values

(function name: (identifier) @name body: (block)? @body) @definition.function
(constant name: (identifier) @name) @definition.constant
(anonymous_function) @local

(visibility_modifier) @exported

; Documentation

(comment) @comment
(statement_comment) @comment
(attribute) @decorator

; Imports

(import module: (module) @import.module !alias)
(import module: (module) @import.module alias: (identifier) @import.alias)
(import
  module: (module) @import.module
  imports: (unqualified_imports (unqualified_import !alias name: (_) @import.name)))
(import
  module: (module) @import.module
  imports: (unqualified_imports (unqualified_import name: (_) @import.name alias: (_) @import.alias)))
