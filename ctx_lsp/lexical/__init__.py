"""BM25 search: weighted terms, immutable index segments and their merging, and commit messages."""
