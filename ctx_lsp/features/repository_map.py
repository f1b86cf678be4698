"""The map of a repository: its folders and the most central definitions, within a token budget.

A file is as central as the files that depend on it (PageRank over files); a definition is as central as the files that
use it. Definitions that no other file uses come last.

Tests, examples and data are counted but not shown. Dependencies, commands for tests (`project_facts`) and style
documents (`graph.style_documents`) are named.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.counted import counted
from ctx_lsp.features.project_facts import commands_for_tests, dependencies
from ctx_lsp.graph.entry import Definition, FileEntry, path_of
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.retrieval.gaps import gaps
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CALLABLE_KINDS, TYPE_KINDS

MAX_FOLDERS = 24  # folders listed, each with its number of files
MAX_STYLE_DOCUMENTS = 8  # named, outermost first
MAX_DEPENDENCIES = 20  # packages named, in the order of the manifests
MAX_TEST_COMMANDS = 3
LONGEST_SIGNATURE = 160  # characters
_PARTS_OF_FOLDER = 2  # path parts that name a folder: `src/app` for `src/app/views/forms.py`
_ROUNDS, _DAMPING = 12, 0.85  # of PageRank; after these rounds, the order of the first few hundred is stable
_TOP = "."


@dataclass(frozen=True, slots=True)
class RepositoryMap:
    """A repository map in Markdown.

    `tokens` is its length in tokens (o200k_base), and `symbols` contains the ids of the symbols that it shows.
    """

    revision: int
    tokens: int
    symbols: tuple[str, ...]
    text: str
    warnings: tuple[str, ...] = ()


def repository_map(snapshot: Snapshot, max_tokens: int, token: CancelToken) -> RepositoryMap:
    """Build the map of a snapshot with at most `max_tokens` tokens. Raises `Cancelled`."""
    head = _head(snapshot)
    spare = max_tokens - count_tokens(head)
    chosen: dict[str, list[Definition]] = {}
    for definition in _by_centrality(snapshot, token):
        lines = [_line(snapshot.files[definition.path], definition)]
        if definition.path not in chosen:
            lines.insert(0, f"\n{definition.path}")
        cost = count_tokens("\n".join(lines)) + 1
        if cost > spare:
            break
        spare -= cost
        chosen.setdefault(definition.path, []).append(definition)
    text = "\n".join([head, *_body(snapshot, chosen)]) + "\n"
    shown = tuple(one.id for definitions in chosen.values() for one in definitions)
    return RepositoryMap(snapshot.revision, count_tokens(text), shown, text, gaps(snapshot, by_meaning=False))


def _head(snapshot: Snapshot) -> str:
    languages = Counter(entry.language for entry in snapshot.files.values())
    symbols = sum(len(entry.definitions) for entry in snapshot.files.values())
    named = ", ".join(f"{name} {count:,}" for name, count in languages.most_common(5))
    folders = Counter(map(_folder, snapshot.files))
    listed = [f"- {folder}: {counted(count, 'file')}" for folder, count in folders.most_common(MAX_FOLDERS)]
    if len(folders) > MAX_FOLDERS:
        listed.append(f"- … {len(folders) - MAX_FOLDERS:,} more folders")
    documents = sorted(snapshot.style_documents, key=lambda path: (path.count("/"), path))
    facts = [
        f"{what}: {_named(names, most)}"
        for what, names, most in (
            ("Dependencies", dependencies(snapshot), MAX_DEPENDENCIES),
            ("Tests", [f"`{one}`" for one in commands_for_tests(snapshot)], MAX_TEST_COMMANDS),
            ("Style documents", documents, MAX_STYLE_DOCUMENTS),
        )
        if names
    ]
    listed += ["", *facts] if facts else []
    title = f"# Map: {counted(len(snapshot.files), 'file')}, {symbols:,} symbols ({named})"
    return "\n".join([title, "", *listed, "", "## Central definitions"])


def _named(names: Sequence[str], most: int) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")


def _folder(path: str) -> str:
    return "/".join(path.split("/")[:-1][:_PARTS_OF_FOLDER]) or _TOP


def _body(snapshot: Snapshot, chosen: Mapping[str, Iterable[Definition]]) -> Iterator[str]:
    """Yield the lines of each file, in the order in which files were chosen, with definitions in text order."""
    for path, definitions in chosen.items():
        yield f"\n{path}"
        for definition in sorted(definitions, key=lambda one: one.index):
            yield _line(snapshot.files[path], definition)


def _line(entry: FileEntry, definition: Definition) -> str:
    symbol, span = entry.symbol(definition.index)
    signature = " ".join(symbol.signature.split())
    if len(signature) > LONGEST_SIGNATURE:
        signature = signature[: LONGEST_SIGNATURE - 1] + "…"
    inside = f"{definition.container.partition('::')[2]}: " if definition.container != definition.path else ""
    return f"  {entry.source.line_at(span.name_start) + 1}: {inside}{signature or symbol.name}"


def _by_centrality(snapshot: Snapshot, token: CancelToken) -> list[Definition]:
    """Return the types and callables of source files, most central first, except those nested in a callable."""
    rank = _file_ranks(snapshot, token)
    score: defaultdict[str, float] = defaultdict(float)
    for path, edges in snapshot.graph.by_file.items():
        token.check()
        targets = edges.targets
        share = rank.get(path, 0.0) / max(1, len(targets))
        for target in targets:
            if path_of(target) != path:
                score[target] += share
    definitions = [
        one
        for entry in snapshot.files.values()
        if entry.role == "source"
        for one in entry.definitions
        if _is_shown(entry, one)
    ]
    return sorted(definitions, key=lambda one: (-score[one.id], -rank[one.path], one.id))


def _is_shown(entry: FileEntry, definition: Definition) -> bool:
    parent = entry.facts.outline.symbols[definition.index].parent
    is_inner = parent >= 0 and entry.facts.outline.symbols[parent].kind in CALLABLE_KINDS
    is_main = (
        definition.kind in TYPE_KINDS | CALLABLE_KINDS and entry.main_indices[definition.index] == definition.index
    )
    return is_main and not is_inner and definition.index not in entry.tests


def _file_ranks(snapshot: Snapshot, token: CancelToken) -> dict[str, float]:
    """Compute the PageRank of the files; every dependant passes rank on to its dependencies."""
    targets = {
        path: [target for target in edges.target_paths if target != path and target in snapshot.files]
        for path, edges in snapshot.graph.by_file.items()
    }
    rank = dict.fromkeys(snapshot.files, 1.0)
    for _ in range(_ROUNDS):
        token.check()
        following = dict.fromkeys(snapshot.files, 1.0 - _DAMPING)
        for path, others in targets.items():
            for other in others:
                following[other] += _DAMPING * rank[path] / len(others)
        rank = following
    return rank
