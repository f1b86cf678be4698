"""Division of a question into parts that ask for different things. The index is not used.

A part is an interrogative sentence, an item of a list, or a clause that begins like a question. A clause with a pronoun
is not separated, because the pronoun may refer to another clause.
"""

import re

from ctx_lsp.retrieval.question.analyse import terms_of
from ctx_lsp.text.sentences import NO_ABBREVIATION

MAX_PARTS = 4  # a question with more is searched for as a whole
MIN_TERMS = 2  # minimum number of index terms in a part; fewer do not define a subject

_INTERROGATIVE = r"(?:how|what|where|when|why|who|whose|which)"
_LIST_ITEM = re.compile(r"^[ \t]{0,9}(?:[-*•]|\(?\d{1,2}[.)]|\(?[a-z][.)])[ \t](.+)$", re.MULTILINE)
_KEY = re.compile(r"[\w.-]{1,80}:(?:\s|$)")  # an entry of YAML
_SENTENCE_END = re.compile(rf"(?<=[?!])\s|(?<=[.;]){NO_ABBREVIATION}\s(?=[A-Z])")
_ASKS = re.compile(rf"\?\W{{0,9}}$|^\W{{0,9}}{_INTERROGATIVE}\b", re.IGNORECASE)
_AUXILIARY = r"(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have)"
_SUBJECT = r"(?:the|an?|there|any|all|each|every)"  # not in `opens the file, and does locking`
# A comma alone also comes before what is no question: `, when the file changes`, `, which is empty`.
_CLAUSE = re.compile(
    rf"[,;]?\s(?:and|then|plus|&)\s(?:also\s|then\s)?(?={_INTERROGATIVE}\b)"
    rf"|[,;]\s(?=(?:how|what|where|when|why)\s{_AUXILIARY}\b)"
    rf"|[,;]\s(?:(?:and|or|then|plus|&)\s)?(?={_AUXILIARY}\s{_SUBJECT}\b)",
    re.IGNORECASE,
)
_LEADING = re.compile(rf"^\W{{0,9}}(?:(?:\w{{1,20}}\s)?{_INTERROGATIVE}|{_AUXILIARY})\b", re.IGNORECASE)
_CONDITION = re.compile(rf"^\W{{0,9}}when\s(?!{_AUXILIARY}\b)", re.IGNORECASE)  # it holds for all clauses after it
_PRONOUN = re.compile(
    r"\b(?:it|its|they|them|their|that|those|these|this|one|ones|other|others|latter)\b", re.IGNORECASE
)


def parts_of_question(text: str) -> tuple[str, ...]:
    """Return the parts of a question in order.

    Return the whole question if it has a single part or too many parts, or if a part has too few terms.
    """
    parts = _items(text) or [clause for sentence in _asking_sentences(text) for clause in _clauses(sentence)]
    is_divided = 1 < len(parts) <= MAX_PARTS and all(len(terms_of(part)) >= MIN_TERMS for part in parts)
    return tuple(parts) if is_divided else (text,)


def _items(text: str) -> list[str]:
    """Return the items of a list, each joined with the text before and after the list.

    Return [] if there is no list of several items, if the items look like YAML entries, or if the text before the list
    does not end in a colon or a question mark.
    """
    found = list(_LIST_ITEM.finditer(text))
    if len(found) < 2 or any(_KEY.match(match.group(1)) for match in found):
        return []
    lead, rest = text[: found[0].start()].strip(), text[found[-1].end() :].strip()
    if lead and not lead.endswith((":", "?")):  # lines of code or of a change, such as a removed one
        return []
    return [" ".join(filter(None, (lead, match.group(1).strip(), rest))) for match in found]


def _asking_sentences(text: str) -> list[str]:
    """Return the interrogative sentences, each with the statements before it.

    The last sentence also gets the statements after it.
    """
    asking: list[str] = []
    before: list[str] = []
    first, *later = (line.strip() for line in text.strip().split("\n"))
    for sentence in filter(None, map(str.strip, _SENTENCE_END.split(first))):
        before.append(sentence)
        if _ASKS.search(sentence):
            asking.append(" ".join(before))
            before = []
    for line in filter(None, later):  # may be code, so only a question mark identifies a question
        before.append(line)
        if line.endswith("?"):
            asking.append(" ".join(before))
            before = []
    if before and asking:
        asking[-1] = " ".join((asking[-1], *before))
    return asking


def _clauses(sentence: str) -> list[str]:
    """Return the clauses of a sentence that combines several questions; otherwise return the whole sentence.

    Also return the whole sentence if a later clause has a pronoun, which may refer to an earlier clause, or if the
    sentence begins with a condition.
    """
    first, *later = clauses = _CLAUSE.split(sentence)
    asks = _LEADING.search(first) and not _CONDITION.match(first)
    return clauses if later and asks and not any(map(_PRONOUN.search, later)) else [sentence]
