((call_expression (function_name) @_function (arguments . (plain_value) @reference.read))
 (#any-of? @_function "var"))
((declaration (property_name) @_property (plain_value) @reference.read)
 (#any-of? @_property "animation" "animation-name" "composes" "container-name" "container"))
((at_rule (at_keyword) @_apply (keyword_query) @reference.read) (#any-of? @_apply "@apply"))
(import_statement) @skip
