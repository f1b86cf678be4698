"""Detail: the lines of each file that a pack shows, and how they compare with earlier packs."""
