; `static` names are local to the file; `static inline` names in headers are visible to includers.

((function_definition . (storage_class_specifier) @hidden . [type: (_) (type_qualifier)])
 (#any-of? @hidden "static"))
((declaration . (storage_class_specifier) @hidden)
 (#any-of? @hidden "static"))
