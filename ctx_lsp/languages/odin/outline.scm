; Types

(struct_declaration . (attributes)? . (identifier) @name "{"? @body) @definition.struct
(union_declaration . (attributes)? . (identifier) @name "{"? @body) @definition.struct
(enum_declaration . (attributes)? . (identifier) @name "{" @body) @definition.enum
(enum_declaration "{" (identifier) @name @definition.enum_member)
(bit_field_declaration . (identifier) @name "{"? @body) @definition.struct
(struct_declaration (field (identifier) @name) @definition.field)

; Procedures and values

(procedure_declaration . (attributes)? . (identifier) @name (procedure (block)? @body)) @definition.function
(overloaded_procedure_declaration . (attributes)? . (identifier) @name) @definition.function
(source_file (const_declaration . (attributes)? . (identifier) @name) @definition.constant)
(source_file (var_declaration . (attributes)? . (identifier) @name) @definition.variable)
(source_file (variable_declaration . (identifier) @name) @definition.variable)

(attributes (attribute (identifier) @hidden
 (#any-of? @hidden "private")))

; Documentation

(comment) @comment
(block_comment) @comment
(attributes) @decorator

; The package and its imports

(package_declaration (identifier) @package)
(import_declaration !alias (string) @import.module)
(import_declaration alias: (identifier) @import.alias (string) @import.module)
