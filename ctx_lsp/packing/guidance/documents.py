"""Finds the style documents that apply to edited files, by absolute paths.

The paths of files in the first folder of a workspace have no prefix, so workspace paths do not show that a document in
one folder does not apply to the files of another, or that it does, because one folder is inside the other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ctx_lsp.graph.style_documents import StyleDocument, style_document
from ctx_lsp.text.roots import Roots


@dataclass(frozen=True, slots=True)
class StyleSources:
    """The workspace paths of style documents, and the workspace folders that they are in."""

    paths: Sequence[str]
    roots: Roots = field(default_factory=Roots)


@dataclass(frozen=True, slots=True)
class AppliedDocument:
    """A style document with the edited files inside `folder`, the absolute path of the folder that it applies to.

    `inside` maps their paths relative to that folder to their workspace paths. `depth` counts the folders that are
    around it in the workspace. `name` is the name of the folder for the user, or "" for the folder of the workspace.
    """

    document: StyleDocument
    folder: str
    depth: int
    name: str
    inside: Mapping[str, str]


def applied_documents(sources: StyleSources, edited: Iterable[str]) -> Iterator[AppliedDocument]:
    """Yield the style documents that apply to some of the edited files, the nearest ones first."""
    roots = sources.roots
    targets = {_absolute(path, roots): path for path in edited}
    found: list[AppliedDocument] = []
    for path in sources.paths:
        document = style_document(path)
        if document is None:
            continue
        place = _absolute(path, roots)
        folder = place[: len(place) - len(path) + len(document.scope)]
        inside = {one[len(folder) :]: target for one, target in targets.items() if one.startswith(folder)}
        if inside:
            depth = folder.count("/") - _outermost(folder, roots).count("/")
            found.append(AppliedDocument(document, folder, depth, _name(document, roots), inside))
    yield from sorted(found, key=lambda one: (-one.depth, one.document.path))


def _absolute(path: str, roots: Roots) -> str:
    located = roots.locate(path)
    return f"{located[0].directory.as_posix().rstrip('/')}/{located[1]}" if located else path


def _outermost(folder: str, roots: Roots) -> str:
    """Return the shortest folder of the workspace around a folder, or "" if there is none."""
    around = (f"{root.directory.as_posix().rstrip('/')}/" for root in roots.all)
    return min((one for one in around if folder.startswith(one)), key=len, default="")


def _name(document: StyleDocument, roots: Roots) -> str:
    return document.scope or (f"{roots.names[0]}/" if len(roots.all) > 1 else "")
