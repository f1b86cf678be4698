"""The shared tier of the cache: derived data that a team keeps in a folder or in PostgreSQL.

The indexing layers use only `row_source`. This package does not interpret rows; it stores and reads bytes by key.
"""
