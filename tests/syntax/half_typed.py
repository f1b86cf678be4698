"""`python -m tests.syntax.half_typed FOLDER…`: what a half-typed line costs of the symbols of a file.

Lines without their closing bracket or quote are inserted, one at a time, at random indented places of real files. A
symbol is lost if the file with the line has none of its qualified name. By language and line, the means over all files.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.text.source import SourceText
from tests.progress_lines import print_line

FILES = 25  # of a language
SIZES = range(1_500, 60_000)
SCRIPT = ("f(", "f({", "const a = {", "const a = [", "a.map((b) => {", "if (a) {", "a.", '"a', "`a ${")
LINES = {
    ".ts": SCRIPT,
    ".js": SCRIPT,
    ".py": ("f(", "a = {", "a = [", "if a:", "a.", '"a', '"""a'),
    ".go": ("f(", "if a {", "b := []int{", "a.", '"a'),
    ".java": ("f(", "if (a) {", "a.forEach(b -> {", "a.", '"a'),
    ".rs": ("f(", "if a {", "a.map(|b| {", "a.", '"a'),
    ".cs": ("F(", "if (a) {", "a.ForEach(b => {", "a."),
    ".c": ("f(", "if (a) {", "a->"),
    ".cpp": ("f(", "if (a) {", "a->"),
    ".rb": ("f(", "if a", "a.map { |b|", "a."),
    ".php": ("f(", "if ($a) {", "$a = [", "$a->"),
    ".kt": ("f(", "if (a) {", "a.map { b ->", "a."),
    ".swift": ("f(", "if a {", "a."),
}


def files(folders: list[Path], rng: random.Random) -> Iterator[Path]:
    """Up to `FILES` files of each language, at random."""
    found = sorted(file for folder in folders for file in folder.rglob("*") if file.suffix in LINES and file.is_file())
    rng.shuffle(found)
    counts = dict.fromkeys(LINES, 0)
    for file in found:
        if counts[file.suffix] < FILES and file.stat().st_size in SIZES and "node_modules" not in file.parts:
            counts[file.suffix] += 1
            yield file


def with_line(text: str, line: str, rng: random.Random) -> str:
    """`text` with a line before a random indented one, indented as that is; `text` itself if none is indented."""
    lines = text.split("\n")
    indented = [number for number, one in enumerate(lines) if one[:1] in (" ", "\t") and one.strip()]
    if not indented:
        return text
    at = rng.choice(indented)
    indentation = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    return "\n".join([*lines[:at], indentation + line, *lines[at:]])


def symbols(file: Path, text: str) -> set[str]:
    """The qualified names of the symbols of a file with this text."""
    return {one.qualname for one in file_facts(file.name, SourceText(text.encode())).outline.symbols}


def main() -> None:
    """Print the share of lost symbols, and the share of texts that lose more than half of theirs."""
    rng = random.Random(5)  # noqa: S311  # repeatable, not secret
    lost: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for file in files([Path(one) for one in sys.argv[1:]], rng):
        text = file.read_text("utf-8", "replace")
        whole = symbols(file, text)
        for line in LINES[file.suffix] if whole else ():
            share = len(whole - symbols(file, with_line(text, line, rng))) / len(whole)
            for group in (line, "all"):
                lost[file.suffix, group].append(share)
    for (suffix, line), shares in sorted(lost.items()):
        most = sum(share > 0.5 for share in shares) / len(shares)
        print_line(f"{suffix:6} {line:16} {len(shares):4} texts, {fmean(shares):.3f} lost, {most:.3f} lose most")


if __name__ == "__main__":
    main()
