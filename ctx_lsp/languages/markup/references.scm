; An element with a capitalised name is a component of a template language
(start_tag (tag_name) @reference.component)
(self_closing_tag (tag_name) @reference.component)
