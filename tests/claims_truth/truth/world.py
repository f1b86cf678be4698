"""Everything that the compilers say of one package, in the terms of statements."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ctx_lsp.text.source import SourceText
from tests.claims_truth.truth import relations
from tests.claims_truth.truth.details import Detail, Details
from tests.claims_truth.truth.names import Symbol, find_symbols
from tests.claims_truth.truth.python_details import python_details
from tests.claims_truth.truth.typescript_details import typescript_details
from tests.graph_oracle.fetch import workspace
from tests.graph_oracle.loading import load
from tests.graph_oracle.npm_workspace import MANIFEST
from tests.graph_oracle.oracle import Oracle
from tests.graph_oracle.packages import Package

_WORD = re.compile(r"[A-Za-z_]\w*")
_TEST = re.compile(r"(?:^|/)(?:tests?|__tests__)/|[._]test\.\w+$|(?:^|/)test_\w+\.py$|\.spec\.")
_PROPERTY = ("property", ".setter")


@dataclass(frozen=True)
class World:
    """One package; names are spelled as in `Symbol.spelled`, paths are those of its workspace."""

    package: Package
    oracle: Oracle
    sources: Mapping[str, SourceText]
    details: Details
    commands: frozenset[str]  # of its manifest

    @cached_property
    def symbols(self) -> Mapping[str, Symbol]:
        """The symbols that documents can name."""
        found = find_symbols(self.oracle, self.sources)
        for spelled, one in found.items():
            detail = self.details.of.get((one.path, one.line, one.name))
            if detail is not None and any(name.endswith(_PROPERTY) for name in detail.decorators):
                found[spelled] = replace(one, noun="property")
        return found

    @cached_property
    def everything(self) -> str:
        """The text of all files."""
        return "\n".join(source.data.decode() for source in self.sources.values())

    @cached_property
    def words_of(self) -> Mapping[str, frozenset[str]]:
        """The words of each file."""
        return {path: frozenset(words(source.data.decode())) for path, source in self.sources.items()}

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of all files and folders."""
        return frozenset().union(*self.words_of.values(), *map(words, self.sources))

    @cached_property
    def words_by_name(self) -> Mapping[str, frozenset[str]]:
        """The words in all definitions of a function or a method with a name."""
        found: dict[str, set[str]] = {}
        for one in self.symbols.values():
            if one.kind in ("function", "method"):
                found.setdefault(one.name, set()).update(words(self.text(one.spelled)))
        return {name: frozenset(held) for name, held in found.items()}

    @cached_property
    def calls(self) -> relations.Graph:
        """The functions that each function calls."""
        return relations.calls(self.oracle, self.symbols, self.sources)

    @cached_property
    def ancestors(self) -> relations.Graph:
        """All base types of each type."""
        return relations.ancestors(self.oracle, self.symbols)

    @cached_property
    def bases(self) -> relations.Graph:
        """The base types that each type names itself."""
        return relations.direct_bases(self.ancestors, self.symbols, self.sources)

    @cached_property
    def members(self) -> Mapping[str, frozenset[str]]:
        """The names of each type's own members."""
        found: dict[str, set[str]] = {}
        for one in self.symbols.values():
            if one.owner:
                found.setdefault(one.owner, set()).add(one.name)
        return {owner: frozenset(names) for owner, names in found.items()}

    @cached_property
    def tests(self) -> Mapping[str, frozenset[str]]:
        """The symbols that each test file uses."""
        spelled = {one.id: one.spelled for one in self.symbols.values() if not is_test(one.path)}
        found: dict[str, set[str]] = {}
        for (path, _), ids in self.oracle.at.items():
            if is_test(path):
                found.setdefault(path, set()).update(spelled[one] for one in ids if one in spelled)
        return {path: frozenset(names) for path, names in found.items()}

    @cached_property
    def used(self) -> frozenset[str]:
        """The symbols that are referred to outside of their own extent."""
        owners = {one.id: one for one in self.symbols.values()}
        return frozenset(
            owners[symbol].spelled
            for (path, at), ids in self.oracle.at.items()
            for symbol in ids
            if symbol in owners
            and (path != owners[symbol].path or not owners[symbol].span[0] <= at < owners[symbol].span[1])
        )

    def detail(self, spelled: str) -> Detail | None:
        """The details of a symbol with one site."""
        one = self.symbols[spelled]
        return self.details.of.get((one.path, one.line, one.name)) if one.is_single else None

    def text(self, spelled: str) -> str:
        """The text of a definition."""
        one = self.symbols[spelled]
        return self.sources[one.path].slice(*one.span)


def load_world(package: Package) -> World:
    """Everything about a package, fetched and indexed if necessary."""
    oracle, sources = load(package)
    details = Details()
    if package.language == "python":
        details = python_details(sources)
    elif package.language == "typescript":
        details = typescript_details(package)
    manifest = workspace(package) / MANIFEST
    is_known = package.language == "typescript" and manifest.exists()
    scripts = json.loads(manifest.read_text("utf-8")).get("scripts", {}) if is_known else {}
    return World(package, oracle, sources, details, frozenset(scripts))


def is_test(path: str) -> bool:
    """Whether a path is one of a test."""
    return bool(_TEST.search(path))


def words(text: str) -> list[str]:
    """The words of a text that can be names."""
    return _WORD.findall(text)
