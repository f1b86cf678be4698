(apply_expression function: (variable_expression name: (identifier) @reference.call))
(apply_expression function: (select_expression attrpath: (attrpath attr: (identifier) @reference.call .)))

(variable_expression name: (identifier) @reference.read)
(select_expression attrpath: (attrpath attr: (identifier) @reference.read))
(inherited_attrs attr: (identifier) @reference.read)

; Names that are not references

((variable_expression name: (identifier) @skip)
 (#any-of? @skip "builtins" "import" "null" "throw" "true" "false"))

; Parameters

(formal name: (identifier) @local)
(function_expression universal: (identifier) @local)
