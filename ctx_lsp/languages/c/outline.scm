; `static` names are the file's own; those that are inline as well stand in headers, for whoever includes them.

((function_definition . (storage_class_specifier) @hidden . [type: (_) (type_qualifier)])
 (#any-of? @hidden "static"))
((declaration . (storage_class_specifier) @hidden)
 (#any-of? @hidden "static"))
