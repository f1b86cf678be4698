"""The dependency graph: file entries, tables over all entries, name resolution and edges. Nothing is ranked here."""
