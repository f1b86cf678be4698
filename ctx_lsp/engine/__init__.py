"""A small incremental engine: inputs, memoised queries that record their reads, and early cut-off.

The engine knows nothing about source code.
"""
