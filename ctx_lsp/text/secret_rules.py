"""The rules that detect secrets, loaded from two tables: the vendored rules of gitleaks, and the product's own rules.

All expressions run on RE2 in linear time. With a backtracking engine, an adversarial text could block all threads for
minutes. `secrets` applies the rules.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import translate
from functools import cache
from importlib import resources
from typing import Any, Literal

from ctx_lsp.text.expressions import Expression, any_of, escape
from ctx_lsp.text.random_values import Degree, Randomness, read_randomness

FIRST_GROUP = -1  # the first non-empty group of a match, or the whole match if there is none


@dataclass(frozen=True, slots=True)
class Allowlist:
    """Exceptions to a rule.

    A match is ignored if an expression matches the text that `target` names, or if the secret contains a stop word.
    """

    target: Literal["secret", "match", "line"]
    expressions: tuple[Expression, ...]
    stop_words: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that detects secrets. `group` is the number of the match group that contains the secret.

    `needs` is the degree of randomness that the value must have, or None if any value will do. A `bare` rule finds
    values that are not quoted and could be expressions, so they must also contain a digit or a symbol.

    A `nameless` rule finds values that have no name. Such a value is a secret if it is unmistakable or its line has a
    word typical of secrets. It is never a secret if a word typical of digests is near. An `encoded` rule finds blocks
    of encoded data. Matches of both kinds of rules in certificates and other public blocks are ignored.
    """

    kind: str
    marks: tuple[bytes, ...]  # keywords in lower case; only texts that contain one of them can match
    expression: Expression
    group: int
    entropy: float
    needs: Degree | None
    bare: bool
    nameless: bool
    encoded: bool
    exceptions: tuple[Allowlist, ...]


@dataclass(frozen=True, slots=True)
class SecretRules:
    """The rules of both tables, the thresholds for random values, and the names of files that hold secrets."""

    rules: tuple[Rule, ...]
    randomness: Randomness
    context: Expression
    digests: Expression
    names: re.Pattern[str]
    exceptions: re.Pattern[str]
    folders: frozenset[str]
    marks: Any  # an RE2 set of all marks
    by_mark: Sequence[tuple[int, ...]]  # for each mark, the indices of the rules that have it

    def applicable(self, data: bytes) -> Iterator[Rule]:
        """Yield the rules with a mark (a literal text) that occurs in `data`, in the order of the tables."""
        found = self.marks.Match(data.lower()) or ()
        for number in sorted({rule for mark in found for rule in self.by_mark[mark]}):
            yield self.rules[number]


@cache
def load_rules() -> SecretRules:
    """Load the rules from both tables; the result is cached."""
    own, vendored = _table("secrets.toml"), _table("gitleaks/gitleaks.toml")
    values, files = own["values"], own["files"]
    # Drop the shared stop words (the alphabet and a sample UUID), because a real token may contain them.
    shared = replace(_exception(vendored["allowlist"]), stop_words=())
    rules = [_own_rule(row, values["fragments"], values["marks"]["word_marks"]) for row in own["rule"]]
    unused = own["vendored"]["unused"]
    rules += [_vendored_rule(row, shared) for row in vendored["rules"] if row["id"] not in unused and "path" not in row]
    marks = sorted({mark for rule in rules for mark in rule.marks})
    return SecretRules(
        rules=tuple(rules),
        randomness=read_randomness(values),
        context=Expression(values["context"]),
        digests=Expression(values["digests"]),
        names=_any_of(files["names"]),
        exceptions=_any_of(files["except"]),
        folders=frozenset(files["folders"]),
        marks=any_of(marks),
        by_mark=[tuple(n for n, rule in enumerate(rules) if mark in rule.marks) for mark in marks],
    )


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("ctx_lsp.text").joinpath(name).read_text("utf-8"))


def _own_rule(row: Mapping[str, Any], fragments: Mapping[str, str], word_marks: Sequence[str]) -> Rule:
    """Parse a rule of `secrets.toml`.

    In the pattern, `@name@` is replaced with the fragment of this name in `fragments`. A rule without marks or prefixes
    of its own has the marks `word_marks`. A value that the rule finds must look random if the rule has a group `value`
    or a key `needs`.
    """
    prefixes = row.get("prefixes", ())
    text = row["pattern"].replace("@prefixes@", f"(?:{'|'.join(map(escape, prefixes))})")
    for name, fragment in fragments.items():
        text = text.replace(f"@{name}@", fragment)
    marks = tuple(mark.encode() for mark in row.get("marks", prefixes or word_marks))
    return Rule(
        kind=row["kind"],
        marks=marks,
        expression=Expression(text),
        group=FIRST_GROUP if "(?P<" in text else 0,
        entropy=0.0,
        needs=row.get("needs", "plausible" if "(?P<value>" in text else None),
        bare=row.get("bare", False),
        nameless=row.get("nameless", False),
        encoded=row.get("encoded", False),
        exceptions=(),
    )


def _vendored_rule(row: Mapping[str, Any], shared: Allowlist) -> Rule:
    expression = Expression(row["regex"])
    return Rule(
        kind=f"a secret ({row['id'].replace('-', ' ')})",
        marks=tuple(mark.lower().encode() for mark in row["keywords"]),
        expression=expression,
        group=row.get("secretGroup", FIRST_GROUP),
        entropy=row.get("entropy", 0.0),
        needs=None,
        bare=False,
        nameless=False,
        encoded=False,
        exceptions=(shared, *map(_exception, row.get("allowlists", ()))),
    )


def _exception(row: Mapping[str, Any]) -> Allowlist:
    """Parse an allowlist of gitleaks. Exceptions for paths are ignored, because rules do not know a text's path."""
    return Allowlist(
        target=row.get("regexTarget", "secret"),
        expressions=tuple(map(Expression, row.get("regexes", ()))),
        stop_words=tuple(word.lower().encode() for word in row.get("stopwords", ())),
    )


def _any_of(globs: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(translate, globs)))
