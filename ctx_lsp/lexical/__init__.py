"""BM25 search: weighted terms, immutable segments and how they are merged, and commit messages."""
