"""The rules that detect secrets, loaded from two tables: the vendored rules of gitleaks, and the product's own rules.

All expressions run on RE2 in linear time. With a backtracking engine, an adversarial text could block all threads for
minutes. `secrets` applies the rules.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import translate
from functools import cache
from importlib import resources
from math import log2
from typing import Any, Literal

from ctx_lsp.text.expressions import Expression, any_of

_CLASSES = tuple(map(re.compile, (b"[a-z]", b"[A-Z]", b"[0-9]", rb"[^a-zA-Z0-9_.\-]")))
_DIGIT_OR_SIGN = re.compile(rb"[\d!@#%^&*+/=~]")
FIRST_GROUP = -1  # the first non-empty group of a match, or the whole match if there is none


@dataclass(frozen=True, slots=True)
class Allowlist:
    """Exceptions to a rule. A match is ignored if an expression matches the `target` or the value has a stop word."""

    target: Literal["secret", "match", "line"]
    expressions: tuple[Expression, ...]
    stop_words: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that detects secrets. `group` is the number of the match group that holds the secret.

    A match of a `guessed` rule counts only if the value looks random. The values of a `bare` rule are not quoted and
    could be expressions, so they must also contain a digit or a symbol.
    """

    kind: str
    marks: tuple[bytes, ...]  # keywords in lower case; only texts that contain one of them can match
    expression: Expression
    group: int
    entropy: float
    guessed: bool
    bare: bool
    exceptions: tuple[Allowlist, ...]


@dataclass(frozen=True, slots=True)
class SecretRules:
    """The rules of both tables, the thresholds for random values, and the names of files that hold secrets."""

    rules: tuple[Rule, ...]
    least_length: int
    least_entropy: float
    least_classes: int
    placeholder: Expression
    names: re.Pattern[str]
    exceptions: re.Pattern[str]
    folders: frozenset[str]
    marks: Any  # an RE2 set of all marks
    by_mark: Sequence[tuple[int, ...]]  # for each mark, the indices of the rules that have it

    def applicable(self, data: bytes) -> Iterator[Rule]:
        """Yield the rules whose marks occur in `data`, in the order of the tables."""
        found = self.marks.Match(data.lower()) or ()
        for number in sorted({rule for mark in found for rule in self.by_mark[mark]}):
            yield self.rules[number]

    def looks_random(self, value: bytes, is_bare: bool) -> bool:
        """Return whether a value looks random enough to be a secret."""
        if is_bare and not _DIGIT_OR_SIGN.search(value):
            return False
        if len(value) < self.least_length or self.placeholder.occurs(value):
            return False
        classes = len({c for c in _CLASSES if c.search(value)})
        return classes >= self.least_classes and entropy(value) >= self.least_entropy


def entropy(value: bytes) -> float:
    """Return the entropy of `value` in bits per character, computed from the frequency of each character."""
    shares = [count / len(value) for count in Counter(value).values()]
    return -sum(share * log2(share) for share in shares)


@cache
def load_rules() -> SecretRules:
    """Load the rules from both tables; the result is cached."""
    own, vendored = _table("secrets.toml"), _table("gitleaks/gitleaks.toml")
    values, files = own["values"], own["files"]
    shared = _exception(vendored["allowlist"])
    rules = [_own_rule(row, values["fragments"]) for row in own["rule"]]
    unused = own["vendored"]["unused"]
    rules += [_vendored_rule(row, shared) for row in vendored["rules"] if row["id"] not in unused and "path" not in row]
    marks = sorted({mark for rule in rules for mark in rule.marks})
    return SecretRules(
        rules=tuple(rules),
        least_length=values["least_length"],
        least_entropy=values["least_entropy"],
        least_classes=values["least_classes"],
        placeholder=Expression(values["placeholder"]),
        names=_any_of(files["names"]),
        exceptions=_any_of(files["except"]),
        folders=frozenset(files["folders"]),
        marks=any_of(marks),
        by_mark=[tuple(n for n, rule in enumerate(rules) if mark in rule.marks) for mark in marks],
    )


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("ctx_lsp.text").joinpath(name).read_text("utf-8"))


def _own_rule(row: Mapping[str, Any], fragments: Mapping[str, str]) -> Rule:
    text = row["pattern"]
    for name, fragment in fragments.items():
        text = text.replace(f"@{name}@", fragment)
    marks = tuple(mark.encode() for mark in row["marks"])
    has_value = "(?P<value>" in text
    return Rule(row["kind"], marks, Expression(text), FIRST_GROUP, 0.0, has_value, row.get("bare", False), ())


def _vendored_rule(row: Mapping[str, Any], shared: Allowlist) -> Rule:
    expression = Expression(row["regex"])
    return Rule(
        kind=f"a secret ({row['id'].replace('-', ' ')})",
        marks=tuple(mark.lower().encode() for mark in row["keywords"]),
        expression=expression,
        group=row.get("secretGroup", FIRST_GROUP),
        entropy=row.get("entropy", 0.0),
        guessed=False,
        bare=False,
        exceptions=(shared, *map(_exception, row.get("allowlists", ()))),
    )


def _exception(row: Mapping[str, Any]) -> Allowlist:
    """Parse an allowlist. Exceptions for paths are ignored, because the rules do not know the path of a text."""
    return Allowlist(
        target=row.get("regexTarget", "secret"),
        expressions=tuple(map(Expression, row.get("regexes", ()))),
        stop_words=tuple(word.lower().encode() for word in row.get("stopwords", ())),
    )


def _any_of(globs: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(translate, globs)))
