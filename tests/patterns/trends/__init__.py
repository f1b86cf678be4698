"""Trends of alternatives on public histories.

`migrations.jsonl` holds commits whose subjects name a migration, found by reading the subjects of the repositories'
histories. `search.toml` has regular expressions that count files by text search in the trees, without this program:
they confirm which migrations were large enough to be seen, and choose the controls, whose shares hardly moved.

    python -m tests.patterns.trends MIRRORS [--kept FILE]

MIRRORS holds a git directory OWNER+NAME (or OWNER+NAME/repo) for each repository; FILE keeps the outcomes, so that a
run can be continued.
"""
