(comment) @comment

(table [(bare_key) (dotted_key) (quoted_key)] @name) @definition.key
(table . [(bare_key) (dotted_key) (quoted_key)] @name . [(pair) (comment)] @body) @definition.key
(table_array_element [(bare_key) (dotted_key) (quoted_key)] @name) @definition.key
(table_array_element . [(bare_key) (dotted_key) (quoted_key)] @name . [(pair) (comment)] @body) @definition.key
(document (pair . (_) @name) @definition.key)
(table (pair . (_) @name) @definition.key)
