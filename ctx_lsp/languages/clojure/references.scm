(list_lit . (sym_lit name: (sym_name) @reference.call))
(anon_fn_lit . (sym_lit name: (sym_name) @reference.call))

((list_lit
   . (sym_lit name: (sym_name) @_define)
   . (sym_lit)
   . (vec_lit)
   (sym_lit name: (sym_name) @reference.implements))
 (#any-of? @_define "defrecord" "deftype"))

(sym_lit name: (sym_name) @reference.read)

; Names that are not references

((list_lit . (sym_lit name: (sym_name) @_ns)) @skip
 (#any-of? @_ns "ns" "in-ns"))
((sym_name) @skip
 (#any-of? @skip "&" "*" "+" "-" "/" "<" "<=" "=" ">" ">=" "_" "and" "case" "catch" "comment" "cond" "condp" "def" "definterface" "defmacro" "defmethod"
   "defmulti" "defn" "defn-" "defonce" "defprotocol" "defrecord" "deftest" "deftype" "do" "doseq" "dotimes"
   "extend-protocol" "extend-type" "finally" "fn" "for" "if" "if-let" "if-not" "is" "let" "letfn" "loop" "new" "not"
   "or" "quote" "recur" "reify" "set!" "testing" "this" "throw" "try" "var" "when" "when-let" "when-not" "->" "->>"))

; Parameters and local variables

((list_lit . (sym_lit name: (sym_name) @_define) (vec_lit (sym_lit name: (sym_name) @local)))
 (#any-of? @_define "defn" "defn-" "defmacro" "defmethod" "fn"))
((list_lit . (sym_lit name: (sym_name) @_define) (vec_lit (map_lit (vec_lit (sym_lit name: (sym_name) @local)))))
 (#any-of? @_define "defn" "defn-" "defmacro" "defmethod" "fn"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   (list_lit . (vec_lit (sym_lit name: (sym_name) @local))))
 (#any-of? @_define "defn" "defn-" "defmacro"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   (list_lit . (sym_lit) . (vec_lit (sym_lit name: (sym_name) @local))))
 (#any-of? @_define "defrecord" "deftype" "reify" "extend-type" "extend-protocol"))
((list_lit . (sym_lit name: (sym_name) @_let) . (vec_lit . (sym_lit name: (sym_name) @local)))
 (#any-of? @_let "let" "loop" "when-let" "if-let" "doseq" "for" "binding"))
((list_lit
   . (sym_lit name: (sym_name) @_let)
   . (vec_lit [(list_lit) (kwd_lit) (num_lit) (str_lit) (map_lit)] . (sym_lit name: (sym_name) @local)))
 (#any-of? @_let "let" "loop" "doseq" "for"))
