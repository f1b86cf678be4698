; Functions and macros

(function_item name: (identifier) @name body: (_) @body) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(macro_definition name: (identifier) @name (macro_rule) @body) @definition.function

; Types, modules and their members

(struct_item name: (type_identifier) @name) @definition.struct
(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(union_item name: (type_identifier) @name body: (_) @body) @definition.struct
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(trait_item name: (type_identifier) @name body: (_) @body) @definition.interface
(type_item name: (type_identifier) @name) @definition.interface
(trait_item body: (declaration_list (associated_type name: (type_identifier) @name) @definition.interface))
(mod_item name: (identifier) @name body: (_) @body) @definition.module
(field_declaration name: (field_identifier) @name) @definition.field
(enum_variant name: (identifier) @name) @definition.enum_member
(enum_variant name: (identifier) @name body: (field_declaration_list) @body) @definition.enum_member

; Values

(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable

; Blocks

(impl_item
  type: [
    (type_identifier) @owner
    (scoped_type_identifier name: (type_identifier) @owner)
    (generic_type type: [(type_identifier) @owner (scoped_type_identifier name: (type_identifier) @owner)])
    (dynamic_type trait: (type_identifier) @owner)
    (reference_type type: [(type_identifier) @owner (generic_type type: (type_identifier) @owner)])
    (primitive_type) @owner]
  body: (_) @body) @scope
[(block) (match_arm) (if_expression) (while_expression) (for_expression)] @local

; Context of definitions

(line_comment) @comment
(block_comment) @comment
(attribute_item) @decorator

(visibility_modifier) @exported
(enum_variant) @exported
(trait_item body: (declaration_list (_) @exported))
(impl_item trait: (_) body: (declaration_list (_) @exported))
((attribute_item (attribute (identifier) @_attribute)) @exported (#any-of? @_attribute "macro_export"))

; Imports

(use_declaration argument: (identifier) @import.name)
(use_declaration argument: (scoped_identifier path: (_) @import.module name: (_) @import.name))
(use_declaration argument: (use_as_clause path: (identifier) @import.name alias: (_) @import.alias))
(use_declaration
  argument: (use_as_clause
    path: (scoped_identifier path: (_) @import.module name: (_) @import.name)
    alias: (_) @import.alias))
(use_declaration argument: (use_wildcard (_) @import.module) @import.star)

(use_list [(identifier) @import.name (crate) @import.name (super) @import.name])
(use_list (self) @import.self)
(use_list (scoped_identifier path: (_) @import.module name: (_) @import.name))
(use_list (use_as_clause path: (identifier) @import.name alias: (_) @import.alias))
(use_list (use_as_clause path: (self) @import.self alias: (_) @import.alias))
(use_list
  (use_as_clause path: (scoped_identifier path: (_) @import.module name: (_) @import.name) alias: (_) @import.alias))
(use_list (use_wildcard (_) @import.module) @import.star)
(use_list (use_wildcard . "*") @import.star)
(scoped_use_list path: (_) @import.prefix list: (_) @import.group)
(use_declaration (visibility_modifier)) @import.reexport

(extern_crate_declaration name: (identifier) @import.module !alias)
(extern_crate_declaration name: (identifier) @import.module alias: (_) @import.alias)
(mod_item "mod" @import.child name: (identifier) @import.name !body)
(mod_item (visibility_modifier) !body) @import.reexport

; Modules in files with other names: `#[path = "file.rs"] mod name;`

((source_file
   (attribute_item (attribute (identifier) @_path value: (string_literal (string_content) @import.module)))
   . (attribute_item)* . (mod_item name: (identifier) @import.alias !body))
 (#any-of? @_path "path"))
((source_file
   (attribute_item
     (attribute
       (identifier) @_conditional
       arguments: (token_tree (identifier) @_path . "=" . (string_literal (string_content) @import.module))))
   . (attribute_item)* . (mod_item name: (identifier) @import.alias !body))
 (#any-of? @_conditional "cfg_attr")
 (#any-of? @_path "path"))
