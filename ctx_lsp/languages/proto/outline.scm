(comment) @comment
(package (full_ident) @package)

(message (message_name) @name (message_body) @body) @definition.struct
(message_body (field (identifier) @name) @definition.field)
(message_body (map_field (identifier) @name) @definition.field)
(oneof (oneof_field (identifier) @name) @definition.field)
(enum (enum_name) @name (enum_body) @body) @definition.enum
(enum_body (enum_field (identifier) @name) @definition.enum_member)
(service (service_name) @name "{" @body) @definition.interface
(rpc (rpc_name) @name) @definition.method

(import path: (string) @import.module) @import.star
(import "public" path: (string) @import.module @import.reexport) @import.star
