; Definitions

(module_attribute name: (atom) @name) @definition.module
(fun_decl clause: (function_clause name: (atom) @name body: (clause_body) @body)) @definition.function
(record_decl name: (atom) @name) @definition.struct
(record_decl fields: (record_field name: (atom) @name) @definition.field)
(pp_define lhs: (macro_lhs name: [(var) (atom)] @name)) @definition.constant
(pp_define lhs: (macro_lhs name: [(var) (atom)] @name args: (var_args))) @definition.function
(type_alias name: (type_name name: (atom) @name)) @definition.interface
(opaque name: (type_name name: (atom) @name)) @definition.interface
(callback fun: (atom) @name) @definition.method

; Documentation

(comment) @comment
(spec) @decorator

; Exports and imports

(export_attribute funs: (fa fun: (atom) @exported.name))
(export_type_attribute types: (fa fun: (atom) @exported.name))
(callback) @exported
(module_attribute) @exported

(import_attribute module: (atom) @import.module funs: (fa fun: (atom) @import.name))
(pp_include file: (string) @import.module) @import.star
(pp_include_lib file: (string) @import.module) @import.star
