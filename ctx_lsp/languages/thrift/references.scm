(type (identifier) @reference.type .)
(definition_type (identifier) @reference.type .)
(service_definition "extends" (identifier) @reference.inherits . "{")
(literal (identifier) @reference.read .)

; The expression before a dot is the receiver of the name after it
(type (identifier) @skip . "." (identifier))
(definition_type (identifier) @skip . "." (identifier))
(literal (identifier) @skip . "." (identifier))
(service_definition "extends" (identifier) @skip . "." (identifier))
(annotation_definition) @skip
