"""Build training pairs from plain questions: questions about code in a user's own words. A script, run by hand.

    python -m ctx_lsp.training.plain.pairs MANIFEST.json MIRRORS OUT

`histories.repositories` describes MANIFEST and MIRRORS. The script writes a file `OWNER+NAME.plain.jsonl` to OUT for
each repository, in the format that `pairs_reader` reads. Existing files are kept. The splits are those of
`histories.pairs`.
"""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from ctx_lsp.evaluation.history.tree import PastTree
from ctx_lsp.training.histories.pairs import SPLITS
from ctx_lsp.training.histories.repositories import (
    Repository,
    arguments_parser,
    split_of,
    visit_repositories,
    whole_or_not,
)
from ctx_lsp.training.pairs.package_pairs import Pair, json_line
from ctx_lsp.training.pairs.pair_texts import chunk_of, symbol_text
from ctx_lsp.training.plain.questions import PlainQuestions, answering_definitions, questions_by_repository


def plain_pairs(tree: Path, asked: Sequence[PlainQuestions]) -> Iterator[Pair]:
    """Yield a pair for each question about a definition in `tree`, a checkout of its repository.

    Raises `OSError` for a file that is missing in `tree`.
    """
    for one, file, index in answering_definitions(tree, asked):
        chunk = chunk_of(file).get(index)
        text = "" if chunk is None else symbol_text(file, index, chunk, with_documentation=True)
        for question in one.questions if text else ():
            yield Pair(question, text, one.path, file.language, "plain")


def main() -> None:
    """Build the pairs for each repository in turn."""
    parser = arguments_parser(__doc__)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    by_repository = questions_by_repository()

    def pair(one: Repository, folder: Path) -> str:
        file = arguments.out / f"{one.file_name}.plain.jsonl"
        split, asked = SPLITS.get(split_of(one.repository)), by_repository[one.repository]
        if split is None or not asked or file.exists():
            return ""
        with tempfile.TemporaryDirectory() as tree, whole_or_not(file) as part:
            PastTree(folder, Path(tree)).move(one.head)
            found = list(plain_pairs(Path(tree), asked))
            part.write_text("".join(json_line(pair, one.repository, split) for pair in found), "utf-8")
        return f"{len(found)} pairs, {split}"

    visit_repositories(arguments.manifest, arguments.mirrors, pair)


if __name__ == "__main__":
    main()
