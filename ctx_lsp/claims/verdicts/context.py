"""The input that all judges share: lookups, the scope of a claim, and helpers to find files and build proofs."""

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from ctx_lsp.claims.mention_shapes import written_name, written_path
from ctx_lsp.claims.modality import is_code_of_others
from ctx_lsp.claims.model import Proof
from ctx_lsp.claims.names import MAX_MEANINGS, NameMeaning, Names, NameScope
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.model import SymbolSpan

_OWN_MODULES = (".", "/", "#", "@/", "~", "crate", "self", "super")  # imports of the workspace's own modules begin so


@dataclass(frozen=True)
class VerdictContext:
    """The name lookups and the scope with which a claim is judged.

    `sentence` is the claim's sentence as it stands in the document; it is empty if the sentence is known to be new.
    """

    names: Names
    scope: NameScope
    sentence: str = ""

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot that claims are compared with."""
        return self.names.snapshot

    @property
    def is_committed(self) -> bool:
        """Whether the newest commit has the sentence in the same document, or may have it because git fails."""
        return bool(self.sentence) and self.names.index.is_committed(self.scope.document, self.sentence) is not False

    def meaning(self, text: str) -> NameMeaning:
        """Return the meaning of a written name in the scope of the claim."""
        return self.names.meaning(text, self.scope)

    def definitions(self, text: str) -> tuple[Definition, ...]:
        """Return the definitions that a written name may refer to; empty if there are none or too many."""
        found = self.meaning(text).definitions
        return found if len(found) <= MAX_MEANINGS else ()

    def entry(self, definition: Definition) -> FileEntry:
        """Return the entry of the file that contains a definition."""
        return self.snapshot.files[definition.path]

    def span(self, definition: Definition) -> SymbolSpan:
        """Return the positions of a definition."""
        return self.entry(definition).facts.spans[definition.index]

    def are_of_tests(self, meanings: Iterable[Definition]) -> bool:
        """Return whether all meanings are in tests but the document is not. The name may then mean something else."""
        files = self.snapshot.files
        document = files.get(self.scope.document)
        is_test = document is not None and document.role == "test"
        return not is_test and all(files[one.path].role == "test" for one in meanings)

    def is_of_library(self, written: str, found: Iterable[Definition]) -> bool:
        """Return whether a name without a dot may mean something of a library, because a file imports it from one.

        Imports that lead to one of the definitions `found` do not count.
        """
        name = written_name(written)
        if name is None or len(name.parts) > 1:
            return False
        ids, by_file = [one.id for one in found], self.snapshot.graph.by_file
        for path, entry in self.snapshot.files.items():
            imported = (one for one in entry.facts.outline.imports if one.name == name.parts[0])
            if any(self._is_library(one.module) for one in imported):
                edges = by_file.get(path)
                if edges is None or not any(edges.by_target.get(one) for one in ids):
                    return True
        return False

    def _is_library(self, module: str) -> bool:
        """Return whether a module, as an import names it, is certainly not in the workspace."""
        if module.startswith(_OWN_MODULES):
            return False
        first = re.split(r"::|[./\\]", module, maxsplit=1)[0]
        return bool(first) and not self.is_folder(first) and not self.names.modules((first,))

    def is_other_application(self, path: str) -> bool:
        """Return whether a file belongs to an example, a test or a template that the document does not lie in."""
        return is_of_example(path) and not path.startswith(_application(self.scope.document) + "/")

    def proof(self, definition: Definition, note: str) -> Proof:
        """Return a proof that refers to the name of a definition, with a note on what it shows."""
        span = self.span(definition)
        return Proof(definition.id, span.name_start, span.name_end, note)

    def text(self, definition: Definition) -> str:
        """Return the source text of a definition."""
        span = self.span(definition)
        return self.entry(definition).source.slice(span.start, span.end)

    def files(self, written: str) -> tuple[str, ...]:
        """Return the indexed files that a written path may refer to.

        The path may be relative to the document or to the root, or be only the end of a path.
        """
        path = written_path(written)
        return tuple(self._files(path.path if path else written))

    def _files(self, path: str) -> Iterator[str]:
        files = self.snapshot.files
        for candidate in self.candidates(path):
            if candidate in files:
                yield candidate
                return
        if "/../" not in f"/{path}":
            yield from self.names.ending_with(path)

    def candidates(self, path: str) -> tuple[str, ...]:
        """Return the workspace paths that a written path may denote, relative to the document or to the root."""
        bare = unquote(path.partition("#")[0].partition("?")[0])
        folder = posixpath.dirname(self.scope.document)
        found = [posixpath.normpath(posixpath.join(folder, bare)), posixpath.normpath(bare.lstrip("/"))]
        return tuple(one for one in dict.fromkeys(found) if not one.startswith(".."))

    def is_known_folder(self, path: str) -> bool:
        """Return whether a workspace path is a folder with indexed files."""
        return any(one.startswith(f"{path}/") for one in self.snapshot.files)

    def is_folder(self, path: str) -> bool:
        """Return whether a written path is a folder with indexed files, or the end of such a folder's path."""
        wanted = (*self.candidates(path), path.strip("/").removeprefix("./"))
        return any(one == "." or f"/{one}/" in self.names.index.paths.folders for one in wanted)


def _application(document: str) -> str:
    """Return the folder of the example, test or template that a document lies in, or else the document's folder."""
    parts = document.split("/")
    ends = (end for end in range(2, len(parts)) if is_of_example("/".join(parts[:end]) + "/x"))
    return "/".join(parts[: next(ends, len(parts) - 1)])


def is_of_example(path: str) -> bool:
    """Return whether a file belongs to an example, a test or a template, which are other applications."""
    return file_role(path) in ("example", "test") or is_code_of_others(path)


def in_words(context: VerdictContext, definitions: tuple[Definition, ...]) -> str:
    """Format the places of up to three definitions for a message, such as `a.py:12, b.py:3`."""
    places = []
    for one in definitions[:3]:
        source = context.entry(one).source
        places.append(f"{one.path}:{source.line_at(context.span(one).name_start) + 1}")
    return ", ".join(places) + (", …" if len(definitions) > 3 else "")


def last_part(text: str) -> str:
    """Return the last part of a written name: `total` for `Cart.total()`."""
    name = written_name(text)
    return name.parts[-1] if name else text
