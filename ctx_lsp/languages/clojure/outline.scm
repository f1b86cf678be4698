; Values and functions. The body begins at the documentation, or after the parameters.

((list_lit . (sym_lit name: (sym_name) @_define) . (sym_lit name: (sym_name) @name)) @definition.variable
 (#any-of? @_define "def" "defonce" "s/def"))
((list_lit . (sym_lit name: (sym_name) @_define) . (sym_lit name: (sym_name) @name)) @definition.function
 (#any-of? @_define "defn" "defn-" "defmacro" "defmulti" "deftest" "definline" "deftask"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   . (sym_lit name: (sym_name) @name)
   . (_)
   (vec_lit) . (_) @body) @definition.function
 (#any-of? @_define "defn" "defn-" "defmacro"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   . (sym_lit name: (sym_name) @name)
   . (vec_lit) . (_) @body) @definition.function
 (#any-of? @_define "defn" "defn-" "defmacro" "defmethod"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   . (sym_lit name: (sym_name) @name)
   . [(str_lit) (list_lit)] @body) @definition.function
 (#any-of? @_define "defn" "defn-" "defmacro" "defmulti" "deftest"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   . (sym_lit name: (sym_name) @name)
   . (_)
   (vec_lit) @body) @definition.function
 (#any-of? @_define "defmethod"))

; Types

((list_lit . (sym_lit name: (sym_name) @_define) . (sym_lit name: (sym_name) @name)) @definition.interface
 (#any-of? @_define "defprotocol" "definterface"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   . (sym_lit name: (sym_name) @name)
   . [(str_lit) (list_lit)] @body) @definition.interface
 (#any-of? @_define "defprotocol" "definterface"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   . (sym_lit)
   (list_lit . (sym_lit name: (sym_name) @name)) @definition.method)
 (#any-of? @_define "defprotocol" "definterface"))
((list_lit . (sym_lit name: (sym_name) @_define) . (sym_lit name: (sym_name) @name)) @definition.class
 (#any-of? @_define "defrecord" "deftype"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   . (sym_lit name: (sym_name) @name)
   . (vec_lit) . (_) @body) @definition.class
 (#any-of? @_define "defrecord" "deftype"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   . (sym_lit)
   . (vec_lit (sym_lit name: (sym_name) @name) @definition.field))
 (#any-of? @_define "defrecord" "deftype"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   . (sym_lit)
   . (vec_lit)
   (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit) . (_)? @body) @definition.method)
 (#any-of? @_define "defrecord" "deftype"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   . (sym_lit name: (sym_name) @owner)
   (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit) . (_)? @body) @definition.method)
 (#any-of? @_define "extend-type"))

; Documentation and visibility

(comment) @comment
(list_lit (str_lit) @doc)
((list_lit . (sym_lit name: (sym_name) @hidden))
 (#any-of? @hidden "defn-"))
((list_lit
   . (sym_lit name: (sym_name) @_define)
   . (sym_lit meta: (meta_lit value: (kwd_lit name: (kwd_name) @hidden))))
 (#any-of? @_define "def" "defn" "defmacro" "defonce")
 (#any-of? @hidden "private"))

; The namespace and its requirements

((list_lit . (sym_lit name: (sym_name) @_ns) . (sym_lit) @package)
 (#any-of? @_ns "ns" "in-ns"))
((list_lit . (kwd_lit name: (kwd_name) @_clause) (sym_lit) @import.module)
 (#any-of? @_clause "require"))
((list_lit . (kwd_lit name: (kwd_name) @_clause) (vec_lit . (sym_lit) @import.module .))
 (#any-of? @_clause "require"))
((list_lit . (kwd_lit name: (kwd_name) @_clause) (vec_lit
   . (sym_lit) @import.module
   (kwd_lit name: (kwd_name) @_as) . (sym_lit) @import.alias))
 (#any-of? @_clause "require")
 (#any-of? @_as "as" "as-alias"))
((list_lit . (kwd_lit name: (kwd_name) @_clause) (vec_lit
   . (sym_lit) @import.module
   (kwd_lit name: (kwd_name) @_refer) . (vec_lit (sym_lit) @import.name)))
 (#any-of? @_clause "require" "use")
 (#any-of? @_refer "refer" "only"))
((list_lit . (kwd_lit name: (kwd_name) @_clause) [(sym_lit) @import.module (vec_lit . (sym_lit) @import.module .)])
  @import.star
 (#any-of? @_clause "use"))
((list_lit . (kwd_lit name: (kwd_name) @_clause) [
   (list_lit . (sym_lit) @import.module (sym_lit) @import.name)
   (vec_lit . (sym_lit) @import.module (sym_lit) @import.name)])
 (#any-of? @_clause "import"))
