"""A small red-green engine: inputs, memoised queries that record their reads, early cut-off. Independent of code."""
