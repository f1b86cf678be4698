(frontmatter (frontmatter_js_block) @embedded.typescript)
(attribute_interpolation (attribute_js_expr) @expression)
(html_interpolation (permissible_text) @expression)
