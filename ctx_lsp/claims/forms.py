"""Sentence forms, read from `forms.toml`: each form is a pattern of sentences that state one relation.

Forms are matched against skeletons: sentences with a numbered placeholder for each mention (see `Sentence`).
`extraction` turns matches into claims.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from ctx_lsp.claims.model import ClaimKind
from ctx_lsp.text.expressions import Expression, ExpressionSet

_ONE = r"<\d+>"
_LIST = r"<\d+>(?:(?:,? (?:and|or)(?: then| finally| also)? |, (?:then )?|/| & | plus |,? as well as )<\d+>)*"
_VALUE = r"(?:<\d+>|\"[^\"<>]{0,60}\"|-?\d[\d_,]*(?:\.\d+)?|true|false|none|null|nil)"
_NUMBER_WORDS = {"no": 0, "zero": 0, "one": 1, "a single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
                 "seven": 7, "eight": 8}  # fmt: skip
_ADVERBS = (
    "directly|internally|always|then|also|simply|just|first|finally|itself|automatically|immediately|implicitly|"
    "explicitly|usually|typically|only|in turn|eventually|ultimately|now|currently|repeatedly|lazily|recursively|"
    "normally|merely|still|either|both|never|a|an|the|any|further|later|otherwise|publicly|already|[a-z]{3,15}ly"
)
_GROUPS = {
    "v": _VALUE,
    "d": "\\d{1,6}",
    "n": "(?:\\d+|" + "|".join(_NUMBER_WORDS) + ")",
}
_MENTION = re.compile(rb"<(\d+)>")
_NEGATION = re.compile(rb"\b(?:never|not|no longer|n't)\b", re.IGNORECASE)
_OMITTED = re.compile(
    rb"\b(?:if|when) (?:<\d+> is )?not (?:passed|given|set|specified|provided|omitted)\b|\b(?:if|when) not(?=\W|$)",
    re.IGNORECASE,
)  # says when the default of an argument holds
_GOES_ON = re.compile(r"\W?<\d+>(?:,? (?:and|then|but|it)\b|, )")
_DESCRIBED = re.compile(r"<(\d{1,4})> (?:that|which) (?:[a-z-]+ ){1,3}\Z")  # a relative clause up to its object
_LOOSE = frozenset({"constant", "symbol"})  # kinds whose forms also match inside matches of other forms
_FIELD = re.compile(r"\{(\w+)\}")
_MEMORY = 64 << 20  # bytes; the limit of RE2, which compiles all forms into one automaton


class FormMatch(NamedTuple):
    """A match of a sentence form: for each group, the indices of its mentions (`groups`) and its text (`texts`).

    `start`–`end` is the range in the skeleton, in characters. `is_choice` is set if "or" joins a list of mentions.
    `only_confirms` is set if the form has other senses as well; the claim must then not be refuted.
    """

    kind: ClaimKind
    detail: str
    groups: Mapping[str, tuple[int, ...]]
    texts: Mapping[str, str]
    start: int
    end: int
    is_choice: bool
    only_confirms: bool


@dataclass(frozen=True, slots=True)
class SentenceForm:
    """A pattern of sentences that make one kind of claim, with the names of its groups in order."""

    kind: ClaimKind
    detail: str
    expression: Expression
    groups: tuple[str, ...]
    only_confirms: bool


def matches(skeleton: str) -> Iterator[FormMatch]:
    """Yield the matches of all forms in the reduced skeleton of a sentence.

    In "<0> calls <1> and raises <2>", the subject of the second form is <0>; in "<0> calls <1> and <2> raises <3>", the
    list of the first form ends before <2>.
    """
    found = sorted(_matches(skeleton), key=lambda one: (one.start, one.end))
    for one in found:
        yield _with_own_subject(_without_next_subject(one, found), found, skeleton)


def is_loose(one: FormMatch) -> bool:
    """Return whether the form of a match may also match inside a match of another form that says more."""
    return one.kind in _LOOSE


def _without_next_subject(one: FormMatch, found: list[FormMatch]) -> FormMatch:
    """Remove the last object of a match if it is really the subject of another match that ends later."""
    objects = one.groups.get("o", ())
    if len(objects) < 2:
        return one
    goes_on = any(
        other.groups.get("s", ())[:1] == objects[-1:] and other.end > one.end and other.kind != "symbol"
        for other in found
    )
    return one._replace(groups={**one.groups, "o": objects[:-1]}) if goes_on else one


def _with_own_subject(one: FormMatch, found: list[FormMatch], skeleton: str) -> FormMatch:
    """Correct the subject of a match that continues an earlier match, or that follows a relative clause.

    In "<0> calls <1> and raises <2>", for example, the subject of the match "<1> and raises <2>" is <0>, not <1>; so it
    is in "<0> that calls <1> raises <2>".
    """
    subject = one.groups.get("s", ())
    first = skeleton.find("<", one.start)
    begins = skeleton.startswith(f"<{subject[0]}>", first) if subject else False
    if begins and (described := _DESCRIBED.search(skeleton[:first])):
        return one._replace(groups={**one.groups, "s": (int(described[1]),)})
    if not subject or not _GOES_ON.match(skeleton[one.start : one.end].lstrip()):
        return one
    for other in found:
        before = other.groups.get("s", ())
        if other.start < one.start and subject[-1:] == other.groups.get("o", ())[-1:] and before:
            return one._replace(groups={**one.groups, "s": before})
    return one


def _matches(skeleton: str) -> Iterator[FormMatch]:
    data = skeleton.encode()
    table, expressions = _table()
    for index in sorted(expressions.matching(data)):
        form = table[index]
        start = 0
        while (found := form.expression.first(data, start)) is not None:
            made = _match(form, found)
            if made is not None:
                yield made
            # The last object of a list may be the subject of the next match, which begins with the character before it.
            is_list = made is not None and len(made.groups.get("o", ())) > 1
            start = max(found.end() - len(_last_mention(found)) - is_list, found.start() + 1)


def _last_mention(found: Any) -> bytes:  # noqa: ANN401  # a match of RE2 has no type
    """Return the text of a match from its last mention on, where the next match may begin."""
    whole = bytes(found.group(0))
    at = whole.rfind(b"<")
    return whole[at:] if at > 0 else b""


def _match(form: SentenceForm, found: Any) -> FormMatch | None:  # noqa: ANN401  # as above
    groups: dict[str, tuple[int, ...]] = {}
    texts: dict[str, str] = {}
    is_choice = False
    for place, name in enumerate(form.groups, 1):  # group names are bytes in some versions of the library
        written = found.group(place)
        if written is None:
            continue
        groups[name] = tuple(int(one) for one in _MENTION.findall(written))
        texts[name] = written.decode("utf-8", "replace").strip()
        is_choice = is_choice or b" or " in written or b" either " in written
    if form.kind != "unused" and _NEGATION.search(_OMITTED.sub(b"", found.group(0))):
        return None
    start, end = (len(found.string[:at].decode("utf-8", "replace")) for at in found.span())  # characters, not bytes
    return FormMatch(form.kind, form.detail, groups, texts, start, end, is_choice, form.only_confirms)


def number(text: str) -> int:
    """Return the value of a number in digits or of a word such as "three"."""
    return int(text) if text.isdigit() else _NUMBER_WORDS[text.lower()]


@cache
def _table() -> tuple[tuple[SentenceForm, ...], ExpressionSet]:
    read = tomllib.loads(resources.files(__package__).joinpath("forms.toml").read_text("utf-8"))
    words: dict[str, str] = read["words"]
    found = []
    for row in read["form"]:
        for pattern in row["patterns"]:
            used: list[str] = []
            text = _expanded(pattern, words, used)
            expression = Expression(f"(?i)(?:^|[^\\w<]){text}", _MEMORY)
            loose = row.get("only_confirms", False)
            found.append(SentenceForm(row["kind"], row.get("detail", ""), expression, tuple(used), loose))
    return tuple(found), ExpressionSet(tuple(one.expression.text for one in found), _MEMORY)


def _expanded(pattern: str, words: Mapping[str, str], used: list[str]) -> str:
    def piece(found: re.Match[str]) -> str:
        name = found[1]
        if name == "adv":
            return f"(?:(?:{_ADVERBS})(?:,)? ){{0,3}}"
        if name in words:
            return _expanded(words[name], words, used)
        if name.isdigit() or "," in name:
            return found[0]
        text = _GROUPS.get(name, _LIST)
        if name in used:
            return f"(?:{text})"
        used.append(name)
        return f"(?P<{name}>{text})"

    return _FIELD.sub(piece, pattern)
