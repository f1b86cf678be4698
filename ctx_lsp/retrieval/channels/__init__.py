"""Candidate channels: text, meaning, names, places, quoted phrases."""
