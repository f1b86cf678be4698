(message_or_enum_type (identifier) @reference.type .)
(extend (full_ident (identifier) @reference.type .))
(message_or_enum_type (identifier) @skip . (identifier))
(full_ident (identifier) @skip . (identifier))
