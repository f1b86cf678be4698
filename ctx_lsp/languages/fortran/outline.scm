; Modules and programs

(module (module_statement (name) @name) . (_) @body) @definition.module
(submodule (submodule_statement (name) @name) . (_) @body) @definition.module
(program (program_statement (name) @name) . (_) @body) @definition.module

; Types

(derived_type_definition (derived_type_statement (type_name) @name) . (_) @body) @definition.struct
(derived_type_definition (variable_declaration declarator: (identifier) @name) @definition.field)
(derived_type_definition (variable_declaration declarator: (init_declarator left: (identifier) @name))
  @definition.field)
(derived_type_definition (variable_declaration declarator: (sized_declarator . (identifier) @name)) @definition.field)
(derived_type_procedures (procedure_statement declarator: (method_name) @name) @definition.method)
(derived_type_procedures
  (procedure_statement declarator: (binding (binding_name (identifier) @name))) @definition.method)
(interface (interface_statement (name) @name) . (_) @body) @definition.interface
(enumerator_statement declarator: (identifier) @name) @definition.enum_member
(enumerator_statement declarator: (init_declarator left: (identifier) @name)) @definition.enum_member

; Procedures

(function (function_statement name: (name) @name) . (_) @body) @definition.function
(subroutine (subroutine_statement name: (name) @name) . (_) @body) @definition.function
(module_procedure (module_procedure_statement name: (name) @name) . (_) @body) @definition.function

; Values of a module

(module (variable_declaration declarator: (identifier) @name) @definition.variable)
(module (variable_declaration declarator: (init_declarator left: (identifier) @name)) @definition.variable)
(module (variable_declaration declarator: (sized_declarator . (identifier) @name)) @definition.variable)
((module (variable_declaration
   attribute: (type_qualifier) @_parameter
   declarator: (init_declarator left: (identifier) @name)) @definition.constant)
 (#any-of? @_parameter "parameter" "PARAMETER" "Parameter"))

; Documentation

(comment) @comment

; Imports

(use_statement (module_name) @import.module .) @import.star
(use_statement (module_name) @import.module (included_items (identifier) @import.name))
(use_statement
  (module_name) @import.module
  (included_items (use_alias (local_name) @import.alias (identifier) @import.name)))
