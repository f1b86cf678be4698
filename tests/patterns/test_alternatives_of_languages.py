"""Alternatives of Ruby, and those that the languages of the JVM share."""

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
