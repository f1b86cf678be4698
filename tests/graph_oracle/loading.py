"""Loads a package: its compiler's index and its source, fetched and indexed if necessary."""

from collections.abc import Callable, Mapping

from ctx_lsp.text.source import SourceText
from tests.graph_oracle.clang_index import clang_documents
from tests.graph_oracle.fetch import index_file, source_files
from tests.graph_oracle.go_types import go_documents
from tests.graph_oracle.javac import java_documents
from tests.graph_oracle.oracle import Oracle, make_oracle
from tests.graph_oracle.packages import Language, Package
from tests.graph_oracle.scip import Document, read_index

# The languages whose compiler is asked; the others have an indexer.
COMPILERS: Mapping[Language, Callable[[Package], list[Document]]] = {
    "go": go_documents,
    "java": java_documents,
    "c": clang_documents,
    "cpp": clang_documents,
}


def load(package: Package) -> tuple[Oracle, dict[str, SourceText]]:
    """The oracle of a package, and its source by path. Ends the program if the index does not match the source."""
    ask = COMPILERS.get(package.language)
    documents = ask(package) if ask else read_index(index_file(package).read_bytes())
    sources = {path: SourceText(data) for path, data in source_files(package).items()}
    oracle = make_oracle(documents, sources)
    if not oracle.paths:
        raise SystemExit(f"the index of {package.name} has none of its files: remove its folder below the cache")
    return oracle, sources
