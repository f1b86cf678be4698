(call expr: (atom) @reference.call)
(call expr: (remote fun: (atom) @reference.call))
(internal_fun fun: (atom) @reference.call)
(external_fun fun: (atom) @reference.call)
(macro_call_expr name: (var) @reference.read)
(macro_call_expr name: (var) @reference.call args: (macro_call_args))
(record_expr name: (record_name name: (atom) @reference.type))
(record_name name: (atom) @reference.type)
(behaviour_attribute name: (atom) @reference.implements)

(spec) @types
(type_alias ty: (_) @types)
(opaque ty: (_) @types)
(callback sigs: (_) @types)
(type_sig (call expr: (atom) @reference.type))

; Names that are not references

(export_attribute) @skip
(export_type_attribute) @skip
(import_attribute) @skip
(spec fun: (atom) @skip)
((var) @skip
 (#any-of? @skip "MODULE" "LINE" "FILE" "FUNCTION_NAME"))
