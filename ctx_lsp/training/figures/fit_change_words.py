"""Learn, from commits and plain questions, which words at the start of a question ask for a change to the code.

    python -m ctx_lsp.training.figures.fit_change_words ctx_lsp/retrieval/question/change_words.toml GIT_DIRECTORY…

A word is chosen if it begins commit messages at least `MIN_RATIO` times as often as plain questions (`training.plain`),
and if it begins messages in enough repositories. Questions such as "How do I change the layout?" are no evidence
against a word, because whoever asks may be about to do it. Repositories are divided into halves by a digest of their
names; the words and the ratio were chosen on one half. With 215 repositories, the words begin

    64.8 % of the messages and 1.1 % of the questions in the half used for choosing,
    66.9 % of the messages and 1.7 % of the questions in the other half,

where questions with such a phrase before the word are not counted, and the words in `AMBIGUOUS` still are.
The verbs in `GENERAL` are added to the chosen words.
"""

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from ctx_lsp.base.digest import digest
from ctx_lsp.retrieval.question.change_words import is_framed, leading_word
from ctx_lsp.text.git import GitError, history, resolve_revision
from ctx_lsp.training.plain.questions import read_questions

COMMITS = 2000  # from each repository, newest first
MIN_REPOSITORIES = 0.2  # share of the repositories that begin messages with a word
MIN_RATIO = 3.0
# Nouns and keywords of languages, which begin queries such as "cache eviction policy" or "try catch handling" as well.
# Questions are sentences, so they do not show this.
AMBIGUOUS = frozenset({"cache", "mark", "return", "switch", "try"})
# Verbs that ask for any change. Messages of commits say which one it was, so few begin with them. Of the 5,386 plain
# questions, one does.
GENERAL = frozenset({"adapt", "alter", "amend", "edit", "modify", "revise", "rewrite"})
_SMOOTHING = 0.0002  # share of the questions that is added, so that an unseen word does not count as impossible
_PREFIX = re.compile(r"^\w+(?:\([^)]{0,80}\))?!?:\s*|^\[[^\]]{0,80}\]\s*")  # of conventional commits


def main() -> None:
    """Choose the words on one half of the data, write them to a file, and print how often they occur in both halves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("repositories", type=Path, nargs="+", metavar="GIT_DIRECTORY")
    arguments = parser.parse_args()
    messages = {str(one): words for one in arguments.repositories if (words := _first_words(one))}
    questions: defaultdict[bool, Counter[str]] = defaultdict(Counter)
    for row in read_questions():
        leading = ("" if is_framed(one) else leading_word(one) for one in row.questions)
        questions[_is_for_choosing(row.repository)].update(leading)
    chosen = choose(
        {name: words for name, words in messages.items() if _is_for_choosing(name)}.values(), questions[True]
    )
    for half, label in ((True, "chosen on"), (False, "other half")):
        own = [words for name, words in messages.items() if _is_for_choosing(name) is half]
        found = sum(_share(words, chosen) for words in own) / max(1, len(own))
        print(
            f"{label}: {len(own)} repositories, {found:.1%} of messages;",
            f"{_share(questions[half], chosen):.2%} of questions",
        )
    lines = "".join(f'    "{word}",\n' for word in sorted(chosen | GENERAL))
    arguments.out.write_text(f"# Written by ctx_lsp.training.figures.fit_change_words.\nwords = [\n{lines}]\n", "utf-8")


def choose(repositories: Iterable[Counter[str]], questions: Counter[str]) -> set[str]:
    """Return the words that often begin commit messages in many repositories, but rarely begin questions."""
    own = list(repositories)
    asked, spread = questions.total() or 1, Counter[str]()
    share: Counter[str] = Counter()
    for words in own:
        for word, count in words.items():
            share[word] += count / words.total() / len(own)  # type: ignore[assignment]  # a Counter of shares
            spread[word] += count > 1
    return {
        word
        for word, value in share.items()
        if len(word) > 1
        and word not in AMBIGUOUS
        and spread[word] >= MIN_REPOSITORIES * len(own)
        and value >= MIN_RATIO * (questions[word] / asked + _SMOOTHING)
    }


def _first_words(repository: Path) -> Counter[str]:
    try:
        commits = history(repository, resolve_revision(repository, "HEAD"), COMMITS)
    except GitError:
        return Counter()
    subjects = (one.message.split("\n", 1)[0] for one in commits)
    return Counter(filter(None, (leading_word(_PREFIX.sub("", subject)) for subject in subjects)))


def _share(words: Counter[str], chosen: set[str]) -> float:
    return sum(count for word, count in words.items() if word in chosen) / (words.total() or 1)


def _is_for_choosing(name: str) -> bool:
    return digest(name.encode())[0] % 2 == 0


if __name__ == "__main__":
    main()
