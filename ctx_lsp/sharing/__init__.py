"""Shared derivations: a second tier of the cache, which a team keeps in a folder or in PostgreSQL.

Only `row_source` is known to the layers that index. Nothing here knows what a row means; it moves bytes by key.
"""
