(jsx_opening_element name: [(identifier) @reference.component (member_expression property: (_) @reference.component)])
(jsx_self_closing_element name: [(identifier) @reference.component (member_expression property: (_) @reference.component)])
(jsx_closing_element name: [(identifier) @reference.component (member_expression property: (_) @reference.component)])
(jsx_attribute . (property_identifier) @skip)

[(jsx_opening_element) (jsx_self_closing_element)] @keyed
(jsx_attribute . (property_identifier) @key.write)
