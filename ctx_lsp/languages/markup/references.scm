; An element with a capital is a component of a template language
(start_tag (tag_name) @reference.component)
(self_closing_tag (tag_name) @reference.component)
