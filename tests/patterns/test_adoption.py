"""Adoption of alternatives: counts by files, the preferred one, conflicts, golden files and advice."""

import gc
from collections.abc import Mapping
from dataclasses import dataclass, replace
from weakref import ref

import pytest

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.patterns.adoption import IDLE_DAYS, Adoption, AdoptionIndex, Direction
from ctx_lsp.patterns.advice import PatternLine, advice_for, conflict_named
from ctx_lsp.patterns.departures import Departure, departures, without_migrations
from ctx_lsp.snapshot.host import Host
from ctx_lsp.syntax.words import terms
from ctx_lsp.text.source import SourceText
from tests.workspaces import files_of, snapshot_of

PYTHON = """\
=== app/errors.py
class Broken(Exception): ...
=== app/one.py
import httpx
from .errors import Broken
def one(): raise Broken()
=== app/two.py
from httpx import Client
def two(): raise ValueError("no")
=== app/three.py
import httpx._models
import logging
=== app/four.py
import requests
import logging
=== tests/test_one.py
import requests
from app.one import one
def test_one(): one()
=== examples/main.py
import requests
"""
GO = """\
=== a/a.go
package a
import "fmt"
import "log/slog"
func A() error { slog.Info("x"); return fmt.Errorf("no") }
=== a/a_test.go
package a_test
import ("testing"; "github.com/stretchr/testify/require")
func TestA(t *testing.T) { require.NoError(t, nil) }
"""
SCRIPT = """\
=== src/load-page.ts
import { readFile } from 'node:fs/promises'
import { z } from './schema.js'
class Broken extends Error {}
export async function load() { await fetch('x'); throw new Broken() }
=== src/schema.tsx
import fs from 'fs'
import x from '@/x'
export const z = 1
console.log(z)
"""
JAVA = """\
=== src/main/java/a/A.java
package a;
import org.slf4j.Logger;
import java.util.*;
record A(int x) { void f() { throw new IllegalStateException("no"); } }
=== src/test/java/a/ATest.java
package a;
import org.junit.jupiter.api.Test;
import static org.assertj.core.api.Assertions.assertThat;
class ATest { @Test void f() { assertThat(1); } }
"""
RUST = """\
=== src/lib.rs
use thiserror::Error;
use crate::other::f;
use std::sync::{Mutex, OnceLock};
fn g() { f().unwrap(); tracing::info!("x"); tokio::spawn(async {}); }
#[cfg(test)]
mod tests { use super::*; }
"""


def found(text: str) -> dict[str, dict[str, int]]:
    measured = AdoptionIndex().at(snapshot_of(text), CancelToken()).all()
    return {one.category: {each.name: each.files for each in one.alternatives} for one in measured}


def of(text: str, category: str) -> Adoption:
    return next(one for one in AdoptionIndex().at(snapshot_of(text), CancelToken()).all() if one.category == category)


def test_python() -> None:
    assert found(PYTHON) == {
        "errors": {"own exception types": 1, "built-in exceptions": 1},
        "http": {"httpx": 3, "requests": 1},
        "imports": {"relative imports": 1},
        "logging": {"logging": 2},
        "naming of test files": {"test_*.py": 1},
        "tests": {"test functions": 1},
    }


def test_other_languages() -> None:
    go = found(GO)
    assert (go["errors"], go["logging"]) == ({"fmt.Errorf": 1}, {"log/slog": 1})
    assert (go["assertions"], go["package of tests"]) == ({"testify/require": 1}, {"package *_test": 1})
    script = found(SCRIPT)
    assert (script["http"], script["errors"]) == ({"fetch": 1}, {"own error classes": 1})
    assert script["imports of Node"] == {"with node:": 1, "without node:": 1}
    assert script["imports"] == {"imports by alias": 1, "relative imports with an extension": 1}
    assert (script["logging"], script["naming of files"]) == ({"console": 1}, {"kebab-case": 1})
    java = found(JAVA)
    assert (java["logging"], java["tests"], java["assertions"]) == ({"SLF4J": 1}, {"JUnit 5": 1}, {"AssertJ": 1})
    assert (java["state"], java["errors"]) == ({"records": 1}, {"exceptions of the JDK": 1})
    assert java["imports"] == {"single-type imports": 1, "star imports": 1}
    rust = found(RUST)
    assert (rust["errors"], rust["async"], rust["logging"]) == ({"thiserror": 1}, {"tokio": 1}, {"tracing": 1})
    assert (rust["state"], rust["failing on errors"]) == ({"std::sync locks": 1}, {"unwrap": 1})
    assert rust["imports"] == {"crate::": 1, "super::": 1}


def test_a_value_that_is_raised_is_no_exception_type() -> None:
    text = "=== a.py\nclass A:\n    error = RuntimeError('no')\n    def f(self): raise self.error\n"
    assert "errors" not in found(text)


@pytest.mark.parametrize(
    ("thrown", "expected"),
    [
        ("TypeError('no')", {"built-in errors"}),
        ("Broken('no')", {"own error classes"}),
        ("errors.RangeError('no')", {"built-in errors"}),
        ("failed('no')", set()),
        ("Broken.of('no')", set()),
    ],
)
def test_errors_of_scripts_may_be_thrown_without_new(thrown: str, expected: set[str]) -> None:
    text = f"=== a.js\nclass Broken extends Error {{}}\nfunction f() {{ throw {thrown} }}\n"
    assert found(text).get("errors", {}).keys() == expected


def test_a_module_of_tests_may_be_another_file() -> None:
    module = "=== src/lib.rs\n#[cfg(test)]\nmod tests;\n=== src/tests.rs\nuse super::f;\n"
    rust = f"{module}=== src/a.rs\nuse super::tests_of;\n"
    assert found(rust)["tests"] == {"tests beside the code": 1, "tests in files of their own": 1}
    assert found(rust)["imports"] == {"super::": 1}, "the module of tests is no source file"


def test_a_folder_of_a_package_may_be_named_like_a_source_root() -> None:
    text = "".join(
        f"=== {path}\n{imported}\n"
        for path, imported in (
            ("src/shop/python/a.py", "import shop.b"),
            ("python/tools/src/kit/a.py", "from kit import b"),
            ("src/shop/c.py", "import python"),
        )
    )
    assert found(text)["imports"] == {"absolute imports": 2}


def test_tests_of_examples_do_not_count() -> None:
    text = "".join(
        f"=== {path}/test_{number}.py\nimport mock\n"
        for number, path in enumerate(("examples/demo/tests", "tests/examples", "benchmarks", "tests"))
    )
    assert found(text)["test doubles"] == {"unittest.mock": 3}


def test_an_alternative_without_an_import_is_known_by_its_full_name() -> None:
    field, call = "struct A { x: std::sync::Mutex<u8> }", "fn f() { std::sync::Mutex::new(1); }"
    value = "static X: std::sync::LazyLock<u8> = std::sync::LazyLock::new(|| 1);"
    rust = found(f"=== src/a.rs\n{field}\n=== src/b.rs\n{call}\n=== src/c.rs\n{value}\n")
    assert (rust["state"], rust["lazy values"]) == ({"std::sync locks": 2}, {"std::sync::OnceLock or LazyLock": 1})


def test_a_call_with_a_path_inside_a_crate_is_a_use_of_the_crate() -> None:
    calls = ("tokio::fs::read(1)", "tokio::select! {}", "tokio::spawn(g)", "tokiox::fs::read(1)", "f::tokio(1)")
    files = "".join(f"=== src/{number}.rs\nfn f() {{ {call}; }}\n" for number, call in enumerate(calls))
    assert found(files + "=== src/main.rs\n#[tokio::main]\nasync fn main() {}\n")["async"] == {"tokio": 3}


def test_calls_in_the_body_of_a_macro_count() -> None:
    macro = "macro_rules! m {{ ($x:expr) => {{ {} }} }}\n"
    value = "static A: std::sync::OnceLock<u8> = std::sync::OnceLock::new();"
    files = (value, 'anyhow::bail!("no {}", $x)', "// anyhow::bail!()\n", '"anyhow::bail!()"')
    rust = found("".join(f"=== src/{number}.rs\n{macro.format(text)}" for number, text in enumerate(files)))
    assert rust["errors"] == {"anyhow": 1}
    assert rust["lazy values"] == {"std::sync::OnceLock or LazyLock": 1}


def test_calls_of_methods_in_the_body_of_a_macro_count() -> None:
    bodies = ("$x.unwrap()", "let y: u8 = f(1).unwrap();", "{ T::g($x)\n.expect(1) }", "$x.unwrap", "// $x.unwrap()\n")
    files = "".join(
        f"=== src/{number}.rs\nmacro_rules! m {{ ($x:expr) => {{ {body} }} }}\n" for number, body in enumerate(bodies)
    )
    assert found(files)["failing on errors"] == {"unwrap": 2, "expect": 1}


def test_super_counts_in_a_function_of_an_inner_module() -> None:
    rust = "=== src/lib.rs\nmod inner { mod deep { fn f() { use super::X; } } }\n"
    other = "=== src/other.rs\nmod inner { fn f() { use crate::X; } }\n"
    assert found(rust + other)["imports"] == {"super::": 1, "crate::": 1}


@pytest.mark.parametrize(
    ("path", "text", "category", "count"),
    [
        ("a.rs", 'const A: &str = r#"fn f() -> "x" Box<dyn Error>"#;', "errors", 0),
        ("a.rs", 'const A: &str = "\\"Box<dyn Error>";', "errors", 0),
        ("a.rs", f'const A: &str = r#"{"x " * 90}Box<dyn Error>{" x" * 90}"#;', "errors", 0),
        ("a.rs", 'static A: Once<Box<dyn Error>> = f("");', "errors", 1),
        ("a.rs", 'fn f<I: Iterator<Item = &\'a str>>(a: I) -> Box<dyn Error> { "" }', "errors", 1),
        ("a.py", "PATTERN = 'Optional[x]'", "optional types", 0),
        ("a.py", 'def f(a="Optional[x]"): ...', "optional types", 0),
        ("a.py", 'A: "Optional[int]" = f("x")', "optional types", 1),
        ("a.py", 'def f(a="x", b: "Optional[int]" = None): ...', "optional types", 1),
        ("a.go", 'package a\n\nvar a = "sync.Mutex"', "state", 0),
        ("a.go", "package a\n\nvar a = `\nsync.Mutex`", "state", 0),
        ("a.go", "package a\n\nvar a = &sync.Mutex{}", "state", 1),
    ],
)
def test_texts_in_values_are_no_declarations(path: str, text: str, category: str, count: int) -> None:
    assert len(found(f"=== src/{path}\n{text}\n").get(category, {})) == count


def test_an_embedded_mutex_is_state() -> None:
    go = "=== a/a.go\npackage a\ntype A struct { sync.RWMutex }\n=== b/b.go\npackage b\ntype B struct { Mutex }\n"
    assert found(go)["state"] == {"mutexes": 1}


def test_code_of_a_documentation_website_does_not_count() -> None:
    own, site = "=== src/load-page.ts\nimport './a.js'\n", "=== website/src/homePage.tsx\nimport './a'\n"
    assert found(own + site)["naming of files"] == {"kebab-case": 1}
    assert found(own + site)["imports"] == {"relative imports with an extension": 1}


def test_the_usual_alternative_is_preferred_and_its_golden_files_use_no_other() -> None:
    http = of(PYTHON, "http")
    assert (http.files, http.preferred, http.conflict) == (4, "httpx", ())
    assert http.golden == ("app/one.py", "app/three.py")
    more = PYTHON + "".join(f"=== app/more{n}.py\nimport requests\n" for n in range(2))
    assert (of(more, "http").preferred, of(more, "http").conflict) == ("", ("httpx", "requests"))


@dataclass(frozen=True)
class KnownAges:
    """The days of the files that did not change lately, in a history named `tip`."""

    tip: str
    days: Mapping[str, float]

    @property
    def tips(self) -> tuple[str, ...]:
        return (self.tip,)

    def days_idle(self, path: str) -> float:
        return self.days.get(path, 0.0)


def test_golden_files_are_alive() -> None:
    index, snapshot = AdoptionIndex(), snapshot_of(PYTHON)

    def golden(tip: str, days: Mapping[str, float]) -> tuple[str, ...]:
        return index.at(snapshot, CancelToken(), KnownAges(tip, days)).of("python", "http").golden

    lately, long_ago = IDLE_DAYS, IDLE_DAYS + 1.0
    assert golden("a", {"app/one.py": lately}) == ("app/one.py", "app/three.py")
    assert golden("b", {"app/one.py": long_ago})[0] == "app/three.py"
    assert "app/one.py" not in golden("b", {"app/one.py": long_ago}), "there are three such files"
    assert golden("a", {"app/one.py": lately}) == ("app/one.py", "app/three.py"), "each history has its own"


def test_two_common_alternatives_of_a_complementary_category_are_no_conflict() -> None:
    text = "".join(f"=== app/m{n}.py\n@dataclass\nclass A: ...\nclass B(TypedDict): ...\n" for n in range(4))
    assert (of(text, "state").preferred, of(text, "state").conflict) == ("", ())
    tested = "use crate::x;\nfn f() {}\nmod tests { use super::*; }\n"
    rust = "".join(f"=== src/{name}.rs\n{tested}" for name in "abc")
    assert (of(rust, "imports").preferred, of(rust, "imports").conflict) == ("", ()), "modules of tests have super::"


def test_advice_is_about_the_files_at_hand() -> None:
    adopted = AdoptionIndex().at(snapshot_of(PYTHON), CancelToken())
    assert advice_for(adopted, ["app/four.py"]) == (
        PatternLine("http: prefer httpx (3 of 4 files), as in app/one.py", "app/one.py"),
    )
    assert advice_for(adopted, ["app/one.py"]) == (
        PatternLine("http: prefer httpx (3 of 4 files), as in app/three.py", "app/three.py"),
    )
    assert advice_for(adopted, ["app/errors.py"]) == ()
    assert len(advice_for(adopted, ["app/errors.py"], ["http"])) == 1


def test_advice_names_alternatives_in_conflict() -> None:
    text = "".join(f"=== app/{name}{n}.py\nimport {name}\n" for name in ("httpx", "requests") for n in range(3))
    two = AdoptionIndex().at(snapshot_of(text), CancelToken())
    assert advice_for(two, ["app/httpx1.py"]) == (
        PatternLine("http: httpx (3) and requests (3) are both in use, in 6 files", ""),
    )
    decision = "decide what to use for http: httpx (3) and requests (3) are both in use"
    assert conflict_named(two, ["app/httpx1.py"], terms("HTTP retries")) == decision
    assert conflict_named(two, ["app/httpx1.py"], terms("retries")) == ""
    three = AdoptionIndex().at(snapshot_of(text + text.replace("requests", "aiohttp")), CancelToken())
    assert advice_for(three, ["app/httpx1.py"]) == (
        PatternLine("http: aiohttp (3), httpx (3) and requests (3) are all in use, in 9 files", ""),
    )


@pytest.mark.parametrize(
    ("task", "is_needed"),
    [("add a test double", True), ("add a test for the cart", False), ("double the price", False)],
)
def test_a_task_needs_a_decision_if_it_names_all_of_a_category(task: str, is_needed: bool) -> None:
    texts = ("from unittest.mock import Mock\n", "def test_it(mocker): ...\n")
    text = "".join(f"=== tests/test_{n}.py\n{texts[n % 2]}" for n in range(6))
    decision = conflict_named(AdoptionIndex().at(snapshot_of(text), CancelToken()), ["tests/test_1.py"], terms(task))
    assert bool(decision) is is_needed


def test_a_category_is_named_by_its_stem() -> None:
    text = "".join(f"=== app/{name}{n}.py\nimport {name}\n" for name in ("logging", "structlog") for n in range(3))
    adopted = AdoptionIndex().at(snapshot_of(text), CancelToken())
    assert "logging" in conflict_named(adopted, ["app/logging1.py"], terms("add logging"))


def test_departures_are_rare_uses_in_changed_lines() -> None:
    text = (
        "".join(f"=== app/m{n}.py\nimport httpx\n" for n in range(12))
        + "=== app/new.py\nimport os\n\nimport requests\n"
    )
    adopted = AdoptionIndex().at(snapshot_of(text), CancelToken())
    (found,) = departures(adopted, "app/new.py", ((0, 3),))
    assert (found.line, found.used, found.usual, found.files, found.of) == (2, "requests", "httpx", 12, 12)
    assert found.message == "http: requests is unusual here; 12 of 12 files use httpx. See app/m0.py."
    assert not list(departures(adopted, "app/new.py", ((0, 2),))), "the line has not changed"
    assert not list(departures(adopted, "app/m0.py", ((0, 3),)))
    cancelled = CancelToken()
    cancelled.cancel()
    stopped = replace(adopted, token=cancelled)
    with pytest.raises(Cancelled):
        list(departures(stopped, "app/new.py", ((0, 3),)))
    assert not list(departures(stopped, "app/new.py", ((0, 2),))), "no other file is read for unchanged lines"
    few = "".join(f"=== app/m{n}.py\nimport httpx\n" for n in range(4)) + "=== app/new.py\nimport requests\n"
    assert not list(departures(AdoptionIndex().at(snapshot_of(few), CancelToken()), "app/new.py", ((0, 3),)))


def test_a_departure_has_the_place_of_the_name_that_shows_it() -> None:
    usual = "".join(f"=== app/m{n}.py\nimport httpx\nclass Tax{n}(Exception): ...\n" for n in range(12))
    for text, shown in [
        ("from requests import requests2\n", "requests"),
        ("import os\n\nclass Broken(RuntimeError): ...\n\ndef f():\n    import  requests as r\n", "requests"),
    ]:
        adopted = AdoptionIndex().at(snapshot_of(f"{usual}=== app/new.py\n{text}"), CancelToken())
        (one,) = (one for one in departures(adopted, "app/new.py", ((0, 9),)) if one.category == "http")
        assert text[one.start : one.end] == shown
        assert text[: one.start].endswith(("from ", "import  "))
        assert text[: one.start].count("\n") == one.line


def test_an_alternative_that_a_team_moves_to_is_no_departure() -> None:
    one = Departure("app/new.py", 2, 18, 26, "http", "requests", "httpx", 12, 12, "", "python")

    def left(**known: Direction) -> list[str]:
        found = without_migrations([one], {("python", ("http", name)): trend for name, trend in known.items()})
        return [each.trend for each in found]

    assert left() == left(requests="declining") == [""]
    assert left(httpx="rising") == ["rising"]
    assert left(requests="rising") == left(httpx="declining") == []
    assert replace(one, trend="rising").message.endswith("; 12 of 12 files use httpx (rising).")


def test_an_index_that_follows_edits_equals_a_fresh_one() -> None:
    host, index = Host(), AdoptionIndex()
    texts = files_of(PYTHON)
    changes: list[dict[str, SourceText | None]] = [
        {**texts},
        {**files_of("=== app/two.py\nimport requests\n")},
        {**files_of("=== app/errors.py\nBroken = RuntimeError\n")},
        {**files_of("=== app/errors.py\nclass Broken(Exception): ...\n")},
        {**files_of("=== app/errors.py\nclass Other(Exception): ...\n")},
        {"app/one.py": None},
        {**files_of("=== app/one.py\nimport httpx\n")},
    ]
    for change in changes:
        host.apply(change)
        host.resolve()
        snapshot = host.snapshot(len(host.files))
        assert index.at(snapshot, CancelToken()).all() == AdoptionIndex().at(snapshot, CancelToken()).all()


def test_a_snapshot_is_measured_once_and_not_kept() -> None:
    index, snapshot = AdoptionIndex(), replace(snapshot_of(PYTHON))  # not the one that is kept for all tests
    first = index.at(snapshot, CancelToken())
    assert first.all()
    cancelled = CancelToken()
    cancelled.cancel()
    again = index.at(snapshot, cancelled)
    assert again.all() == first.all(), "nothing that checks the token is computed again"
    same_files = index.at(replace(snapshot, revision=99), CancelToken())
    assert same_files.known_golden is first.known_golden
    with pytest.raises(Cancelled):
        index.at(snapshot_of(GO), cancelled)
    kept = ref(snapshot)
    del snapshot, first, again
    gc.collect()
    assert kept() is None


def test_a_request_that_waits_for_another_can_be_cancelled() -> None:
    index, token = AdoptionIndex(), CancelToken()
    with index._lock:
        token.cancel()
        with pytest.raises(Cancelled):
            index.at(snapshot_of(GO), token)


def test_golden_files_are_looked_for_only_if_they_are_shown() -> None:
    imports = "import httpx\nimport logging\nfrom .m0 import x\n"
    tests = "".join(f"=== tests/test_{n}.py\nimport pytest\ndef test_one(): raise ValueError\n" for n in range(4))
    snapshot = snapshot_of("".join(f"=== app/m{n}.py\n{imports}" for n in range(5)) + tests)
    adopted = AdoptionIndex().at(snapshot, CancelToken())
    preferred = {category for category, one in adopted.preferences["python"].items() if one.preferred}
    assert len(preferred) > 3
    assert len(advice_for(adopted, ["app/m1.py", "tests/test_1.py"])) == 3
    assert {category for _, (category, _), _ in adopted.known_golden} < preferred
