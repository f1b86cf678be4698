; Parameters in the style before the standard: `int add(a, b) int a, b; { … }`

(parameter_list (identifier) @local)
