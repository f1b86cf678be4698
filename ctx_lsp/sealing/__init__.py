"""Encryption of stored and shared data: seals, and the sources of their keys.

Nothing here knows what the values are or where they are stored.
"""
