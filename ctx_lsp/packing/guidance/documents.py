"""Finds the style documents that apply to edited files, by absolute paths.

Workspace paths would not suffice, because paths in the first workspace folder have no prefix. They do not show whether
a document in one workspace folder applies to the files of another, which may lie inside the first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ctx_lsp.graph.style_documents import StyleDocument, style_document
from ctx_lsp.text.roots import Root, Roots


@dataclass(frozen=True, slots=True)
class StyleSources:
    """The workspace paths of style documents, and the workspace folders that they are in."""

    paths: Sequence[str]
    roots: Roots = field(default_factory=Roots)


@dataclass(frozen=True, slots=True)
class AppliedDocument:
    """A style document, the folder that it applies to, and the edited files inside that folder.

    `folder` is the absolute path of the folder. `inside` has an item for each of the files: its path relative to the
    folder, mapped to its workspace path. `depth` is how many levels the folder lies below the outermost folder of the
    workspace around it. `name` is the name of the folder for the user, or "" for the folder of the workspace.
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
        folder = _folder(document, roots)
        inside = {one[len(folder) :]: target for one, target in targets.items() if one.startswith(folder)}
        if inside:
            depth = folder.count("/") - _outermost(folder, roots).count("/")
            found.append(AppliedDocument(document, folder, depth, _name(document, folder, roots), inside))
    yield from sorted(found, key=lambda one: (-one.depth, one.document.path))


def _directory(root: Root) -> str:
    return f"{root.directory.as_posix().rstrip('/')}/"


def _absolute(path: str, roots: Roots) -> str:
    """Return the absolute path of a file. An unsaved document counts as a file of the first folder."""
    root, inner = roots.locate(path) or (next(iter(roots.all), None), path)
    return f"{_directory(root)}{inner}" if root else inner


def _folder(document: StyleDocument, roots: Roots) -> str:
    """Return the absolute path of the folder that a document applies to.

    A CONTRIBUTING document in a folder `docs` applies to the parent folder of `docs`. But if `docs` is itself a folder
    of the workspace, and its parent is not in the workspace, the document applies to `docs` alone, because the folders
    beside `docs` are other projects.
    """
    place = _absolute(document.path, roots)
    folder = place[: len(place) - len(document.path) + len(document.scope)]
    located = roots.locate(document.path)
    return folder if located is None or _outermost(folder, roots) else _directory(located[0])


def _outermost(folder: str, roots: Roots) -> str:
    """Return the shortest folder of the workspace around a folder, or "" if there is none."""
    around = map(_directory, roots.all)
    return min((one for one in around if folder.startswith(one)), key=len, default="")


def _name(document: StyleDocument, folder: str, roots: Roots) -> str:
    names = dict(zip(map(_directory, roots.all), roots.names, strict=True))
    if folder in names:
        return f"{names[folder]}/" if len(names) > 1 else ""
    return document.scope
