"""The role of a file, by its path."""

import pytest

from ctx_lsp.graph.file_roles import file_role, is_project_code, is_test_name


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
        ("src/cart/tests.rs", "test"),
        ("src/cmd/test.rs", "source"),
        ("src/shop/tests.py", "source"),
        ("app/routes/tests.ts", "source"),
        ("docs/tests.md", "docs"),
        ("requirements/tests.txt", "docs"),
        (".github/workflows/tests.yml", "data"),
        ("templates/tests.html", "data"),
        ("examples/hello.py", "example"),
        ("benches/run.rs", "example"),
        ("benchmark/src/run.rs", "example"),
        ("src/shop/examples/cart.py", "example"),
        ("src/benchmark/run.rs", "source"),
        ("src/main/java/com/example/demo/Cart.java", "source"),
        ("lib/demo/cart.rb", "source"),
        ("poet/src/main/java/poet/TypeSpec.java", "source"),
        ("poet/src/commonMain/kotlin/poet/TypeSpec.kt", "source"),
        ("framework/src/main/java/framework/test/Runner.java", "source"),
        ("framework-testing/src/main/java/framework/testing/Runner.java", "test"),
        ("test-shop/src/main/java/com/example/Cart.java", "example"),
        ("src/test/resources/project/src/main/java/test/Cart.java", "test"),
        ("src/main/window.test.ts", "test"),
        ("src/domain/CartSpec.scala", "test"),
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
        ("CMakeLists.txt", "source"),
        ("man/man1/tool.1", "docs"),
        ("CHANGES", "docs"),
        ("LICENSE-MIT", "docs"),
        ("bin/run", "source"),
        ("gradlew.bat", "source"),
        ("views/cart.hbs", "source"),
        ("config.h.in", "source"),
        ("script.py.mako", "source"),
        ("templates/_helpers.tpl", "source"),
        ("nginx.conf.j2", "data"),
        ("phpunit.xml.dist", "data"),
        ("certificate.pem", "data"),
        ("shop/py.typed", "data"),
        (".gitignore", "data"),
        ("contrib/completions/_tool", "data"),
        ("contrib/completions/tool.fish", "data"),
        ("command/completion/functions.go", "source"),
    ],
)
def test_role(path: str, role: str) -> None:
    assert file_role(path) == role


@pytest.mark.parametrize(
    ("path", "is_own"),
    [
        ("src/cart.ts", True),
        ("test/cart.test.ts", True),
        ("shop/docs.py", True),
        ("src/docs/page.ts", True),  # below a source folder, the name denotes a part of the program
        ("shop/site/views.py", True),
        ("site/src/pages/index.tsx", False),
        ("website/docusaurus.config.js", False),
        ("apps/docs/app/page.tsx", False),
        ("packages/shop/docs/app/page.tsx", False),
        ("packages/shop/api/docs/views.ts", True),
        ("backend/docs/models.py", True),
        ("google/docs/api.py", True),
        ("docs/conf.py", False),
        ("examples/cart.py", False),
        ("examples/shop/tests/test_cart.py", False),
        ("example/src/test/java/shop/CartTest.java", False),
        ("src/examples/test_cart.py", False),
        ("lib/examples/cart.test.js", False),
        ("src/main/java/com/example/demo/CartTest.java", True),
        ("tests/examples/test_cart.py", True),
        ("Shop.Tests/Samples/CartTests.cs", True),
        ("integration-tests/examples/cart_test.go", True),
        ("shop.test/example/cart_test.go", True),
        ("benchmarks/test_cart.py", True),
        ("package.json", False),
    ],
)
def test_project_code(path: str, is_own: bool) -> None:
    assert is_project_code(path) == is_own


@pytest.mark.parametrize(
    ("qualname", "is_test"),
    [
        ("test_total", True),
        ("tests.finds_nothing", True),
        ("tests.Helper.new", True),
        ("TestCart.test_total", True),
        ("App.test_client", False),
        ("Adapter.Test.call", False),
        ("TestCart", False),
        ("testing", False),
        ("latest.find", False),
    ],
)
def test_names_of_tests(qualname: str, is_test: bool) -> None:
    assert is_test_name(qualname) == is_test
