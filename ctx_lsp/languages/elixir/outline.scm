; Definitions

((call target: (identifier) @_definer (arguments . (alias) @name) (do_block) @body) @definition.module
 (#any-of? @_definer "defmodule"))
((call target: (identifier) @_definer (arguments . (alias) @name) (do_block) @body) @definition.interface
 (#any-of? @_definer "defprotocol"))
((call target: (identifier) @_definer (arguments . (alias) @name .) (do_block) @body) @definition.class
 (#any-of? @_definer "defimpl"))
((call
   target: (identifier) @_definer
   (arguments . (alias) @owner . (keywords (pair value: (alias) @name)))
   (do_block) @body) @definition.class
 (#any-of? @_definer "defimpl"))

((call
   target: (identifier) @_definer
   (arguments . [
     (identifier) @name
     (call target: (identifier) @name)
     (binary_operator left: (identifier) @name operator: "when")
     (binary_operator left: (call target: (identifier) @name) operator: "when")])) @definition.function
 (#any-of? @_definer "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp"))
((call
   target: (identifier) @_definer
   (arguments . [
     (identifier) @name
     (call target: (identifier) @name)
     (binary_operator left: (identifier) @name operator: "when")
     (binary_operator left: (call target: (identifier) @name) operator: "when")]
     (keywords) @body)) @definition.function
 (#any-of? @_definer "def" "defp" "defmacro" "defmacrop" "defdelegate" "defn" "defnp"))
((call
   target: (identifier) @_definer
   (arguments . [
     (identifier) @name
     (call target: (identifier) @name)
     (binary_operator left: (identifier) @name operator: "when")
     (binary_operator left: (call target: (identifier) @name) operator: "when")])
   (do_block) @body) @definition.function
 (#any-of? @_definer "def" "defp" "defmacro" "defmacrop" "defn" "defnp"))

((call target: (identifier) @name (arguments)) @definition.struct
 (#any-of? @name "defstruct" "defexception"))

((unary_operator operator: "@" operand: (call
   target: (identifier) @_attribute
   (arguments [
     (binary_operator left: (call target: (identifier) @name) operator: "::")
     (binary_operator
       left: (binary_operator left: (call target: (identifier) @name) operator: "::")
       operator: "when")]))) @definition.method
 (#any-of? @_attribute "callback" "macrocallback"))
((unary_operator operator: "@" operand: (call
   target: (identifier) @_attribute
   (arguments (binary_operator
     left: [(identifier) @name (call target: (identifier) @name)]
     operator: "::")))) @definition.interface
 (#any-of? @_attribute "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @definition.constant)
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @definition.none
 (#any-of? @name "after_compile" "before_compile" "behaviour" "callback" "compile" "deprecated" "derive" "describetag"
   "dialyzer" "doc" "enforce_keys" "external_resource" "fallback_to_any" "impl" "macrocallback" "moduledoc" "moduletag"
   "on_definition" "on_load" "opaque" "optional_callbacks" "shortdoc" "since" "spec" "tag" "type" "typedoc" "typep"))

((call target: (identifier) @_definer (arguments . (string) @name) (do_block) @body) @definition.namespace
 (#any-of? @_definer "describe"))
((call target: (identifier) @_definer (arguments . (string) @name) (do_block) @body) @definition.function
 (#any-of? @_definer "test" "property"))

; Documentation

(comment) @comment
((unary_operator operator: "@" operand: (call
   target: (identifier) @_attribute
   (arguments [(string) (sigil)]))) @comment
 (#any-of? @_attribute "doc" "typedoc" "shortdoc"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attribute (arguments [(string) (sigil)]))) @doc
 (#any-of? @_attribute "moduledoc"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attribute)) @decorator
 (#any-of? @_attribute "spec" "impl" "deprecated" "dialyzer" "since" "tag"))
((unary_operator operator: "@" operand: (call
   target: (identifier) @_attribute
   (arguments [(boolean) (keywords)]))) @decorator
 (#any-of? @_attribute "doc" "typedoc"))

((call target: (identifier) @hidden)
 (#any-of? @hidden "defp" "defmacrop" "defguardp" "defnp"))
((unary_operator operator: "@" operand: (call target: (identifier) @hidden))
 (#any-of? @hidden "typep"))

; Imports

((call target: (identifier) @_import (arguments . (alias) @import.module .))
 (#any-of? @_import "alias" "require"))
((call target: (identifier) @_import (arguments
   . (alias) @import.module
   . (keywords (pair key: (keyword) @_key value: (alias) @import.alias))))
 (#any-of? @_import "alias" "require"))
(dot left: (alias) @import.prefix right: (tuple) @import.group)
(dot left: (alias) right: (tuple (alias) @import.module))
((call target: (identifier) @_import (arguments . (alias) @import.module)) @import.star
 (#any-of? @_import "import"))
((call target: (identifier) @_import (arguments . (alias) @import.module)) @import.effect
 (#any-of? @_import "use"))
