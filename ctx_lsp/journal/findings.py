"""Finds decisions and open questions in texts that people and agents wrote, by rules on the words of a sentence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ctx_lsp.base.late_expressions import compile_late
from ctx_lsp.memory.message_prose import joined_lines
from ctx_lsp.text.sentences import sentences_of

MAX_TEXT = 20_000  # characters
MAX_SENTENCE = 400  # characters; longer ones are data
MAX_FOUND = 20  # in one text
MIN_WORDS = 3

_FENCES = ("```", "~~~")
_NO_PROSE = compile_late(r"\s*\Z|\s{4}|\t|[>$|#<]")
_MARKED_DECISION = compile_late(r"(?:decision|decided|agreed|resolved):\s+", re.IGNORECASE)
_DECISION = compile_late(
    r"\b(?:(?:we|i|they)(?: have|'ve| had)?(?: now| finally| all)? (?:decided|agreed|chose|settled on|opted)|"
    r"(?:it was|was|is|has been|been) (?:decided|agreed)|decided (?:to|on|against|not to)|agreed (?:on|that)|"
    r"(?:we|i)(?:'ll| will| shall| are going to|'re going to|'m going to| am going to) "
    r"(?:use(?! (?:this|it|that)\b)|keep(?! \w{1,20}ing\b)|drop|stay with|go with|stick (?:to|with)|switch to|move to|"
    r"never|always)\b|let's (?:use|keep|drop|go with|stick (?:to|with)|not)\b|"
    r"(?:we|i'm|we're|i am|we are) go(?:ing)? with\b|settled on|"
    r"(?:chose|picked) [^.?!]{1,80} (?:over|instead of|rather than) |from now on\b|"
    r"the decision (?:is|was) (?:to|that)\b)",
    re.IGNORECASE,
)
# The words of a decision in a condition, a question or a denial are none.
_NO_DECISION = compile_late(
    r"\b(?:if|whether|unless|once|until|nothing|nobody|no one|should (?:we|i)|could (?:we|i)|maybe|perhaps|might|"
    r"(?:not|never|haven't|hasn't|yet to be|to be) (?:yet )?(?:been )?(?:decided?|agreed?|settled))\b|\?",
    re.IGNORECASE,
)
_MARKED_QUESTION = compile_late(r"(?:open question|question|tbd|to be decided|to do|todo|unclear):\s+", re.IGNORECASE)
_OPEN = compile_late(
    r"\b(?:(?:it is|it's|still|remains) (?:unclear|unknown|undecided)\b|"
    r"(?:question|issue) (?:is|remains) (?:still )?open\b|unclear (?:if|whether|why|how|what|which)|"
    r"not (?:yet )?(?:sure|clear|known|decided) (?:if|whether|why|how|what|which|yet)|"
    r"(?:i|we) (?:don't|do not) (?:yet )?know (?:if|whether|why|how|what|which|yet)|"
    r"(?:need|have|remains) to (?:find out|decide|clarify|figure out)|yet to be decided|to be decided|"
    r"(?:i|we) (?:wonder|have to ask)\b)",
    re.IGNORECASE,
)
_QUESTION = compile_late(r"[^?]{6,}[\w)\"'`\]]\?[\"')\]]{0,2}\Z")
_RHETORICAL = compile_late(r"(?:right|ok|okay|no|isn't it|why not)\?\Z|\b(?:can|could|would|will) you\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence that states a decision or leaves a question open."""

    kind: Literal["decision", "openQuestion"]
    text: str


def findings_in(text: str) -> tuple[Finding, ...]:
    """Return the first `MAX_FOUND` decisions and open questions in a text, in order and without repetitions."""
    found: dict[Finding, None] = {}
    for paragraph in joined_lines(_prose_lines(text[:MAX_TEXT])):
        for sentence in map(str.strip, sentences_of(paragraph)):
            one = _finding(sentence)
            if one is not None:
                found[one] = None
    return tuple(found)[:MAX_FOUND]


def _prose_lines(text: str) -> Iterator[str]:
    """Yield the lines that are prose, and an empty line in place of each line of code or of a quotation."""
    is_code = False
    for line in text.splitlines():
        is_fence = line.lstrip().startswith(_FENCES)
        is_code ^= is_fence
        yield "" if is_fence or is_code or _NO_PROSE.match(line) else line


def _finding(sentence: str) -> Finding | None:
    if len(sentence) > MAX_SENTENCE or len(sentence.split()) < MIN_WORDS:
        return None
    if marked := _MARKED_DECISION.match(sentence):
        return Finding("decision", sentence[marked.end() :])
    if marked := _MARKED_QUESTION.match(sentence):
        return Finding("openQuestion", sentence[marked.end() :])
    is_question = _QUESTION.match(sentence) and sentence.count("`") % 2 == 0 and not _RHETORICAL.search(sentence)
    if is_question or _OPEN.search(sentence):
        return Finding("openQuestion", sentence)
    if _DECISION.search(sentence) and not _NO_DECISION.search(sentence):
        return Finding("decision", sentence)
    return None
