(application_expression function: (value_path (value_name) @reference.call))
(infix_expression operator: (rel_operator) right: (value_path (value_name) @reference.call))
(method_invocation method: (method_name) @reference.call)
(new_expression (class_path (class_name) @reference.call))
(inheritance_definition class: (class_path (class_name) @reference.inherits))
(module_binding module_type: (module_type_path (module_type_name) @reference.implements))
(module_application functor: (module_path (module_name) @reference.call))

(type_constructor) @reference.type
(value_name) @reference.read
(constructor_name) @reference.read
(module_name) @reference.read
(module_type_name) @reference.type

; Names that are not references

(open_module) @skip
(item_attribute) @skip

; Parameters and local variables

(value_pattern) @local
(parameter pattern: (typed_pattern pattern: (value_pattern) @local))
(let_expression (value_definition (let_binding pattern: (value_name) @local)))
(let_expression (value_definition (let_binding pattern: (tuple_pattern (value_name) @local))))
(module_parameter (module_name) @local)
