(comment) @comment
(annotation_definition) @decorator

(struct_definition . (identifier) @name "{" @body) @definition.struct
(union_definition . (identifier) @name "{" @body) @definition.struct
(exception_definition . (identifier) @name "{" @body) @definition.struct
(struct_definition (field (identifier) @name) @definition.field)
(union_definition (field (identifier) @name) @definition.field)
(exception_definition (field (identifier) @name) @definition.field)
(enum_definition . (identifier) @name "{" @body) @definition.enum
(enum_definition "{" (identifier) @name @definition.enum_member)
(service_definition . (identifier) @name "{" @body) @definition.interface
(function_definition (identifier) @name) @definition.method
(typedef_definition (typedef_identifier) @name) @definition.interface
(const_definition (identifier) @name) @definition.constant

(include_statement (string) @import.module)
