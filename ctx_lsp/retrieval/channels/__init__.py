"""Channels that find candidates by text, meaning, name, line number or quoted phrase."""
