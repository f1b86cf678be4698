"""References and types: uses of names, access paths, bindings of local names, and normal forms of types."""
