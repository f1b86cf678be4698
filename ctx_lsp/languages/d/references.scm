(call_expression . (identifier) @reference.call)
(call_expression . (type (identifier) @reference.call .))
(call_expression . (type (template_instance . (identifier) @reference.call) .))
(call_expression . (property_expression (identifier) @reference.call .))
(call_expression . (template_instance . (identifier) @reference.call))
(new_expression (type (identifier) @reference.call .))
(class_declaration (base_class (identifier) @reference.inherits .))
(interface_declaration (base_class (identifier) @reference.inherits .))
(at_attribute (identifier) @reference.decorates)

(type (identifier) @reference.type)
(identifier) @reference.read

; Names that are not references

(module_declaration) @skip
(import_declaration) @skip

; Parameters and local variables

(template_parameter . (identifier) @local.type)
(parameter (identifier) @local)
(variable_declaration (declarator . (identifier) @local))
(auto_declaration variable: (identifier) @local)
(foreach_type (identifier) @local)
