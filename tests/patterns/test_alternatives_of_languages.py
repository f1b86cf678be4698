"""Alternatives of Ruby, and those that the languages of the JVM share."""

import pytest

from tests.patterns.test_adoption import found

RUBY = """\
=== lib/a.rb
require 'net/http'
require 'json'
class Broken < StandardError; end
def one
  raise Broken
end
def two
  raise ArgumentError, 'no'
end
=== lib/b.rb
def three
  raise Broken, 'no'
  raise ArgumentError.new('no')
  Faraday.get('x')
end
=== spec/a_spec.rb
require 'rspec'
RSpec.describe Broken do
end
=== test/a_test.rb
require 'minitest/autorun'
class ATest < Minitest::Test
end
=== test/test_b.rb
class TestB < Test::Unit::TestCase
end
"""


def test_languages_of_the_jvm_share_libraries() -> None:
    kotlin = found(
        "=== src/main/kotlin/A.kt\nimport a.b.C\nimport org.slf4j.Logger\nimport a.d.*\nclass A\n"
        "=== src/test/kotlin/ATest.kt\nimport org.junit.jupiter.api.Test\nimport io.mockk.mockk\nclass ATest\n"
        "=== src/main/scala/S.scala\nimport a.b._\nimport a.E\n"
    )
    assert kotlin["imports"] == {"single-type imports": 2, "star imports": 2}
    assert (kotlin["logging"], kotlin["tests"], kotlin["test doubles"]) == ({"SLF4J": 1}, {"JUnit 5": 1}, {"MockK": 1})


def test_ruby() -> None:
    ruby = found(RUBY)
    assert ruby == {
        "errors": {"built-in exceptions": 2, "own exception types": 2},
        "http": {"Faraday": 1, "net/http": 1},
        "json": {"json": 1},
        "naming of test files": {"*_spec.rb": 1, "*_test.rb": 1, "test_*.rb": 1},
        "tests": {"Minitest classes": 1, "RSpec": 1, "test-unit": 1},
    }


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("spec/a_spec.rb", "describe A do\nend\n", "RSpec"),
        ("spec/a_spec.rb", "require 'minitest/autorun'\ndescribe A do\nend\n", "Minitest specs"),
        ("test/a_test.rb", "require_relative '../test_helper'\ndescribe A do\nend\n", "Minitest specs"),
        ("spec/a_spec.rb", "require 'spec_helper'\ndescribe A do\n  _(x).must_equal 1\nend\n", "Minitest specs"),
        ("spec/a_spec.rb", "require 'test_helper'\nexpect(x).to eq(1)\n", "RSpec"),
        ("test/a_test.rb", "require 'minitest/autorun'\nclass A < Minitest::Test\nend\n", "Minitest classes"),
        ("test/a_test.rb", "class A < ActionDispatch::IntegrationTest\nend\n", "Minitest classes"),
        ("test/a_test.rb", "class A < ActionController::TestCase\nend\n", "Minitest classes"),
        ("src/test/scala/A.scala", "import org.scalatest.funsuite.AnyFunSuite\n", "ScalaTest"),
        ("src/test/scala/A.scala", "import org.scalatest.{FunSuite, Matchers}\n", "ScalaTest"),
        ("src/test/scala/A.scala", "class A extends munit.FunSuite\n", "MUnit"),
        ("src/test/scala/A.scala", "import org.specs2.mutable._\n", "specs2"),
        ("src/test/scala/A.scala", "import org.junit.Test\n", "JUnit 4"),
        ("src/test/kotlin/A.kt", "import kotlin.test.*\n", "kotlin.test"),
        ("src/test/kotlin/A.kt", "import kotlin.test.Test\n", "kotlin.test"),
        ("src/test/kotlin/A.kt", "import kotlin.test.assertEquals\nimport org.junit.Test\n", "JUnit 4"),
    ],
)
def test_each_test_framework_is_known(path: str, text: str, expected: str) -> None:
    assert found(f"=== {path}\n{text}")["tests"] == {expected: 1}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import kotlin.test.assertEquals\nfun f() { assertEquals(1, 1) }\n", {"kotlin.test assertions"}),
        ("import kotlin.test.*\nfun f() { assertEquals(1, 1) }\n", {"kotlin.test assertions"}),
        ("import kotlin.test.*\nfun f() { check(1) }\n", set()),
        ("import org.junit.Assert.assertEquals\nfun f() { assertEquals(1, 1) }\n", {"JUnit assertions"}),
    ],
)
def test_assertions_of_kotlin_are_imported_or_called(text: str, expected: set[str]) -> None:
    assert found(f"=== src/test/kotlin/A.kt\n{text}").get("assertions", {}).keys() == expected


def test_libraries_of_scala_count_beside_those_of_the_jvm() -> None:
    text = "=== src/main/scala/A.scala\nimport io.circe._\n=== src/main/scala/B.scala\nimport sttp.client3._\n"
    logger = "=== src/main/scala/C.scala\nimport com.typesafe.scalalogging.LazyLogging\nimport org.slf4j.MDC\n"
    scala = found(text + logger)
    assert (scala["json"], scala["http"]) == ({"circe": 1}, {"sttp": 1})
    assert scala["logging"] == {"scala-logging": 1, "SLF4J": 1}
