; Types

(contract_declaration name: (identifier) @name body: (contract_body) @body) @definition.class
(library_declaration name: (identifier) @name body: (contract_body) @body) @definition.class
(interface_declaration name: (identifier) @name body: (contract_body) @body) @definition.interface
(struct_declaration name: (identifier) @name body: (struct_body) @body) @definition.struct
(struct_member name: (identifier) @name) @definition.field
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(enum_value) @name @definition.enum_member
(event_definition name: (identifier) @name) @definition.event
(error_declaration name: (identifier) @name) @definition.class
(user_defined_type_definition name: (identifier) @name) @definition.interface

; Functions and values

(function_definition name: (identifier) @name) @definition.function
(function_definition name: (identifier) @name body: (function_body) @body) @definition.function
(modifier_definition name: (identifier) @name body: (function_body)? @body) @definition.function
(constructor_definition "constructor" @name body: (function_body) @body) @definition.constructor
(fallback_receive_definition ["receive" "fallback"] @name body: (function_body)? @body) @definition.method
(state_variable_declaration name: (identifier) @name) @definition.field
(constant_variable_declaration name: (identifier) @name) @definition.constant

; Visibility

(function_definition (visibility) @hidden
 (#any-of? @hidden "private" "internal"))
(state_variable_declaration visibility: (visibility) @hidden
 (#any-of? @hidden "private"))

; Documentation

(comment) @comment

; Imports

(import_directive . "import" . source: (string) @import.module .) @import.star
(import_directive . "import" . source: (string) @import.module "as" . alias: (identifier) @import.alias)
(import_directive "*" "as" . alias: (identifier) @import.alias source: (string) @import.module)
(import_directive "{" import_name: (identifier) @import.name . ["," "}"] source: (string) @import.module)
(import_directive
  "{" import_name: (identifier) @import.name . "as" . alias: (identifier) @import.alias
  source: (string) @import.module)
