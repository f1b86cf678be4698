(alias (alias_name) @reference.read)
