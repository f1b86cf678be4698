"""Edges by convention: from tests to the code that they are named after, and from documents to the code they mention.

`resolve` builds the edges to the code that a test uses; `graph.file_roles` decides which files are tests.
"""

import re
from collections.abc import Iterator
from itertools import islice

from ctx_lsp.graph.edges import Edge
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.modules.files import module_stem
from ctx_lsp.graph.resolution.bindings import RatedDefinitions
from ctx_lsp.graph.resolution.visibility import family
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.reference import Reference

NAMED_LIKE = 0.6  # a test named after the definition that it tests
DOCUMENTED = 0.8  # a name in a document; divided by the number of definitions with that name
MAX_NAMESAKES = 3  # files that define a name; with more, the name is ambiguous
SHORTEST_NAME = 3  # characters; shorter names are mostly single letters without a meaning

_TEST_AFFIX = re.compile(r"^(?:tests?_)|(?:_tests?|_spec|[.-](?:test|spec)|(?<=[a-z0-9])(?:Tests?|Spec|IT))$")
_TEST_NAME = re.compile(r"^(?:tests?_?|should_?)(?=\w)|^(?:describe|suite|context) ", re.IGNORECASE)


def tests_by_name(lookups: Lookups) -> Iterator[Edge]:
    """Yield edges from a test file and its tests to the file and definitions that they are named after."""
    own = lookups.own
    stem = _TEST_AFFIX.sub("", own.path.rpartition("/")[2].rpartition(".")[0])
    if not stem or stem == module_stem(own.path):
        return
    tested = [path for path in lookups.modules(stem) if _is_source_of(own, path)]
    for path in tested if len(tested) <= MAX_NAMESAKES else ():
        yield Edge(own.path, path, "tests", NAMED_LIKE)
        for definition in own.definitions:
            named = _tested_definition(lookups, path, definition)
            if named is not None:
                yield Edge(definition.id, named.id, "tests", NAMED_LIKE)


def _is_source_of(test: FileEntry, path: str) -> bool:
    return file_role(path) == "source" and family(language_of(path)) == family(test.language)


def _tested_definition(lookups: Lookups, path: str, test: Definition) -> Definition | None:
    name = _TEST_AFFIX.sub("", _TEST_NAME.sub("", test.name))
    if not name or name == test.name:
        return None
    spellings = (name, name[0].lower() + name[1:], name[0].upper() + name[1:])
    return next((found for one in spellings if (found := lookups.symbol(path, one))), None)


def documented(lookups: Lookups, reference: Reference) -> RatedDefinitions:
    """Return the definitions that a name in a document can refer to; empty if too many files define the name."""
    name, receiver = reference.name, reference.receiver
    if len(name) < SHORTEST_NAME:
        return ()
    in_code = (path for path in lookups.defining(name) if language(language_of(path)).category == "code")
    paths = [*islice(in_code, MAX_NAMESAKES + 1)]  # in a large workspace, thousands of files define a common name
    if not 0 < len(paths) <= MAX_NAMESAKES:
        return ()
    qualnames = [f"{receiver}.{name}", f"{receiver.rpartition('.')[2]}.{name}", name] if receiver else [name]
    found = [
        definition
        for path in sorted(paths)
        if (definition := next((one for each in qualnames if (one := lookups.symbol(path, each))), None))
    ]
    return tuple((definition, DOCUMENTED / len(found)) for definition in found)
