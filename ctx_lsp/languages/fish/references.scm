(command name: (word) @reference.call)
(variable_name) @reference.read

; Names that are not references

((command name: (word) @skip)
 (#any-of? @skip "." "[" "alias" "and" "argparse" "builtin" "cd" "complete" "contains" "count" "echo" "eval" "exec" "exit"
   "functions" "math" "not" "or" "printf" "read" "return" "set" "source" "status" "string" "test" "type"))
((variable_name) @skip
 (#any-of? @skip "argv" "status"))

; Parameters and local variables

(function_definition option: (word) @local)
((command name: (word) @_set . argument: (word) @_scope . argument: (word) @local)
 (#any-of? @_set "set")
 (#any-of? @_scope "-l" "--local"))
(for_statement variable: (variable_name) @local)
