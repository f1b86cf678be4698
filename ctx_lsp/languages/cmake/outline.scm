; Functions and macros

(function_def (function_command (argument_list . (argument) @name)) (body)? @body) @definition.function
(macro_def (macro_command (argument_list . (argument) @name)) (body)? @body) @definition.function

; Targets, variables and the project

((normal_command (identifier) @_command (argument_list . (argument) @name)) @definition.object
 (#any-of? @_command "add_library" "add_executable" "add_custom_target" "ADD_LIBRARY" "ADD_EXECUTABLE"
   "ADD_CUSTOM_TARGET"))
((normal_command (identifier) @_command (argument_list . (argument) @name)) @definition.module
 (#any-of? @_command "project" "PROJECT"))
((normal_command (identifier) @_command (argument_list . (argument) @name)) @definition.variable
 (#any-of? @_command "option" "OPTION" "set" "SET" "cmake_dependent_option"))
((normal_command (identifier) @_command (argument_list . (argument (unquoted_argument (variable_ref))) @name))
  @definition.none
 (#any-of? @_command "option" "OPTION" "set" "SET" "add_library" "add_executable" "add_custom_target"))
((normal_command (identifier) @_command (argument_list . (argument) @_name . (argument) @name)) @definition.object
 (#any-of? @_command "add_test")
 (#any-of? @_name "NAME"))

; Documentation

(line_comment) @comment
(bracket_comment) @comment

; Included files

((normal_command (identifier) @_command (argument_list . (argument) @import.module)) @import.star
 (#any-of? @_command "include" "INCLUDE" "add_subdirectory" "ADD_SUBDIRECTORY" "find_package" "FIND_PACKAGE"))
