(comment) @comment

; Elements with an id

((element
   (start_tag (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)) ">" @body))
   @definition.key
 (#any-of? @_id "id"))
((element
   (self_closing_tag (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name))))
   @definition.key
 (#any-of? @_id "id"))
