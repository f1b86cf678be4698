"""Outlines of files: definitions, nesting, imports, exports and documentation."""
