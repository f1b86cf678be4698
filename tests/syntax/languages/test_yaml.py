"""YAML: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, references, symbols

YAML = """
# CI
name: ci
on: [push]
env: &defaults
  LEVEL: 1
jobs:
  build:
    runs-on: ubuntu
    steps:
      - uses: x
    env:
      <<: *defaults
      DEEP: 1
---
kind: Second
"""


def test_keys_of_yaml_nest() -> None:
    """A second document goes on with its keys; anchors are variables."""
    assert symbols("a.yaml", YAML) == expected("""
        Key name | name: ci | "CI"
        Key on | on: [push]
        Key env | env
        Variable env.defaults | &defaults
        Key env.LEVEL | LEVEL: 1
        Key jobs | jobs
        Key jobs.build | build
        Key jobs.build.runs-on | runs-on: ubuntu
        Key jobs.build.steps | steps
        Key jobs.build.env | env
        Key kind | kind: Second
    """)


def test_an_alias_reads_its_anchor() -> None:
    """The merge key is not a reference."""
    assert references("a.yaml", YAML) == expected("""
        read defaults in jobs.build.env
    """)
