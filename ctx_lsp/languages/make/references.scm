(variable_reference (word) @reference.read)
(prerequisites (word) @reference.call)
(substitution_reference text: (word) @reference.read)
