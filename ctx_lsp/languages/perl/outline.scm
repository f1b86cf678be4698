; Packages. A package without a block extends to the next one, so its subroutines are siblings.

(package_statement name: (package) @name) @definition.module
(package_statement name: (package) @name (block) @body) @definition.class
(class_statement name: (package) @name) @definition.class

; Subroutines

(subroutine_declaration_statement name: (bareword) @name body: (block) @body) @definition.function
(method_declaration_statement name: (bareword) @name body: (block) @body) @definition.method
(assignment_expression
  left: (variable_declaration variable: (scalar (varname) @name))
  right: (anonymous_subroutine_expression body: (block) @body)) @definition.function

; Values

(source_file (expression_statement (assignment_expression
  left: (variable_declaration variable: (_ (varname) @name))) @definition.variable))
(source_file (expression_statement (variable_declaration variable: (_ (varname) @name)) @definition.variable))
(source_file (expression_statement (variable_declaration variables: (_ (varname) @name) @definition.variable)))
((use_statement
   module: (package) @_pragma
   (list_expression . (autoquoted_bareword) @name)) @definition.constant
 (#any-of? @_pragma "constant"))
((use_statement
   module: (package) @_pragma
   (anonymous_hash_expression (list_expression (autoquoted_bareword) @name @definition.constant)))
 (#any-of? @_pragma "constant"))
((ambiguous_function_call_expression
   function: (function) @_has
   arguments: [(string_literal) @name (autoquoted_bareword) @name]) @definition.field
 (#any-of? @_has "has"))

; Documentation

(comment) @comment
(pod) @comment

; Imports

(use_statement module: (package) @import.module) @import.effect
(use_statement module: (package) @import.module (quoted_word_list)) @import.star
((use_statement module: (package) @_parent [
   (string_literal (string_content) @import.module)
   (list_expression (string_literal (string_content) @import.module))]) @import.effect
 (#any-of? @_parent "parent" "base"))
((require_expression (bareword) @import.module))
((require_expression [(interpolated_string_literal) (string_literal)] @import.module) @import.effect)
