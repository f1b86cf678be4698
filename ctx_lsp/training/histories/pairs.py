"""Build training pairs from git histories: commit messages, each with definitions that the commit changed.

    python -m ctx_lsp.training.histories.pairs MANIFEST.json MIRRORS OUT [--commits 300] [--others 300]

`repositories` describes MANIFEST and MIRRORS. The script writes a file `OWNER+NAME.jsonl` to OUT for each repository,
in the format that `pairs_reader` reads. Existing files are kept, so a run can be stopped and resumed. Further pairs
come from documentation, tests and names in the newest tree; `package_pairs` builds them as for a package.

The "train" repositories of `split_of` are used for training, and the "choose" repositories are held out. The "test"
repositories are left out, and so are repositories whose licence is not clearly permissive.
"""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.tasks import HistoryTask, history_tasks
from ctx_lsp.evaluation.history.tree import PastTree
from ctx_lsp.features.nodes import Node
from ctx_lsp.graph.entry import qualname_of
from ctx_lsp.text.git import changes_between, read_texts
from ctx_lsp.training.histories import repositories
from ctx_lsp.training.histories.repositories import Repository, arguments_parser, visit_repositories, whole_or_not
from ctx_lsp.training.packages.licences import is_permissive
from ctx_lsp.training.packages.recipe import Split, hash_share
from ctx_lsp.training.packages.sources import is_foreign, parse_source
from ctx_lsp.training.pairs.package_pairs import Pair, choose, find_candidates, json_line
from ctx_lsp.training.pairs.pair_texts import chunk_of, symbol_text

MAX_DEFINITIONS = 3  # per commit, so that no message has much more weight than others
MAX_COMMIT_PAIRS = 600  # per repository

SPLITS: dict[repositories.Split, Split] = {"train": "train", "choose": "validation"}


def commit_pairs(folder: Path, tasks: Iterable[HistoryTask]) -> Iterator[Pair]:
    """Yield pairs of a commit message and a changed definition, as it was in the commit's parent. Raises `GitError`."""
    for task in tasks:
        nodes = chosen_definitions(task)
        if nodes:
            yield from _of_commit(folder, task, nodes)


def chosen_definitions(task: HistoryTask) -> list[Node]:
    """Return the changed definitions that are paired with a commit's message, at most `MAX_DEFINITIONS`.

    Definitions in vendored and generated files are left out. So is a definition that contains another changed
    definition, because its text says little about the change.
    """
    own = [node for node in task.changed if not is_foreign(node.path)]
    inner = [node for node in own if not any(other.symbol.startswith(f"{node.symbol}.") for other in own)]
    return sorted(inner, key=lambda node: hash_share(f"{task.commit} {node.symbol}"))[:MAX_DEFINITIONS]


def documentation_pairs(folder: Path, commit: str, most: int) -> list[Pair]:
    """Return at most `most` pairs built from the files in `commit`. Raises `GitError` and `OSError`."""
    with tempfile.TemporaryDirectory() as tree:
        PastTree(folder, Path(tree)).move(commit)
        return sample(choose(find_candidates(Path(tree)), frozenset()), most)


def sample(pairs: Iterable[Pair], most: int) -> list[Pair]:
    """Return at most `most` of the pairs, sampled by their hashes."""
    return sorted(pairs, key=lambda pair: hash_share(f"{pair.path} {pair.query} {pair.text}"))[:most]


def write_repository(file: Path, folder: Path, one: Repository, split: Split, commits: int, others: int) -> int:
    """Write the pairs of one repository to `file`; return how many there are. Raises `GitError` and `OSError`.

    The pairs come from the newest `commits` usable commits, and from the files in `one.head`. The files give at most
    `others` pairs.
    """
    tasks = history_tasks(folder, commits, CancelToken(), one.head)
    found = sample(commit_pairs(folder, tasks), MAX_COMMIT_PAIRS) + documentation_pairs(folder, one.head, others)
    with whole_or_not(file) as part:
        part.write_text("".join(json_line(pair, one.repository, split) for pair in found), "utf-8")
    return len(found)


def _of_commit(folder: Path, task: HistoryTask, nodes: Sequence[Node]) -> Iterator[Pair]:
    contents = {change.path: change.before for change in changes_between(folder, task.parent, task.commit)}
    texts = dict(read_texts(folder, (contents[node.path] for node in nodes)))
    for path in dict.fromkeys(node.path for node in nodes):
        file = parse_source(path, texts[contents[path]])
        if file is None:
            continue
        chunks = chunk_of(file)
        changed = {qualname_of(node.symbol) for node in nodes if node.path == path}
        for index, symbol in enumerate(file.facts.outline.symbols):
            chunk = chunks.get(index) if symbol.qualname in changed else None
            text = symbol_text(file, index, chunk, with_documentation=True) if chunk else ""
            if text:
                yield Pair(task.query, text, path, file.language, "commit")


def main() -> None:
    """Build the pairs for each repository in turn."""
    parser = arguments_parser(__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--commits", type=int, default=300, help="usable commits of each repository, the newest first")
    parser.add_argument("--others", type=int, default=300, help="pairs of each repository that come from no commit")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)

    def pair(one: Repository, folder: Path) -> str:
        split = SPLITS.get(repositories.split_of(one.repository))
        file = arguments.out / f"{one.file_name}.jsonl"
        if split is None or file.exists() or not is_permissive(one.licence):
            return ""
        return f"{write_repository(file, folder, one, split, arguments.commits, arguments.others)} pairs, {split}"

    visit_repositories(arguments.manifest, arguments.mirrors, pair)


if __name__ == "__main__":
    main()
