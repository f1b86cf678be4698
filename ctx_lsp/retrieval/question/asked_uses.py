"""Detection of questions about the users of one symbol: "who calls X", "usages of X", "where is X used".

Only the words are examined; `features.users` looks the name up in the index. A question that asks for more than the
users ("who calls X when a job fails") is an ordinary question. An English word that nothing marks as code counts as a
name only in the plainest forms ("who uses sessions"), because it is more often a topic ("get users for teams").
"""

import re
from typing import NamedTuple

from ctx_lsp.retrieval.question.analyse import STOP_WORDS
from ctx_lsp.retrieval.question.dictionary import is_word
from ctx_lsp.syntax.words import stem
from ctx_lsp.text.expressions import Expression

MAX_LENGTH = 300  # characters; a longer text asks for more than the users of a name

_KINDS = (
    r"(?:function|method|class|type|struct|interface|trait|enum|constant|variable|field|property|attribute|module"
    r"|macro|symbol|decorator|hook|component|constructor|helper|option|setting|command|exception|error|table|column)"
)
_WORD = r"[A-Za-z_$@\x80-\xff][\w$\x80-\xff]*"
_NAME = rf"""[`'"]?{_WORD}(?:(?:\.|::|#|->|\\){_WORD})*[!?]?(?:\(\))?[`'"]?"""  # `Cart.save!`
_SUBJECT = rf"(?:(?:the\s)?{_KINDS}\s{_NAME}|(?:the\s)?{_NAME}\s{_KINDS}|{_NAME})"
_ACTIVE = (
    r"(?:calls?|uses?|invokes?|references?|consumes?|instantiates?|imports?|depends?\son|rel(?:y|ies)\son"
    r"|refers?\sto|is\susing|is\scalling|are\susing|are\scalling)"
)
_PASSIVE = (
    r"(?:called|used|invoked|referenced|referred\sto|instantiated|consumed|imported|accessed|constructed)"
    r"(?:\s(?:from|by|in|at))?"
)
_USERS = (
    r"(?:callers?|users?|usages?|uses?|references|call\s?sites?|calls|invocations|consumers|dependants|dependents"
    r"|importers)"
)
_PLACES = (
    r"(?:code|places?|spots?|functions?|methods?|class(?:es)?|modules?|files?|components?|tests?|lines?"
    r"|everything|everybody|everyone|everywhere|anything)"
)
_CHANGE = r"(?:chang|remov|renam|delet|modify|edit|refactor|touch|break)(?:e|es|ed|ing|s)?"
_TAIL = (
    r"(?:\s(?:from|in|by|across|within|throughout|anywhere|everywhere|exactly|currently|directly|at\sall))*"
    r"(?:\s(?:the|this|our|my))?(?:\s(?:whole|entire))?"
    r"(?:\s(?:code\s?base|code|repo(?:sitory)?|project|workspace|program|library|application|app|sources?))?"
    r"(?:\s(?:in|from|inside|within)(?:\s\S+){1,4})?"  # a part of the project: all users are shown, these among them
)
_PLAIN_FORMS = (  # in which an English word may be a name
    rf"(?:who|what|which(?:\s\w+){{1,3}}?)(?:\s(?:all|else|directly))?\s{_ACTIVE}\sSUBJECT",
    r"(?:(?:find|show|list)\s)?(?:all\s)?(?:the\s)?(?:callers?|usages?|call\s?sites?)\sof\sSUBJECT",
)
_FORMS = (
    rf"(?:(?:please\s)?(?:find|show|list|give|get|see|what|which|where|who)\s)?(?:me\s)?(?:are\s)?(?:all\s)?"
    rf"(?:of\s)?(?:the\s)?{_USERS}\s(?:of|to|for)\sSUBJECT",
    rf"(?:where|who|from\swhere|by\swhom|in\swhich\s{_PLACES}|(?:in\s)?what\s{_PLACES})\s(?:all\s)?(?:is|are|does|gets?)\s"
    rf"SUBJECT\s(?:being\s|get\s|ever\s|actually\s)?{_PASSIVE}",
    rf"where\s(?:do|does)\s(?:we|i|they|anything|anyone|the\scode)\s{_ACTIVE}\sSUBJECT",
    rf"(?:(?:find|show|list)\s(?:me\s)?)?(?:all\s|every\s)?(?:of\s)?(?:the\s)?{_PLACES}\s(?:that|which|where|who)"
    rf"(?:\s(?:we|i|they))?\s{_ACTIVE}\sSUBJECT",
    rf"(?:all\s)?(?:the\s)?{_PLACES}\s(?:(?:that|which|where)\s)?SUBJECT\s(?:is|are)\s{_PASSIVE}",
    rf"SUBJECT\s{_USERS}",
    rf"is\sSUBJECT\s(?:still\s|ever\s|even\s|actually\s)?{_PASSIVE}",
    rf"what\s(?:else\s)?(?:would\s|will\s|could\s|might\s|may\s)?(?:breaks?|(?:be|is)\saffected|happens)\s(?:if|when|by)"
    rf"\s(?:(?:i|we|you)\s)?{_CHANGE}\sSUBJECT",
    rf"(?:what\sis\s)?(?:the\s)?impact\sof\s{_CHANGE}\sSUBJECT",
)


def _compiled(form: str) -> Expression:
    subject = f"({_SUBJECT})"
    return Expression(rf"(?i)^{form.replace('SUBJECT', subject)}{_TAIL}[\s?.!]*$")


_FORMS_OF_QUESTIONS = tuple(map(_compiled, (*_PLAIN_FORMS, *_FORMS)))
_WRITTEN_NAME = Expression(rf"(?i)^(?:the\s)?(?:{_KINDS}\s)?({_NAME})(?:\s{_KINDS})?$")
_PLAIN_WORD = re.compile(r"[A-Z]?[a-z]+[!?]?")
_MARKS = "`'\""
_NO_NAMES = STOP_WORDS | frozenset(
    [
        *("a", "an", "the", "this", "that", "these", "those", "my", "our", "your", "its", "each", "every"),
        *("some", "any"),
    ]
)
_CONDITIONS = re.compile(r"\bin (?:case|order|addition|contrast|favou?r|practice|general|detail)\b", re.IGNORECASE)


class AskedUses(NamedTuple):
    """The name of a symbol whose users a question asks for.

    `is_word` is true if nothing marks the name as code and it is an English word too ("who uses sessions").
    """

    name: str
    is_word: bool


def asked_uses(text: str) -> AskedUses | None:
    """Return the name whose users a question asks for, or None if it asks for something else."""
    written = " ".join(text.split())
    if len(written) > MAX_LENGTH or _CONDITIONS.search(written):
        return None
    data = written.encode("utf-8", "replace")
    for number, form in enumerate(_FORMS_OF_QUESTIONS):
        match = form.first(data)
        named = _WRITTEN_NAME.first(match[1]) if match else None
        if named is None:
            continue
        whole, name = named[0].decode("utf-8", "replace"), named[1].decode("utf-8", "replace")
        name = name.removesuffix("()").strip(_MARKS).removesuffix("()")
        if written.endswith(name):  # a final question mark is that of the question
            name, whole = name.removesuffix("?"), whole.removesuffix("?")
        letters = name.rstrip("!?").lower()
        is_marked = any(mark in whole for mark in _MARKS) or whole.endswith("()")
        if not is_marked and (letters in _NO_NAMES or (name.isupper() and _is_abbreviated(written, name))):
            continue
        is_topic = whole == name and _PLAIN_WORD.fullmatch(name) is not None and is_word(stem(letters))
        if not is_topic or number < len(_PLAIN_FORMS):
            return AskedUses(name, is_topic)
    return None


def _is_abbreviated(written: str, name: str) -> bool:
    """Return whether a text consists of the abbreviation `name` and another word, as "API calls" does."""
    return written.startswith(f"{name} ") and len(written.split()) == 2
