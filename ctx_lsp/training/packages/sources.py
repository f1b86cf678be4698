"""The files of an unpacked package that its own authors wrote, with the definitions in these files."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ctx_lsp.graph.file_roles import FileRole, file_role
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.facts import facts_from_rows, parsed_text, rules_for
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.syntax.parser import parse
from ctx_lsp.syntax.rows import find_rows
from ctx_lsp.text import generated
from ctx_lsp.text.decode import decode
from ctx_lsp.text.source import SourceText
from ctx_lsp.training.packages.recipe import hash_share
from ctx_lsp.training.pairs.words import word_list

LONGEST_LINE = 400  # bytes on average; longer lines suggest minified code
_COMPILED = word_list("compiled_folders")
_BUILD_FILES = word_list("build_files")
_VENDORED = re.compile(
    r"vendor|third.?party|extern(?:al)?s?\Z|node_modules|bundled|contrib\Z|deps\Z|submodules|_deps\Z"
)
_DECLARATIONS = (".d.ts", ".d.mts", ".d.cts", ".flow.js", ".pyi")


@dataclass(frozen=True)
class Source:
    """A file with its text, its facts and its definitions."""

    path: str
    source: SourceText
    facts: FileFacts
    definitions: Definitions

    @property
    def language(self) -> str:
        """The name of the file's language."""
        return self.facts.outline.language

    @cached_property
    def role(self) -> FileRole:
        """The role of the file: source, test, example or documentation."""
        return file_role(self.path)


def own_paths(folder: Path, *, with_compiled: bool = False) -> list[str]:
    """Return the paths of a package's own files (see `is_foreign`), in a pseudo-random order that is always the same.

    Compiled code in npm packages is included only if `with_compiled` is set.
    """
    paths = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    is_npm = folder.name.startswith("npm--") and not with_compiled
    compiled = _COMPILED if is_npm else frozenset[str]()
    if is_npm and any(path.startswith("src/") for path in paths):
        compiled |= {"lib"}
    own = (path for path in paths if not is_foreign(path, compiled))
    return sorted(own, key=hash_share)


def is_foreign(path: str, compiled: frozenset[str] = frozenset()) -> bool:
    """Return whether a path suggests a vendored or generated file, or is in a folder for compiled code.

    `compiled` holds the names of such folders.
    """
    *folders, name = path.split("/")
    if generated.file_reason(name) or path.endswith(_DECLARATIONS) or name.lower() in _BUILD_FILES:
        return True
    lowered = [folder.lower() for folder in folders]
    if any(generated.folder_reason(folder) or _VENDORED.match(folder) for folder in lowered):
        return True
    return any(folder.partition(".")[0] in compiled for folder in lowered)


def read_source(folder: Path, path: str) -> Source | None:
    """Read and parse a file. Returns None if it is not code, is generated, or its language has no definitions."""
    return parse_source(path, (folder / path).read_bytes())


def parse_source(path: str, content: bytes) -> Source | None:
    """Parse the content of a file. Returns None in the same cases as `read_source`."""
    source = decode(content)
    if source is None or len(source.data) > LONGEST_LINE * source.line_count or _is_generated(source):
        return None
    row = language(language_of(path, source))
    rules = rules_for(row.name, source) if row.category == "code" else None
    if rules is None or not row.grammar or rules.embedded:
        return None
    tree = parse(row.grammar, parsed_text(source, rules))
    if tree is None:
        return None
    found = facts_from_rows(row.name, source.data, tree, find_rows(tree, rules), rules)
    return Source(path, source, found.facts, found.definitions)


def own_sources(folder: Path, most_bytes: int) -> Iterator[Source]:
    """Yield a package's own files until more than `most_bytes` bytes have been read."""
    taken = 0
    for path in own_paths(folder):
        read = read_source(folder, path)
        if read is None:
            continue
        yield read
        taken += len(read.source.data)
        if taken > most_bytes:
            return


def _is_generated(source: SourceText) -> bool:
    head = source.data[:2000]
    return generated.is_marked(head) or b"DO NOT EDIT" in head or b"do not edit" in head
