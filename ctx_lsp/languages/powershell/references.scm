(command command_name: (command_name) @reference.call)
(invokation_expression (member_name (simple_name) @reference.call))
(type_literal (type_spec (type_name (type_identifier) @reference.type)))
(class_statement . (simple_name) . (simple_name) @reference.inherits)
(attribute (attribute_name (type_spec (type_name (type_identifier) @reference.decorates))))
(member_access (member_name (simple_name) @reference.read))
(variable) @reference.read

; Names that are not references

((command command_name: (command_name) @skip)
 (#any-of? @skip "using" "Import-Module" "import-module"))
((type_identifier) @skip
 (#any-of? @skip "string" "int" "bool" "switch" "object" "hashtable" "double" "datetime" "void"))

; Parameters and local variables

(script_parameter (variable) @local)
(class_method_parameter (variable) @local)
(foreach_statement (variable) @local)
(left_assignment_expression (logical_expression (bitwise_expression (comparison_expression (additive_expression
  (multiplicative_expression (format_expression (range_expression (array_literal_expression (unary_expression
    (variable) @local))))))))))
