"""Finds the definitions of imported names in published repositories, at the versions that lock files pin."""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.external.names import ExternalName, external_names_at, external_names_in
from ctx_lsp.graph.modules.script import BUILT_IN
from ctx_lsp.packing.elsewhere import name_elsewhere
from ctx_lsp.packing.formats.render import code, fenced
from ctx_lsp.published.definitions import PublishedDefinition
from ctx_lsp.published.imported_names import ImportedName
from ctx_lsp.published.pins.lookup import pinned
from ctx_lsp.published.service import PinnedName, PublishedRepositories
from ctx_lsp.published.versions import Ecosystem
from ctx_lsp.retrieval.model import Item
from ctx_lsp.sharing.storage import SharingError
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.roots import Roots

MAX_NEEDED = 12  # names that a pack asks for

_ECOSYSTEMS: dict[str, Ecosystem] = {
    "python_files": "pypi",
    "script_files": "npm",
    "go_files": "golang",
}  # by module rule


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The byte range of a name that is imported from a package, and its definition in a published repository.

    If `definition` is None, `reason` says why there is none; it is empty if the package is not published.
    """

    start: int
    end: int
    name: str
    definition: PublishedDefinition | None
    reason: str

    @property
    def card(self) -> str:
        """The definition, or the reason why there is none, as Markdown for a hover card; empty if there is neither.

        The texts are shown as code, because publishers control them.
        """
        one = self.definition
        if one is None:
            return f"No definition of {code(self.name)}: {code(self.reason)}." if self.reason else ""
        language = one.language if one.language.isalnum() else ""
        signature = fenced(one.signature + "\n", language) + "\n" if one.signature else ""
        version = f"{code(one.version)}{'' if one.tagged else ' (by its manifest)'}" if one.version else "pinned commit"
        where = name_elsewhere(one.origin, one.path)
        return f"{signature}{code(one.package)} {version} · published as {code(where)}"


def definition_elsewhere(
    snapshot: Snapshot,
    roots: Roots,
    published: PublishedRepositories | None,
    path: str,
    offset: int,
    token: CancelToken,
) -> Elsewhere | None:
    """Find the published definition of the name at a position, at the version that a lock file pins.

    If the code imports the name from one of several packages, the first package with a definition counts. The result is
    None if the name is not imported from a package, or if `published` is None. Raises `Cancelled`.
    """
    if published is None:
        return None
    externals = external_names_at(snapshot, path, offset)
    asked = [(external, name) for external in externals if (name := _imported_name(external))]
    if not asked:
        return None
    answers: list[PublishedDefinition | str]
    try:
        answers = published.definitions([_pinned(name, roots, path) for _, name in asked], token)
    except SharingError as error:
        answers = [f"published repositories cannot be queried ({error})"]
    found = [
        Elsewhere(external.start, external.end, name.shown, *((None, one) if isinstance(one, str) else (one, "")))
        for (external, name), one in zip(asked, answers, strict=False)  # a failure is one answer to all
    ]
    return next((one for one in found if one.definition), None) or next((one for one in found if one.reason), found[0])


def needed_elsewhere(
    snapshot: Snapshot, roots: Roots, published: PublishedRepositories, shown: Iterable[Item], token: CancelToken
) -> list[PublishedDefinition]:
    """Return the published definitions that the code in `shown` uses, most used first.

    Only the `MAX_NEEDED` names that are used most are looked up. Raises `SharingError`, `Cancelled`.
    """
    uses: Counter[ImportedName] = Counter()
    users: dict[ImportedName, dict[str, None]] = {}  # lock files differ by folder
    for item in shown:
        for external in external_names_in(snapshot, item.path, item.start, item.end):
            if name := _imported_name(external):
                uses[name] += 1
                users.setdefault(name, {})[item.path] = None
    asked = [_pinned(name, roots, path) for name, _ in uses.most_common(MAX_NEEDED) for path in users[name]]
    answers = published.definitions(asked, token) if asked else []
    found = {(one.origin, one.path, one.symbol): one for one in answers if not isinstance(one, str)}
    return [one for one in found.values() if one.symbol]


def as_item(one: PublishedDefinition) -> Item:
    """Return a definition as a search result with the score 0."""
    return Item(one.path, 0, 0, f"{one.path}::{one.symbol}", one.kind, one.language, one.signature, 0.0, {}, one.origin)


def _pinned(name: ImportedName, roots: Roots, path: str) -> PinnedName:
    return name, lambda package: pinned(roots, path, name.ecosystem, package)


def is_imported(snapshot: Snapshot, path: str, offset: int) -> bool:
    """Return whether the name at a position is imported from a third-party package.

    Names from the workspace or the standard library do not count.
    """
    return any(_imported_name(external) for external in external_names_at(snapshot, path, offset))


def _imported_name(external: ExternalName) -> ImportedName | None:
    """Return the name in the form in which published repositories are queried.

    The result is None if the name belongs to a standard library, or if packages of its language cannot be looked up.
    """
    ecosystem = _ECOSYSTEMS.get(external.rule)
    if ecosystem is None or _is_standard(ecosystem, external.module):
        return None
    return ImportedName(ecosystem, external.module, external.parts)


def _is_standard(ecosystem: Ecosystem, module: str) -> bool:
    match ecosystem:
        case "pypi":
            return module.partition(".")[0] in sys.stdlib_module_names
        case "npm":
            return module.startswith(("node:", "#", "/")) or module.partition("/")[0] in BUILT_IN
        case "golang":
            return "." not in module.partition("/")[0]
