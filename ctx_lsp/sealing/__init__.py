"""Encryption of what is stored or shared: seals, and the sources of their keys.

Nothing here knows what the values are or where they are stored.
"""
