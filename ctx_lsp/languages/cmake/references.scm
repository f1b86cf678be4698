(normal_command (identifier) @reference.call)
(variable) @reference.read
((normal_command (identifier) @_command (argument_list (argument (unquoted_argument) @reference.read)))
 (#any-of? @_command "add_dependencies" "add_test" "install" "target_compile_definitions" "target_link_libraries"))
((if_command (argument_list (argument (unquoted_argument) @reference.read))))

; Names that are not references

((normal_command (identifier) @skip)
 (#any-of? @skip "add_custom_target" "add_executable" "add_library" "add_subdirectory" "add_test"
   "cmake_minimum_required" "find_package" "include" "list" "math" "message" "option" "project" "return" "set" "string"
   "target_compile_definitions" "target_compile_options" "target_include_directories" "target_link_libraries" "unset"))
((normal_command (identifier) @_command (argument_list . (argument) @skip))
 (#any-of? @_command "include" "add_subdirectory" "find_package" "cmake_minimum_required" "set" "project"))
((argument (unquoted_argument) @skip)
 (#any-of? @skip "ALL" "AND" "BOOL" "C" "COMMAND" "COMPONENTS" "CONFIG" "CXX" "DEPENDS" "DESTINATION" "FALSE" "FORCE"
   "IMPORTED" "INTERFACE" "LANGUAGES" "MODULE" "NAME" "NOT" "OFF" "ON" "OR" "PRIVATE" "PROPERTIES" "PUBLIC" "QUIET"
   "REQUIRED" "SHARED" "STATIC" "STREQUAL" "STRING" "TARGET" "TARGETS" "TRUE" "VERSION"))

; Parameters

(function_command (argument_list . (argument) (argument) @local))
(macro_command (argument_list . (argument) (argument) @local))
