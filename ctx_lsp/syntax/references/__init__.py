"""References and types: uses of names, access paths, bindings of local names, normal forms of types."""
