(command name: (simple_word) @reference.call)
(variable_substitution (id) @reference.read)
((command name: (simple_word) @_my arguments: (word_list . (simple_word) @reference.call))
 (#any-of? @_my "my" "$self"))
((command name: (simple_word) @_superclass arguments: (word_list (simple_word) @reference.inherits))
 (#any-of? @_superclass "superclass"))

; Names that are not references

((command name: (simple_word) @skip)
 (#any-of? @skip "append" "array" "break" "constructor" "dict" "error" "incr" "info" "lappend" "lindex" "list" "llength"
   "method" "my" "oo::class" "package" "puts" "return" "source" "string" "superclass" "unset" "upvar" "variable"))

; Parameters and local variables

(argument name: (simple_word) @local)
(set (id) @local)
(foreach (arguments (simple_word) @local))
