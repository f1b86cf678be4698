; Arguments of a component

(jsx_opening_element name: (_) @expected.called) @expected
(jsx_self_closing_element name: (_) @expected.called) @expected
(jsx_opening_element
  attribute: (jsx_attribute
    . (property_identifier) @expected.key
    (jsx_expression [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)))
  @expected.literal
(jsx_self_closing_element
  attribute: (jsx_attribute
    . (property_identifier) @expected.key
    (jsx_expression [(object) (array) (arrow_function) (function_expression) (parenthesized_expression) (ternary_expression) (binary_expression)] @expected)))
  @expected.literal
