; Definitions

(function_definition name: (word) @name body: (_) @body) @definition.function

(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (variable_assignments (variable_assignment name: (variable_name) @name) @definition.variable))
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)

; Bats tests: the grammar parses the opening line of a test as a command, and its body as the next statement.
((command
   name: (command_name) @_test
   . argument: [(string) (raw_string)] @name) @definition.function
 (#any-of? @_test "@test"))

; Documentation

(comment) @comment

; Imports

((command
   name: (command_name) @_source
   . argument: [(word) (string) (raw_string) (concatenation)] @import.module @import.star)
 (#any-of? @_source "source" "." "load" "bats_load_library"))
