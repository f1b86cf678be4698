"""Words in code that are evidence of a pattern, loaded from `words.toml`."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Words:
    """The values in `words.toml`. The fields are named after the tables and keys in the file."""

    abstract_modifiers: frozenset[str]
    abstract_decorators: frozenset[str]
    pure_virtual: re.Pattern[str]
    unwritten: re.Pattern[str]
    collection: str  # a regular expression for the name of a collection type
    each: str  # a regular expression for iteration over a collection without a loop statement
    neighbours: re.Pattern[str]
    visiting: re.Pattern[str]
    telling: re.Pattern[str]
    outcomes: re.Pattern[str]
    managing_decorators: frozenset[str]
    closing_bases: frozenset[str]
    closing: frozenset[str]
    commit: frozenset[str]
    rollback: frozenset[str]
    subscribe: re.Pattern[str]
    notify: re.Pattern[str]


@cache
def words() -> Words:
    """Load `words.toml` and compile its patterns. The result is cached."""
    data = tomllib.loads(resources.files("ctx_lsp.patterns").joinpath("words.toml").read_text("utf-8"))
    abstract, managing, observer = data["abstract"], data["context_manager"], data["observer"]
    return Words(
        abstract_modifiers=frozenset(abstract["modifiers"]),
        abstract_decorators=frozenset(abstract["decorators"]),
        pure_virtual=re.compile(abstract["pure_virtual"]),
        unwritten=re.compile(abstract["unwritten"]),
        collection=data["collection"]["types"],
        each=data["collection"]["each"],
        neighbours=re.compile(data["delegation"]["neighbours"], re.IGNORECASE),
        visiting=re.compile(data["delegation"]["visiting"]),
        telling=re.compile(data["template"]["telling"], re.IGNORECASE),
        outcomes=re.compile(data["factory"]["outcomes"]),
        managing_decorators=frozenset(managing["decorators"]),
        closing_bases=frozenset(managing["closing_bases"]),
        closing=frozenset(managing["closing"]),
        commit=frozenset(data["unit_of_work"]["commit"]),
        rollback=frozenset(data["unit_of_work"]["rollback"]),
        subscribe=re.compile(observer["subscribe"]),
        notify=re.compile(observer["notify"]),
    )
