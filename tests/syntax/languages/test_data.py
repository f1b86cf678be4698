"""JSON, YAML, TOML, XML, INI and properties: what the queries find in small texts."""

from tests.syntax.languages.outlines import expected, references, symbols

JSON = """
{
  "name": "app",
  "scripts": {"build": "tsc", "test": "jest"},
  "config": {"deep": {"deeper": {"deepest": 1}}, "list": [{"inside": 1}]}
}
"""


def test_keys_of_json_nest() -> None:
    """Three levels, and none inside lists."""
    assert symbols("a.json", JSON) == expected("""
        Key name | "name": "app"
        Key scripts | "scripts"
        Key scripts.build | "build": "tsc"
        Key scripts.test | "test": "jest"
        Key config | "config"
        Key config.deep | "deep"
        Key config.deep.deeper | "deeper"
        Key config.list | "list"
    """)


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
    """The merge key is none."""
    assert references("a.yaml", YAML) == expected("""
        read defaults in jobs.build.env
    """)


TOML = """
title = "x"
[project]
name = "y"
version = "1"
[tool."a.b".c]
# The limit.
limit = 1
point = { x = 1 }
[[package]]
name = "p"
[[package]]
name = "q"
"""


def test_tables_and_keys_of_toml() -> None:
    """A list of tables has one name and no keys: its tables are records."""
    assert symbols("a.toml", TOML) == expected("""
        Key title | title = "x"
        Key project | [project]
        Key project.name | name = "y"
        Key project.version | version = "1"
        Key tool."a.b".c | [tool."a.b".c]
        Key tool."a.b".c.limit | limit = 1 | "The limit."
        Key tool."a.b".c.point | point = { x = 1 }
        Key package | [[package]]
    """)


XML = """
<?xml version="1.0"?>
<!-- c -->
<project xmlns="x">
  <artifactId>foo</artifactId>
  <dependencies><dependency name="w"><a/></dependency><bean id="q"/></dependencies>
</project>
"""


def test_elements_of_xml() -> None:
    """By their tags and by the names of their own."""
    assert symbols("a.xml", XML) == expected("""
        Key project | <project xmlns="x"> | "c"
        Key project.artifactId | <artifactId>
        Key project.dependencies | <dependencies>
        Key project.dependencies.dependency | <dependency name="w">
        Key project.dependencies.w | <dependency name="w">
        Key project.dependencies.bean | <bean id="q"/>
        Key project.dependencies.q | <bean id="q"/>
    """)


INI = """
top = 1
# Paths.
[server]
host = localhost
[tool:pytest]
addopts = -q
"""


def test_sections_and_settings() -> None:
    """Settings belong to their section."""
    assert symbols("a.ini", INI) == expected("""
        Key top | top = 1
        Key server | [server] | "Paths."
        Key server.host | host = localhost
        Key tool:pytest | [tool:pytest]
        Key tool:pytest.addopts | addopts = -q
    """)


PROPERTIES = """
# c
a.b=1
c: d
"""


def test_properties() -> None:
    """Whole keys."""
    assert symbols("a.properties", PROPERTIES) == expected("""
        Key a.b | a.b=1 | "c"
        Key c | c: d
    """)
