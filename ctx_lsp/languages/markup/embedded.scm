(script_element (raw_text) @embedded.javascript)
(style_element (raw_text) @embedded.css)

; Types that are not listed below are custom templates or data

((script_element
   (start_tag (attribute (attribute_name) @_type (quoted_attribute_value (attribute_value))))
   (raw_text) @embedded.none)
 (#any-of? @_type "type"))
((script_element
   (start_tag (attribute (attribute_name) @_type (quoted_attribute_value (attribute_value) @_name)))
   (raw_text) @embedded.javascript)
 (#any-of? @_type "type")
 (#any-of? @_name "module" "text/javascript" "application/javascript" "text/babel" "text/jsx"))
((script_element
   (start_tag (attribute (attribute_name) @_type (quoted_attribute_value (attribute_value) @_name)))
   (raw_text) @embedded.json)
 (#any-of? @_type "type")
 (#any-of? @_name "application/json" "application/ld+json" "importmap" "speculationrules"))
((script_element
   (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value) @_name)))
   (raw_text) @embedded.typescript)
 (#any-of? @_lang "lang" "type")
 (#any-of? @_name "ts" "typescript" "text/typescript" "application/typescript"))
((script_element
   (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value) @_name)))
   (raw_text) @embedded.tsx)
 (#any-of? @_lang "lang")
 (#any-of? @_name "tsx"))
((style_element
   (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value))))
   (raw_text) @embedded.none)
 (#any-of? @_lang "lang"))
((style_element
   (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value) @_name)))
   (raw_text) @embedded.css)
 (#any-of? @_lang "lang")
 (#any-of? @_name "css" "postcss"))
((style_element
   (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value) @_name)))
   (raw_text) @embedded.scss)
 (#any-of? @_lang "lang")
 (#any-of? @_name "scss"))
((style_element
   (start_tag (attribute (attribute_name) @_lang (quoted_attribute_value (attribute_value) @_name)))
   (raw_text) @embedded.less)
 (#any-of? @_lang "lang")
 (#any-of? @_name "less"))
