(function_call_expression function: (function) @reference.call)
(function "&" @skip (varname) @reference.call)
(ambiguous_function_call_expression function: (function) @reference.call)
(method_call_expression method: (method) @reference.call)

((use_statement module: (package) @_parent [
   (string_literal (string_content) @reference.inherits)
   (list_expression (string_literal (string_content) @reference.inherits))])
 (#any-of? @_parent "parent" "base"))
((ambiguous_function_call_expression
   function: (function) @_extends
   arguments: (string_literal (string_content) @reference.inherits))
 (#any-of? @_extends "extends"))
((ambiguous_function_call_expression
   function: (function) @_with
   arguments: (string_literal (string_content) @reference.implements))
 (#any-of? @_with "with"))

(bareword) @reference.read
(varname) @reference.read

; Names that are not references

(package_statement) @skip
((function) @skip
 (#any-of? @skip "bless" "die" "extends" "has" "print" "push" "return" "with"))

; Parameters and local variables

(variable_declaration variable: (_ (varname) @local))
(variable_declaration variables: (_ (varname) @local))
(for_statement variable: (scalar (varname) @local))
(mandatory_parameter (_ (varname) @local))
(optional_parameter (_ (varname) @local))
(slurpy_parameter (_ (varname) @local))
