; Types

(type_definition name: (identifier) @name) @definition.interface
(type_definition name: (generic_type . (identifier) @name)) @definition.interface
(type_definition name: (identifier) @name (object_type) @body) @definition.interface
(type_definition name: (generic_type . (identifier) @name) (object_type) @body) @definition.interface
