"""Package versions that lock files pin. The lock files of an importing file are read when a question needs them."""
