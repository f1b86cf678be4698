"""Tells whether a sentence quoted from a commit's message can be understood without the text around it.

Such a sentence is complete: it ends with a punctuation mark, unless it is an item of a list, and closes its brackets
and backquotes. It does not begin with a word that refers to the sentence before it, and does not point to things that
have not been mentioned, as in "these cases".
"""

import re

from ctx_lsp.syntax.words import stem

_END = re.compile(r"[.!?][\"'`*)\]}]*\Z")
_PAIRS = (("(", ")"), ("[", "]"))
# Words that begin a sentence which goes on from the one before
_REFERS_BACK = re.compile(
    r"(?:this|that|these|those|it|its|they|otherwise|so|instead|because|since|also|in this|such|moreover|furthermore|"
    r"however|but|and|then|there|as a result|here|for example|e\.g\.|"
    r"specifically|additionally|another|even (?:if|so)|in (?:both|that|these|those)|for (?:this|that|these)|"
    r"to (?:achieve|avoid|do|ensure|fix|prevent|solve|work around) (?:this|that|these)|when (?:this|that)|"
    r"(?:if|when|since|because|as) (?:this|that|these|those|it|they))\b",
    re.IGNORECASE,
)
_LEADING_CLAUSE = re.compile(r"(?:because|since) [^,]{10,200}, (?!then\b)\w", re.IGNORECASE)  # its own reason
# "these cases" anywhere, and "since this bug" at the beginning: the noun must have been named before
_POINTING = re.compile(
    r"(?:\A(?:(?:however|so|but|and),? )?(?:since|because|as|if|when|in|for) (?P<single>this|that)|"
    r"\b(?:these|those)) (?P<noun>[a-z]{3,30})\b",
    re.IGNORECASE,
)
# Nouns for the code that a note is about: its readers see what "these options" means
_NAMES_OF_CODE = (
    "api argument attribute class code command constructor field file flag function helper interface macro method "
    "module object option parameter property script setting struct type value variable"
)
_CODE_NOUNS = frozenset(map(stem, _NAMES_OF_CODE.split()))
# Words after a pronoun that stands alone, which are no nouns
_AFTER_PRONOUN = (
    "and are but can cannot could did does for from had has have is may might must need not now only should was were "
    "that this will with would"
)
_NO_NOUNS = frozenset(_AFTER_PRONOUN.split())
_WORD = re.compile(r"[A-Za-z]{3,}")


def is_whole(sentence: str, *, is_item: bool) -> bool:
    """Return whether a sentence ends with a punctuation mark and closes its brackets and backquotes.

    An item of a list need not end with a punctuation mark.
    """
    text = sentence.rstrip()
    if not is_item and not _END.search(text):
        return False
    return all(text.count(first) == text.count(last) for first, last in _PAIRS) and text.count("`") % 2 == 0


def refers_back(sentence: str) -> bool:
    """Return whether a sentence begins with a word that refers to the sentence before it."""
    return bool(_REFERS_BACK.match(sentence)) and not _LEADING_CLAUSE.match(sentence)


def points_outside(sentence: str, before: str) -> bool:
    """Return whether a sentence points to something, as in "these cases", that has not been mentioned before.

    The noun may be mentioned earlier in the sentence or in `before`, the text before the sentence. Nouns for code, such
    as "these options", do not count, because readers of a note see the code.
    """
    for found in _POINTING.finditer(sentence):
        noun = stem(found["noun"].lower())
        is_verb = found["single"] and found["noun"].endswith("s")  # "if this fails"
        if is_verb or noun in _CODE_NOUNS or found["noun"].lower() in _NO_NOUNS:
            continue
        named = {stem(one.lower()) for one in _WORD.findall(f"{before} {sentence[: found.start()]}")}
        if noun not in named:
            return True
    return False
