"""The dependency graph: entries of files, tables over them, name resolution, edges. Nothing is ranked here."""
