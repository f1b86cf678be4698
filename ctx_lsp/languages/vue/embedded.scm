((template_element
   (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value))))
   (text) @embedded.none)
 (#any-of? @_lang "lang"))
(interpolation (raw_text) @expression)
(directive_attribute (quoted_attribute_value (attribute_value) @expression))
