(from_instruction (image_spec name: (image_name) @reference.read))
(variable) @reference.read
