"""Detail: the lines of each file that a pack shows, and comparison with earlier packs."""
