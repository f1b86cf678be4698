"""Detection of requests for a change to the code ("add a limit to the retries"), by their first verb.

`change_words.toml` lists verbs that begin commit messages much more often than questions, and those that ask for any
change. `training.figures.fit_change_words` selects these verbs.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.code_names import names_code, names_together
from ctx_lsp.snapshot.snapshot import Snapshot

MIN_WORDS = 3  # a shorter text names something, unless its second word is an identifier or names code
# Words of the list that are as often a noun or an adjective. Before one other word they are part of a name.
_NAMING = frozenset({
    "better", "document", "handle", "merge", "minor", "more", "pin", "release", "set", "support", "typo", "use",
    "version",
})  # fmt: skip
_FRAME = re.compile(
    r"^\W{0,9}(?:(?:please|now|then|so|ok|also|hey)\b\W{0,9}){0,3}"
    r"(?:(?:(?:can|could|would|will|should|must|shall)\s(?:you|i|we)|(?:help|let)\s(?:me|us)|let'?s"
    r"|(?:i|we)\s(?:want|need|have|would\slike|'d\slike|plan|must|should)(?:\s(?:you\s)?to)?"
    r"|(?:how|where)\s(?:do\si|(?:can|could|should|would|must)\s(?:i|we|you))|how\sto|(?:the\s)?task(?:\sis)?(?:\sto)?:?)\s)?"
    r"(?:(?:please|best|also|to)\s){0,2}",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]+(?:-[a-z]+)?")


def asks_for_change(text: str, snapshot: Snapshot | None = None) -> bool:
    """Return whether a question asks for a change. Only its words are examined, unless there are only two.

    "How do we handle errors?" asks what the code does, so it does not ask for a change. Of two words, the second must
    be an identifier, in backquotes or the name of code in `snapshot`: "fix Cart.total" asks for a change, "fix list"
    may be the name of a topic. If both words together name code, as `add_tax` does, they ask for that.
    """
    words = text.split(maxsplit=MIN_WORDS)
    if leading_word(text) not in change_words() or len(words) < MIN_WORDS - 1:
        return False
    return (
        len(words) >= MIN_WORDS
        or bool(analyse(text).symbols)
        or (snapshot is not None and _has_object(words, snapshot))
    )


def _has_object(words: Sequence[str], snapshot: Snapshot) -> bool:
    """Return whether two words are a verb and the name of code that it is about, rather than one name."""
    verb, name = words[0].lower(), words[1].rstrip(".!")
    if verb not in change_words():  # it comes after "please"
        return False
    return verb not in _NAMING and names_code(snapshot, name) and not names_together(snapshot, (verb, name))


def leading_word(text: str) -> str:
    """Return the first word of `text` after phrases like "could you please", in lower case; "" if there is none.

    The word need not be a verb.
    """
    framed = _FRAME.match(text)
    found = _WORD.match(text, framed.end() if framed else 0)
    return found[0].lower() if found else ""


def is_framed(text: str) -> bool:
    """Return whether phrases like "could you please" or "how do I" come before the leading word of `text`."""
    framed = _FRAME.match(text)
    return framed is not None and any(map(str.isalpha, framed[0]))


@cache
def change_words() -> frozenset[str]:
    """Load the verbs that ask for a change; the result is cached."""
    table = resources.files("ctx_lsp.retrieval.question").joinpath("change_words.toml").read_text("utf-8")
    return frozenset(tomllib.loads(table)["words"])
