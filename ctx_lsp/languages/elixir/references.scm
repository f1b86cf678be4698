(call target: (identifier) @reference.call)
(call target: (dot right: (identifier) @reference.call) (arguments))
(binary_operator operator: "|>" right: [
  (identifier) @reference.call
  (dot right: (identifier) @reference.call)])
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @reference.call operator: "/"))
(unary_operator operator: "&" operand: (binary_operator
  left: (call target: (dot right: (identifier) @reference.call))
  operator: "/"))

((call target: (identifier) @_use (arguments . (alias) @reference.inherits))
 (#any-of? @_use "use"))
((unary_operator operator: "@" operand: (call
   target: (identifier) @_attribute
   (arguments . (alias) @reference.implements)))
 (#any-of? @_attribute "behaviour"))
((call target: (identifier) @_definer (arguments . (alias) @reference.implements))
 (#any-of? @_definer "defimpl"))

(struct (alias) @reference.type)
(identifier) @reference.read
(alias) @reference.read

((unary_operator operator: "@" operand: (call target: (identifier) @_attribute (arguments) @types))
 (#any-of? @_attribute "spec" "type" "typep" "opaque" "callback" "macrocallback"))

; Names that are not references

((call target: (identifier) @skip)
 (#any-of? @skip "alias" "case" "cond" "def" "defdelegate" "defexception" "defguard" "defguardp" "defimpl" "defmacro"
   "defmacrop" "defmodule" "defn" "defnp" "defp" "defprotocol" "defstruct" "describe" "fn" "for" "if" "import" "property"
   "quote" "raise" "receive" "require" "super" "test" "throw" "try" "unless" "unquote" "use" "with"))
((call target: (identifier) @_import (arguments) @skip)
 (#any-of? @_import "alias" "import" "require"))
((call
   target: (identifier) @_definer
   (arguments . [
     (identifier) @skip
     (call target: (identifier) @skip)
     (binary_operator left: (identifier) @skip operator: "when")
     (binary_operator left: (call target: (identifier) @skip) operator: "when")]))
 (#any-of? @_definer "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp"))
(unary_operator operator: "@" operand: (call target: (identifier) @skip))
((unary_operator operator: "@" operand: (call
   target: (identifier) @_attribute
   (arguments (binary_operator left: (call target: (identifier) @skip) operator: "::"))))
 (#any-of? @_attribute "spec"))
((identifier) @skip
 (#any-of? @skip "__MODULE__" "__ENV__" "__CALLER__" "__DIR__" "_" "__STACKTRACE__"))

; Parameters and local variables

((call
   target: (identifier) @_definer
   (arguments . [
     (call (arguments [
       (identifier) @local
       (binary_operator left: (identifier) @local operator: "\\\\")
       (binary_operator right: (identifier) @local operator: "=")]))
     (binary_operator
       left: (call (arguments [
         (identifier) @local
         (binary_operator left: (identifier) @local operator: "\\\\")
         (binary_operator right: (identifier) @local operator: "=")]))
       operator: "when")]))
 (#any-of? @_definer "def" "defp" "defmacro" "defmacrop" "defn" "defnp"))
(binary_operator left: (identifier) @local operator: "=")
(binary_operator left: (tuple (identifier) @local) operator: "=")
(stab_clause left: (arguments (identifier) @local))
(stab_clause left: (arguments (tuple (identifier) @local)))
(binary_operator left: (identifier) @local operator: "<-")
(binary_operator left: (tuple (identifier) @local) operator: "<-")
(list (binary_operator left: (identifier) @local operator: "|"))
(list (binary_operator right: (identifier) @local operator: "|"))
