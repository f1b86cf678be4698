"""References and types: uses of names, expressions, what is known of local values."""
