(class_heritage [
  (identifier) @reference.inherits
  (member_expression property: (property_identifier) @reference.inherits)
  (call_expression function: [
    (identifier) @reference.inherits
    (member_expression property: (property_identifier) @reference.inherits)])])
(field_definition property: [(property_identifier) (private_property_identifier)] @skip)

(formal_parameters [
  (identifier) @local
  (assignment_pattern left: (identifier) @local)])
