"""`python -m tests.claims_truth.real_documents`: claims in documents of real repositories, judged by readers.

`sample CHECKOUTS OUT` checks the documents of each repository below a folder, with `--code` also docstrings and
comments, and writes a blind list for readers: beside each refuted claim a confirmed one of the same repository and
kind, in an order that says nothing, without verdicts. `key.jsonl` beside it has them.
`label OUT FIRST SECOND` joins the key with the labels of two readers, each an object in JSON of "true", "false" or
"unclear" by the number of the claim, and writes them to `labels-NAME.jsonl` if `--name` says so. `score` prints the
precision of all committed labels. `repeat CHECKOUTS` checks the documents of all labels again, where a checkout is at
the commit of the labels, and prints the precision of then and of today, with each statement whose verdict has changed.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import Any

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.text.disk import Disk, FoundFile, Limits, Skipped
from tests.claims_truth.checker import ask
from tests.claims_truth.real_documents.labels import LABELS, read_labels, read_refuted, refuted_summary, summary
from tests.claims_truth.real_documents.repeat import repeated, repeated_summary
from tests.claims_truth.real_documents.wordings import in_words
from tests.progress_lines import print_line

SEED = 20
MOST = 200  # refuted claims in all, and as many confirmed ones
MOST_OF_EACH = 20  # refuted claims of one repository
_DOCUMENTS = frozenset({".md", ".mdx", ".rst", ".adoc", ".rdoc"})
_LINE_LENGTH = 400
_LINES_AROUND = 3  # lines before and after the claim that a reader sees at once


def main() -> int:
    """Run one of the four steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("sample", "label", "score", "repeat"))
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--name", help="of the sample, where its labels do not replace the first ones")
    parser.add_argument("--code", action="store_true", help="docstrings and comments as well as documents")
    parser.add_argument(
        "--program", type=Path, metavar="FOLDER", help="a checkout of ctx-lsp to test instead of this one"
    )
    given = parser.parse_intermixed_args()
    if given.step == "sample":
        checkouts, out = given.paths
        _sample(list(_claims(checkouts, given.program, with_code=given.code)), checkouts, out)
    elif given.step == "label":
        out, first, second = given.paths
        _label(out, first, second, LABELS.with_stem(f"{LABELS.stem}-{given.name}") if given.name else LABELS)
    elif given.step == "repeat":
        [checkouts] = given.paths
        for path in _label_files():
            found = list(repeated(read_labels(path), checkouts, given.program))
            print_line(f"{path.name}\n{repeated_summary(found)}\n")
    else:
        for path in _label_files():
            print_line(f"{path.name}\n{summary(read_labels(path))}\n")
        print_line(refuted_summary(read_refuted()))
    return 0


def _label_files() -> list[Path]:
    return sorted(LABELS.parent.glob(f"{LABELS.stem}*{LABELS.suffix}"))


def _claims(checkouts: Path, program: Path | None, *, with_code: bool) -> Iterator[dict[str, Any]]:
    """The claims in the documents of all checkouts, with their repository and commit."""
    for top in sorted(path for path in checkouts.iterdir() if path.is_dir()):
        disk, limits = Disk(), Limits()
        files = [
            one.path
            for one in disk.walk(top, limits, CancelToken())
            if isinstance(one, FoundFile)
            and (PurePosixPath(one.path).suffix in _DOCUMENTS or (with_code and _is_code(one.path)))
            and not isinstance(disk.read(top, one.path, limits), Skipped)
        ]
        commit = (top / ".commit").read_text("utf-8").strip()
        for claim in ask(top, files, program)["claims"] if files else ():
            yield {"repository": top.name.replace("+", "/"), "commit": commit, **claim}


def _is_code(path: str) -> bool:
    return language(language_of(path)).category == "code"


def _sample(claims: list[dict[str, Any]], checkouts: Path, out: Path) -> None:
    chance = random.Random(SEED)  # noqa: S311 - a sample that is the same every time
    refuted = _evenly([claim for claim in claims if claim["verdict"] == "refuted"], chance)
    confirmed = [claim for claim in claims if claim["verdict"] == "confirmed"]
    chance.shuffle(confirmed)
    chosen = [*refuted, *_beside(refuted, confirmed)]
    chance.shuffle(chosen)
    out.mkdir(parents=True, exist_ok=True)
    with (out / "blind.jsonl").open("w") as blind, (out / "key.jsonl").open("w") as key:
        for number, claim in enumerate(chosen):
            top = checkouts / claim["repository"].replace("/", "+")
            line = claim["range"]["start"]["line"]
            text = (top / claim["path"]).read_text("utf-8", "replace").splitlines()
            around = text[max(0, line - _LINES_AROUND) : line + _LINES_AROUND + 1]
            shown = {
                "number": number,
                "root": str(top),
                "path": claim["path"],
                "line": line + 1,
                "text": claim["text"],
                "claim": in_words(claim),
                "lines": [one[:_LINE_LENGTH] for one in around],
            }
            blind.write(json.dumps(shown, ensure_ascii=False) + "\n")
            key.write(json.dumps({"number": number, **claim}, ensure_ascii=False) + "\n")


def _evenly(claims: list[dict[str, Any]], chance: random.Random) -> list[dict[str, Any]]:
    """Up to `MOST` claims, taken from the repositories in turn, and at most `MOST_OF_EACH` from each."""
    by_repository: dict[str, list[dict[str, Any]]] = {}
    for claim in claims:
        by_repository.setdefault(claim["repository"], []).append(claim)
    for group in by_repository.values():
        chance.shuffle(group)
    turns = zip_longest(*(group[:MOST_OF_EACH] for group in by_repository.values()))
    return [claim for turn in turns for claim in turn if claim is not None][:MOST]


def _beside(refuted: Iterable[dict[str, Any]], confirmed: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """A confirmed claim for each refuted one: of the same repository and kind, or else of the repository alone.

    So neither tells a reader the verdict.
    """
    left = list(confirmed)
    for claim in refuted:
        near = [one for one in left if one["repository"] == claim["repository"]]
        found = next((one for one in near if one["kind"] == claim["kind"]), next(iter(near), None))
        if found is not None:
            left.remove(found)
            yield found


def _label(out: Path, first: Path, second: Path, labels: Path) -> None:
    readers = [json.loads(path.read_text("utf-8")) for path in (first, second)]
    rows = []
    for line in (out / "key.jsonl").read_text("utf-8").splitlines():
        claim = json.loads(line)
        row = {name: claim[name] for name in ("repository", "commit", "path", "kind", "text", "verdict")}
        row["line"] = claim["range"]["start"]["line"] + 1
        row |= {name: reader[str(claim["number"])] for name, reader in zip(("first", "second"), readers, strict=True)}
        rows.append(json.dumps(row, ensure_ascii=False, sort_keys=True))
    labels.write_text("\n".join(sorted(rows)) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
