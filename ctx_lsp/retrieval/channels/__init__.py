"""Channels that find candidates: by text, meaning, names, places and quoted phrases."""
