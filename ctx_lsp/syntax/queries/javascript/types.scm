(field_definition property: (_) @typed.name value: (_) @typed.value)
(field_definition property: (_) @typed.name value: (array . (_) @typed.item))
(formal_parameters (assignment_pattern left: (identifier) @typed.name right: (_) @typed.value))
