; Parameters in K&R style: `int add(a, b) int a, b; { … }`

(parameter_list (identifier) @local)
