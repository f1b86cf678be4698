"""Outlines of files: definitions, nesting, imports, exports, documentation."""
