(comment) @comment
(marginalia) @comment

(create_table (object_reference name: (_) @name)) @definition.struct
(create_table (object_reference name: (_) @name) (column_definitions) @body) @definition.struct
(create_table (column_definitions (column_definition name: (_) @name) @definition.field))
(create_view (object_reference name: (_) @name) (create_query) @body) @definition.struct
(create_materialized_view (object_reference name: (_) @name) (create_query) @body) @definition.struct
(create_function (object_reference name: (_) @name)) @definition.function
(create_function (object_reference name: (_) @name) (function_body) @body) @definition.function
(create_trigger . (keyword_create) (object_reference name: (_) @name) . [(keyword_before) (keyword_after) (keyword_instead)])
  @definition.event
(create_type (object_reference name: (_) @name)) @definition.struct
(create_type (object_reference name: (_) @name) (enum_elements) @body) @definition.enum
(create_type (enum_elements enum_element: (literal) @name @definition.enum_member))
(create_index column: (identifier) @name) @definition.variable
(create_sequence (object_reference name: (_) @name)) @definition.variable
(create_schema (identifier) @name) @definition.variable
