"""BM25: weighted terms, immutable segments and their merging, commit messages."""
