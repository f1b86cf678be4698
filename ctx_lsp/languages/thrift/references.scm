(type (identifier) @reference.type .)
(definition_type (identifier) @reference.type .)
(service_definition "extends" (identifier) @reference.inherits . "{")
(literal (identifier) @reference.read .)

; What stands in front of a dot is the receiver of what follows
(type (identifier) @skip . "." (identifier))
(definition_type (identifier) @skip . "." (identifier))
(literal (identifier) @skip . "." (identifier))
(service_definition "extends" (identifier) @skip . "." (identifier))
(annotation_definition) @skip
