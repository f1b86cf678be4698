(comment) @comment

; Blocks are named by their labels: the last label is the name, the label before it the kind

(config_file (body (block . (identifier) @name . (block_start) @body) @definition.key))
(config_file (body (block . (identifier) . (_) @name . (block_start) @body) @definition.key))
(config_file (body (block
  . (identifier)
  . (string_lit (template_literal) @owner)
  . (string_lit (template_literal) @name)
  . (block_start) @body) @definition.object))
((config_file (body (block . (identifier) @_kind . (_) @name . (block_start) @body) @definition.variable))
 (#any-of? @_kind "variable"))
((config_file (body (block . (identifier) @_kind . (_) @name . (block_start) @body) @definition.key))
 (#any-of? @_kind "output"))
((config_file (body (block . (identifier) @_kind . (_) @name . (block_start) @body) @definition.module))
 (#any-of? @_kind "module"))
((config_file (body (block . (identifier) @_kind (body (attribute . (identifier) @name) @definition.constant))))
 (#any-of? @_kind "locals"))
(config_file (body (attribute . (identifier) @name) @definition.key))
