(command name: (command_name (word) @reference.call))

((command name: (command_name) @_runner . argument: (word) @reference.call)
 (#any-of? @_runner "run" "command" "exec" "time"))

(variable_name) @reference.read

; Names that are not references

((command name: (command_name) @skip)
 (#any-of? @skip "source" "." "load" "bats_load_library" "@test" "alias" "}" "[" ":" "cd" "echo" "eval" "exit" "false" "printf"
   "read" "return" "set" "shift" "test" "trap" "true" "unset"))
((variable_name) @skip
 (#any-of? @skip "0" "1" "2" "3" "4" "5" "6" "7" "8" "9" "IFS" "PATH" "HOME" "PWD"))

; Local variables

((declaration_command "local" (variable_assignment name: (variable_name) @local)))
((declaration_command "local" (variable_name) @local))
(for_statement variable: (variable_name) @local)
