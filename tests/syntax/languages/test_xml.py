"""XML: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, symbols

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
