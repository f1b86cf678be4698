"""Outlines: definitions, nesting, imports, exports, documentation."""
