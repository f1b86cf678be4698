(type_definition [
  (object_type) @types
  (union_type) @types
  (function_type) @types])
(parameter (identifier) . (_) @types)

; Names that are not references

(object_type (identifier) @skip . ":")
(function_type (identifier) @skip . ":")

; Parameters and local variables

(parameters (parameter . (identifier) @local))
(type_definition name: (generic_type (identifier) . (identifier) @local.type))
