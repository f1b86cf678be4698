"""Questions built from commit messages. `tasks` finds the code that a commit changed.

Messages about versions, formatting, dependencies, documents or builds say little about code. They are recognised by
words in their subject lines and left out. URLs, issue numbers, commit hashes and trailers such as `Signed-off-by` are
removed.
"""

import re

MIN_WORDS = 4  # minimum number of words in a subject; shorter ones say too little to search with
MIN_PLAIN_WORDS = 2  # minimum number of ordinary words in a subject; symbol names alone would be matched literally
MAX_CHARACTERS = 1_000  # maximum for a question; later lines of a message are details

# The prefix of a conventional commit: its type and, in parentheses, a part of the program.
_TYPED = re.compile(r"^(?P<type>[a-z]+)(?:\((?P<part>[^()]*)\))?!?:\s+")
_TYPES = frozenset({"feat", "feature", "fix", "bugfix", "hotfix", "perf", "refactor", "security", "deprecate"})
_IDLE_TYPES = frozenset(
    {"build", "chore", "ci", "deps", "doc", "docs", "lint", "meta", "release", "revert", "style", "test", "tests"}
)
_IDLE = re.compile(
    r"""
    # how the subject begins
    ^\W*(?:merge|revert|reapply|backport|bump|release|version|prepare|tag|wip|v?\d+\.\d+|copyright|licen[cs]e)\b
    |^(?:fixup|squash|amend)!
    |^\W*(?:update|upgrade|downgrade)\b.*\s(?:to|from)\s+v?\d+\b
    |^\W*(?:\w+\s+){0,4}(?:tests?|specs?|docs?|documentation|readme|changelog|news|comments?|javadocs?|examples?)\b
    # what it is about, wherever that stands
    |\b(?:change\s+log|release\s+notes?|typos?|spelling|grammar|white-?\s?space|indent(?:ation)?|(?:re)?format(?:ting|ted)
    |line\s+endings?|cod(?:e|ing)\s+style|lint(?:s|er|ers|ing)?|dependenc(?:y|ies)|dependabot|github\s+actions?
    |compiler\s+warnings?|clang-(?:tidy|format))\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_TRAILER = re.compile(
    r"^\s*(?:[A-Z][a-z]+(?:-[A-Za-z]+)+|Cc|Bug|Issues?|Links?|Refs?|References|See|See also|PR|Pull request|Related"
    r"|Part of)\s*:|^\s*\(cherry picked from|^\s*[-=*_]{3,}\s*$"
)
_REFERENCE = re.compile(
    r"<?\bhttps?://\S+|\[[A-Z]{2,}-\d+\]"
    r"|(?:\b(?:[Ff]ix(?:es|ed)?|[Cc]lose[sd]?|[Rr]esolve[sd]?|[Rr]efs?|[Ss]ee|[Vv]ia|[Ii]ssues?|PR):?\s+)*"
    r"(?:(?:\b[\w.-]+/[\w.-]+)?#\d+|\bGH-\d+)\b"
    r"|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b"
)
_EMPTIED = re.compile(r"(?:^|\s+)\([\s,;&]*\)|\s+(?=[.,;:](?:\s|$))")  # remains of "(see #1)" and "in #1."
_WORD = re.compile(r"\w")
_PLAIN_WORD = re.compile(r"[A-Za-z]?[a-z]+(?:[-'][a-z]+)*[.,:;!?]?")


def question(message: str) -> str | None:
    """Turn the subject and body of a commit message into a question; return None if the subject says too little."""
    subject, *body = message.strip().split("\n")
    typed = _TYPED.match(subject)
    if typed and typed["type"] in _IDLE_TYPES:
        return None
    if typed and typed["type"] in _TYPES:
        subject = subject[typed.end() :] + (f" ({typed['part']})" if typed["part"] else "")
    subject = _without_references(subject)
    words = subject.split()
    plain = sum(_PLAIN_WORD.fullmatch(word) is not None for word in words)
    if len(words) < MIN_WORDS or plain < MIN_PLAIN_WORDS or _IDLE.search(subject):
        return None
    lines = [subject, *(_without_references(line) for line in body if not _TRAILER.search(line))]
    return _beginning([line for line in lines if _WORD.search(line)])


def _without_references(line: str) -> str:
    shorter = _REFERENCE.sub("", line)
    return line.strip() if shorter == line else " ".join(_EMPTIED.sub("", shorter).split()).strip(" :,;-")


def _beginning(lines: list[str]) -> str:
    """Return the first lines that fit into `MAX_CHARACTERS`; a first line that is too long is cut."""
    text = lines[0][:MAX_CHARACTERS]
    for line in lines[1:]:
        if len(text) + 1 + len(line) > MAX_CHARACTERS:
            break
        text = f"{text}\n{line}"
    return text
