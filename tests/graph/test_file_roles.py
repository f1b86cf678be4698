"""The role of a file, by its path."""

import pytest

from ctx_lsp.graph.file_roles import file_role, is_test_name


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("src/app.py", "source"),
        ("src/latest.py", "source"),
        ("src/contest.py", "source"),
        ("src/Manifest.java", "source"),
        ("tests/helpers.py", "test"),
        ("src/test_app.py", "test"),
        ("pkg/app_test.go", "test"),
        ("src/app.spec.ts", "test"),
        ("src/test/java/shop/CartTest.java", "test"),
        ("src/CartTests.cs", "test"),
        ("conftest.py", "test"),
        ("examples/hello.py", "example"),
        ("benches/run.rs", "example"),
        ("README.md", "docs"),
        ("docs/conf.yaml", "docs"),
        ("package.json", "data"),
        ("app.conf", "data"),
        ("packaging/app.service", "data"),
        (".editorconfig", "data"),
        ("src/App.csproj", "data"),
        ("docs/site.conf", "docs"),
        ("tests/app.conf", "test"),
        ("src/theme.ts", "source"),
        ("Makefile", "source"),
    ],
)
def test_role(path: str, role: str) -> None:
    assert file_role(path) == role


@pytest.mark.parametrize(
    ("qualname", "is_test"),
    [
        ("test_total", True),
        ("tests.finds_nothing", True),
        ("tests.Helper.new", True),
        ("TestCart.test_total", True),
        ("App.test_client", False),
        ("TestCart", False),
        ("testing", False),
        ("latest.find", False),
    ],
)
def test_names_of_tests(qualname: str, is_test: bool) -> None:
    assert is_test_name(qualname) == is_test
