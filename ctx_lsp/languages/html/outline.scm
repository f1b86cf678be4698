; Sections for navigation

((element (start_tag (tag_name) @name ">" @body)) @definition.key
 (#any-of? @name "header" "nav" "main" "aside" "footer"))
((element (start_tag (tag_name) @_heading) . (text) @name) @definition.string
 (#any-of? @_heading "h1" "h2" "h3" "h4" "h5" "h6"))
