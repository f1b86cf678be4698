"""The targets of imports in small workspaces, as lines of text."""

from ctx_lsp.graph.modules import module_targets
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.workspaces import snapshot_of


def meanings(text: str, path: str) -> list[str]:
    """The targets of each module that the file at `path` imports: `module -> file, file`; a definition as `file#name`.

    An external module has nothing after the arrow.
    """
    return meanings_in(snapshot_of(text), path)


def meanings_in(snapshot: Snapshot, path: str) -> list[str]:
    """The same in a snapshot."""
    entry = snapshot.files[path]
    lookups = snapshot.tables.lookups(entry)
    modules = dict.fromkeys(imported.module for imported in entry.facts.outline.imports)
    return [_line(module, module_targets(path, entry.language, module, lookups)) for module in modules]


def _line(module: str, places: tuple[tuple[str, str], ...]) -> str:
    found = ", ".join(f"{path}#{within}" if within else path for path, within in places)
    return f"{module} -> {found}".rstrip()
