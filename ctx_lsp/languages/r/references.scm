(call function: [
  (identifier) @reference.call
  (namespace_operator rhs: (identifier) @reference.call)
  (extract_operator rhs: (identifier) @reference.call)])

((argument name: (identifier) @_inherit value: (identifier) @reference.inherits)
 (#any-of? @_inherit "inherit"))

(identifier) @reference.read

; Names that are not references

((call function: (identifier) @skip)
 (#any-of? @skip "library" "require" "requireNamespace" "loadNamespace" "return" "function"))
((call function: (identifier) @_import arguments: (arguments . argument: (argument value: (identifier) @skip)))
 (#any-of? @_import "library" "require" "requireNamespace" "loadNamespace"))
(argument name: (identifier) @skip)

; Parameters and local variables

(parameter name: (identifier) @local)
(binary_operator lhs: (identifier) @local operator: ["<-" "="])
(for_statement variable: (identifier) @local)
