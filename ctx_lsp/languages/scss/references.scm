(include_statement (identifier) @reference.call)
(call_expression (function_name) @reference.call)
((call_expression (function_name) @skip)
 (#any-of? @skip "var" "calc" "rgb" "rgba" "hsl" "hsla" "url" "min" "max" "clamp" "translate" "translateX" "translateY"
   "scale" "rotate" "linear-gradient" "radial-gradient" "cubic-bezier" "repeat" "minmax" "blur" "attr" "env"))
((call_expression (function_name) @_function (arguments . (plain_value) @reference.read))
 (#any-of? @_function "var"))
(extend_statement (class_selector (class_name) @reference.inherits))
((declaration (property_name) @_property (plain_value) @reference.read)
 (#any-of? @_property "animation" "animation-name" "composes"))
(variable) @reference.read
(parameter (variable) @local)
(import_statement) @skip
(use_statement) @skip
(forward_statement) @skip
