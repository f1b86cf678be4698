"""A small red-green engine: inputs, memoised queries with recorded reads, early cut-off. It knows nothing of code."""
