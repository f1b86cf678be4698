"""Turns sentences and names into queries: questions, change requests, keywords, or the unchanged sentences.

The form is selected by `share`, a number in [0, 1), so that the same data always gives the same queries.
"""

import re

from ctx_lsp.syntax.words import split_identifier
from ctx_lsp.training.pairs.words import word_list

AS_IS = 0.5  # share of the sentences that are not rephrased

_VERBS = word_list("verbs")
_ARTICLE = re.compile(r"\A(?:the|a|an)\s+", re.IGNORECASE)
_LITTLE = word_list("little")
_WORD = re.compile(r"[A-Za-z0-9][\w'.-]*")

_OF_VERB = (  # {verb}: "parse the header"
    "how does it {verb}",
    "how do I {verb}",
    "where do we {verb}",
    "code to {verb}",
    "which function is used to {verb}",
    "where is the code that should {verb}",
    "add an option to {verb}",
    "it should be possible to {verb}",
    "allow callers to {verb}",
    "fails to {verb}",
    "{verb}",
)
_OF_NOUN = (  # {noun}: "parser for headers"
    "where is the {noun} implemented",
    "how does the {noun} work",
    "how is the {noun} implemented",
    "add support for {noun}",
    "improve the {noun}",
    "fix the {noun}",
    "what is responsible for {noun}",
    "{noun}",
)
_OF_NAME = (  # {words}: "request timeout"
    "how is {words} handled",
    "where is {words} implemented",
    "where does it {words}",
    "how does {words} work",
    "code for {words}",
    "change how {words} works",
)


def phrase(sentence: str, share: float) -> str:
    """Return a sentence as it is or rephrased as a query; `share`, a number in [0, 1), selects the form.

    If `share` is below `AS_IS`, the sentence stays as it is. The first fifth of the range from `AS_IS` to 1
    gives keywords, and the rest selects a template for the sentence's verb or noun.
    """
    if share < AS_IS:
        return sentence
    share = (share - AS_IS) / (1 - AS_IS)
    if share < 0.2:
        return keywords(sentence) or sentence
    share = (share - 0.2) / 0.8
    verb = imperative(sentence)
    if verb:
        return _pick(_OF_VERB, share).format(verb=verb)
    noun = _ARTICLE.sub("", sentence)
    if noun != sentence and not re.search(r"\b(?:is|are|was|will|can|must|should)\b", noun):
        return _pick(_OF_NOUN, share).format(noun=noun)
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() else sentence


def imperative(sentence: str) -> str:
    """Convert a sentence to an imperative: `Returns the name` → `return the name`.

    Returns "" if the sentence does not begin with a verb.
    """
    first, _, rest = sentence.partition(" ")
    word = first.lower()
    forms = (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ies") + "y")
    verb = next((form for form in forms if form in _VERBS), "")
    return f"{verb} {rest}" if verb and rest else ""


def keywords(sentence: str) -> str:
    """Return the significant words of a sentence, as typed into a search box; "" if there are too few of them."""
    words = [word for word in _WORD.findall(sentence) if word.lower() not in _LITTLE]
    return " ".join(words[:10]).lower() if len(words) >= 3 else ""


def of_name(name: str, owner: str, share: float) -> str:
    """Build a question from the words of a name and sometimes of its owner; "" if the name has fewer than two words.

    `owner` is the name of the type that the name belongs to, or "". `share` selects the form.
    """
    words = [word for word in split_identifier(name) if word.isalpha() and len(word) > 1]
    if len(words) < 2:
        return ""
    owner_words = [word for word in split_identifier(owner) if word.isalpha()]
    asked = " ".join(words) + (f" in {' '.join(owner_words)}" if owner_words and share * 7 % 1 < 0.5 else "")
    template = "where does it {words}" if words[0] in _VERBS and share < 0.4 else _pick(_OF_NAME, share)
    if words[0] in _VERBS and template not in ("where does it {words}", "code for {words}"):
        template = "how does it {words}" if share < 0.7 else "{words}"
    elif template == "where does it {words}" and words[0] not in _VERBS:
        template = "how is {words} handled"
    return template.format(words=asked)


def _pick(templates: tuple[str, ...], share: float) -> str:
    return templates[min(int(share * len(templates)), len(templates) - 1)]
