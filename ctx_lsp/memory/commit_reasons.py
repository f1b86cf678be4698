"""Proposes notes about reasons, reverts and breaking changes, which word patterns find in commit messages.

A message yields a note only if it says why a change was made. Most messages say only what was done, which the commit
itself shows. This module reads no repository: `workspace.notes.proposals` passes in the messages and finds the code
that the commits changed.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ctx_lsp.base.late_expressions import compile_late
from ctx_lsp.memory.excerpts import MessageSentence, excerpt_around
from ctx_lsp.memory.message_prose import MessageBlock, message_blocks, paragraphs
from ctx_lsp.memory.model import NoteType
from ctx_lsp.memory.self_contained import is_whole, points_outside, refers_back
from ctx_lsp.text.sentences import sentences_of

MAX_MESSAGE = 6_000  # characters; longer messages are generated lists
MAX_TITLE = 120
MIN_WORDS, MAX_WORDS = 9, 60  # of a sentence
MIN_REASON_WORDS = 11  # of a reason, with the sentence that it refers to
MIN_PURPOSE_WORDS = 18  # of a sentence that gives a purpose alone; a shorter one repeats what was done
MAX_REASONS = 2
MAX_EXCERPT = 70  # words of a message that a note quotes
LEAST_SHARE = 0.65  # of a message's prose that a note quotes; fitted to 290 judged proposals, repositories left out

_CONVENTIONAL = compile_late(r"(?P<kind>[a-zA-Z]{2,12})(?:\([^()\n]{1,60}\))?!?: +(?=\S)")
_ROUTINE_KIND = frozenset(["build", "chore", "ci", "deps", "docs", "doc", "release", "style", "test", "tests", "wip"])
_ROUTINE = compile_late(
    r"(?:bump|release|update (?:dependenc|changelog|readme|docs?\b)|merge|prepare|.*refactor|.*simplif|changelog|"
    r"version|typo|fix(?:es|ed)? (?:typos?|lint|flak|ci\b|tests?\b|build|docs?\b|compil)|clean|tidy|rename|"
    r"move[sd]?\b|reorgani[sz]e|format|lint|revert|extract|annotate|"
    r"build|upgrade|address|add(?:s|ed)? tests?\b|.*\bthe build\b|.*\bdependenc|.*\bwarnings?\b|"
    r"(?:.{1,40}: )?(?:remov|delet|drop)\w{1,3} .*\b(?:unused|dead|superfluous|redundant|unneeded|unnecessary|"
    r"comments?)\b|"
    r"tests?\b|ci\b|docs?\b|improve (?:docs?|documentation|readme)|v?\d+\.\d+)",
    re.IGNORECASE,
)
_REFERENCE = compile_late(r"\((?:[\w./-]{0,60}#\d{1,7}|gh-\d{1,7})\)\Z", re.IGNORECASE)
_REVERT = compile_late(r"revert:? +\"?(?P<what>(?!revert\b)[^\"\n]{5,200})\"?", re.IGNORECASE)
_REVERTED = compile_late(r"this reverts commit|^reverts? |^\(?reverts? +[\w/#-]+\)?\.?$", re.IGNORECASE)
_BREAKING = compile_late(r"^BREAKING[ -]CHANGE: +", re.MULTILINE)
_REASON = compile_late(
    r"(?:^|[;,.(] ?|[-–—] )otherwise\b|\b(?:because|"
    r"must (?:not|be|never|have|always)|(?:isn't|is not|aren't|are not) (?:safe|allowed|guaranteed|supported)|"
    r"workaround|work around|never (?:be|use|call)|"
    r"since (?:the|it|we|this|that|they|there|a|an|\w{2,20} (?:is|are|does|can))\b)",
    re.IGNORECASE,
)
# What the code relies on; too weak for a sentence of a document
_RELIES = compile_late(
    r"\b(?:without this,|unless|which means|guarantee\w{0,2}|should (?:not|never|always|only))", re.IGNORECASE
)
_PURPOSE = compile_late(r"\b(?:so that|in order to|to avoid|to prevent|to ensure|to make sure)\b", re.IGNORECASE)
_CONSEQUENCE = compile_late(
    r"\b(?:can|may|might) (?:cause|break|fail|crash|lead|result|leak|block|lose|deadlock|hang|never|be lost)\b",
    re.IGNORECASE,
)
_MENDS = compile_late(
    r"(?:.{0,40}: )?(?:fix|correct|repair|bug|crash|leak|race|handle|deadlock|avoid|prevent|ensure|don't|do not)",
    re.IGNORECASE,
)
# What the code has to do; the message of a correction gives other reasons for what went wrong
_NORM = compile_late(
    r"\b(?:must|needs? to|should|ensures?|make sure|have to|has to|unless|otherwise|"
    r"not (?:safe|allowed|guaranteed|supported)|to (?:avoid|prevent|ensure))\b",
    re.IGNORECASE,
)
_CONDITION = compile_late(r"\b(?:if|when|whenever|unless|while|without)\b", re.IGNORECASE)
# Words about the state before the commit
_PAST = compile_late(
    r"\b(?:was|were|wasn't|weren't|did|didn't|had|hadn't|went|caused|previously|formerly|currently|"
    r"(?:it|that|there|they|this|we|which) used to|before this|until now|"
    r"no longer|any ?more|now (?:that|is|are|\w{2,20}s\b)|(?:has|have) (?:just )?now|would|"
    r"(?<!\bbe )(?<!is )(?<!are )(?<!has )(?<!have )(?<!having )(?<!been )(?<!already )"
    r"(?!(?:embed|exceed|feed|need|proceed|seed|speed)\b)\w{2,20}ed (?:the|an?|its|their|no|such|it|them) |"
    r"(?:chose|found|gave|kept|left|lost|made|sent|thought|took) (?:the|an?|its|no|it|that) |"
    r"historically|today|got|(?:has|have) been (?:chang|mov|remov|renam|replac)ed|"
    r"(?:current|existing|former|old|previous) (?:approach|code|implementation|logic|method|version|workaround)|"
    r"(?:this|it|they|we|which) (?:also |just |have |has )?\w{3,20}ed)\b|\b[0-9a-f]{8,40}\b",
    re.IGNORECASE,
)
_WOULD = compile_late(r"\b(?:otherwise|without|if)\b.{1,200}\bwould\b|\bwould\b.{1,200}\bif\b", re.IGNORECASE)
# Sentences that refer to the subject, after it; of a fix, only to a subject that is a rule
_OF_SUBJECT = compile_late(r"(?:otherwise|this|it|without this)\b", re.IGNORECASE)
_OF_RULE = compile_late(r"(?:otherwise|without this)\b", re.IGNORECASE)
_RULE = compile_late(
    r"(?:.{1,40}: )?(?:don't|do not|never|always|only|avoid|prevent|ensure|make sure)\b", re.IGNORECASE
)
_CODE_FIRST = compile_late(r"`|\w+(?:[_.(]|::|->)\w*")  # a sentence that begins with a name in the code
# Sentences that repeat the subject: what the commit does
_CHANGES = compile_late(
    r"(?:also |then |so )?(?:add|adjust|change|create|drop|introduce|make|move|remove|rename|set)s? ", re.IGNORECASE
)
# "to avoid that", and sentences that end in the middle
_VAGUE_END = compile_late(
    r"\b(?:that|this|it|them|these|those|and|or|the|an?|therefore|because|to|of|with|for|so|is|are)\W*\Z",
    re.IGNORECASE,
)
_GOTCHA = compile_late(
    r"\b(?:otherwise|caus(?:e[sd]?|ing)|would (?:break|fail|crash|leak|block|lose|deadlock|never|always|not|be lost)|"
    r"deadlocks?|races?|race condition|leaks?|crash(?:es|ed)?|panics?|corrupt\w{0,5}|hangs?|broke|breaks|fail(?:s|ed)|"
    r"must (?:not|never)|never|workaround|work around|(?:is|are)n't (?:safe|guaranteed)|not (?:safe|guaranteed)|"
    r"to (?:avoid|prevent)|bugs?|regressions?)\b",
    re.IGNORECASE,
)
# Talk about the work, not about the code.
_CHATTER = compile_late(
    r"\b(?:I|I'm|I've|I'll|me|my|hopefully|maybe|partially|doesn't matter|to think|perhaps|probably|possibly|"
    r"essentially|not sure|for now|todo|fixme|wip|should be fine|harmless|why not|some ?day|eventually|observed|"
    r"reported|crap|stuff|hacky|at (?:this point|the moment)|credits?|thanks|forgot|"
    r"we(?:'ve| have)? also|in the future|useful|helpful|follow-?up|upcoming|subsequent|above|below|"
    r"as (?:one|you|we) can see|(?:this|the) (?:approach|change|patch)|in preparation|we feel|planning|"
    r"more (?:consistent|robust|accurate|readable|suitable)|we have (?:refactor|rework)ed|"
    r"alternatively|theoretically|suggested|should be better|issue reporter|the issue (?!is)|weirdly|"
    r"measured|benchmark\w*|throughput|wall.?clock|tested|asserts?|much better|"
    r"pull request|this pr|reviewers?|the review|ci|github actions?|workflow|readme|changelog|typos?|lint(?:er|ing)?|"
    r"let's|simpler|clearer|cleaner|nicer|happier|reused for|(?:following|next) (?:commit|patch)|reduces the code|"
    r"clippy|formatt(?:er|ing)|prettier|eslint|tests?|flaky|coverage|oh well|noticed|looks like|while (?:here|at it)|"
    r"odd|weird|somehow|some issues|in a sense|"
    r"basically|the fix|fuzz\w{0,5}|review comments?|couldn't|dockerfile|docs|current code|warnings?|"
    r"rebas\w{1,4}|merg(?:e|ed|ing)|backport\w*|cherry|release|this commit|previous commit|last commit|co-authored|"
    r"claude|copilot|dependabot|renovate|generated with)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CommitReason:
    """The content of a note that a commit's message proposes. `body` quotes the message."""

    type: NoteType
    title: str
    body: str


def gives_reason(text: str) -> bool:
    """Return whether a sentence of a document says why the code is as it is."""
    is_reason = _REASON.search(text) or _PURPOSE.search(text)
    return bool(is_reason) and not _is_past(text) and not _CHATTER.search(text)


def reason_in(message: str) -> CommitReason | None:
    """Return the note that a commit's message proposes; None if it gives no reason."""
    subject, _, rest = message[:MAX_MESSAGE].strip().partition("\n")
    subject = _without_reference(subject)
    conventional = _CONVENTIONAL.match(subject)
    kind = conventional["kind"].lower() if conventional else ""
    plain = subject[conventional.end() :] if conventional else subject
    title = plain[:1].upper() + plain[1:]
    if not len(title.split()) >= 3 or len(title) > MAX_TITLE or title.endswith(("…", "...")):
        return None
    if breaking := _BREAKING.search(rest):
        return _breaking(title, rest[breaking.end() :])
    blocks = message_blocks(rest)
    if reverted := _REVERT.match(plain):
        title = f"Reverted: {_without_reference(reverted['what'])}"
        why = [one for block in blocks for one in _reasons_of_revert(block, title)]
        return CommitReason("failure", title, _joined(why)) if why else None
    if kind in _ROUTINE_KIND or _ROUTINE.match(plain):
        return None
    is_mended = bool(_MENDS.match(plain)) or kind in ("fix", "bugfix")
    why = _within_excerpt(_reasons(blocks, title, is_mended=is_mended))
    if not why or sum(map(_word_count, why)) < LEAST_SHARE * sum(len(one.text.split()) for one in blocks):
        return None
    note_type: NoteType = "gotcha" if any(_GOTCHA.search(one) for quoted in why for one in quoted) else "decision"
    return CommitReason(note_type, title, _joined(why))


def _without_reference(line: str) -> str:
    """Return a line without a number in parentheses at its end, such as `(#12)`."""
    return _REFERENCE.sub("", line.strip()).rstrip()


def _breaking(title: str, rest: str) -> CommitReason | None:
    """Return the note for the text `rest` of a `BREAKING CHANGE:` footer; None if the text is too short."""
    said = next(iter(paragraphs(rest)), "")
    if len(said.split()) < MIN_WORDS:
        return None
    return CommitReason("decision", title, f"Breaking change: {_joined([tuple(sentences_of(said)[:MAX_REASONS])])}")


def _reasons_of_revert(block: MessageBlock, title: str) -> Iterator[tuple[str, ...]]:
    """Yield the sentences that can be quoted from a block of a revert's message, each as a tuple of one.

    They need not look like reasons: all of the message is assumed to say why the commit was reverted.
    """
    for sentence in sentences_of(block.text):
        is_quotable = _is_prose(sentence) and is_whole(sentence, is_item=block.is_item)
        leans = (refers_back(sentence) and not _OF_SUBJECT.match(sentence)) or points_outside(sentence, title)
        if is_quotable and not leans and not _REVERTED.search(sentence):
            yield (sentence,)


def _reasons(blocks: Sequence[MessageBlock], title: str, *, is_mended: bool) -> Iterator[tuple[str, ...]]:
    """Yield the sentences of a message that say why the code is as it is, each with the sentences around it.

    `is_mended` is true if the commit is a fix. In the message of a fix, only sentences with words such as "must" or
    "to avoid" count, because other sentences describe the fixed bug.
    """
    is_rule = bool(_RULE.match(title))
    sentences = [MessageSentence(one, block.is_item) for block in blocks for one in sentences_of(block.text)]

    def begins_well(number: int) -> bool:
        sentence = sentences[number].text
        if not number and (_OF_RULE if is_mended else _OF_SUBJECT).match(sentence) and (is_rule or not is_mended):
            return True  # the title of the note says what it refers to
        return not refers_back(sentence) and not points_outside(sentence, title)

    end = 0
    for number, (sentence, is_item) in enumerate(sentences):
        if number < end or not is_whole(sentence, is_item=is_item) or not _is_reason(sentence, is_mended=is_mended):
            continue
        found = excerpt_around(sentences, number, most=MAX_EXCERPT, is_context=_is_context, begins_well=begins_well)
        if found is None or found.start < end:
            continue
        why = tuple(sentences[each].text for each in found)
        if _word_count(why) >= (MIN_REASON_WORDS if _gives_reason(sentence) else MIN_PURPOSE_WORDS):
            yield why
            end = found.stop


def _is_reason(sentence: str, *, is_mended: bool) -> bool:
    """Return whether a sentence says why the code is as it is.

    A sentence about what can go wrong also counts, except in the message of a fix (`is_mended`), where it describes the
    fixed bug.
    """
    can_happen = not is_mended and _CONSEQUENCE.search(sentence) and _CONDITION.search(sentence)
    if not (_gives_reason(sentence) or can_happen or _PURPOSE.search(sentence)):
        return False
    if not _is_prose(sentence) or _is_past(sentence) or _CHANGES.match(sentence):
        return False
    return not is_mended or bool(_NORM.search(sentence) or _OF_RULE.match(sentence))


def _gives_reason(sentence: str) -> bool:
    return bool(_REASON.search(sentence) or _RELIES.search(sentence))


def _is_context(sentence: str) -> bool:
    """Return whether a sentence can stand beside a reason: it is prose about the code, even if it is about the past."""
    return (
        len(sentence.split()) <= MAX_WORDS
        and (sentence[0].isupper() or bool(_CODE_FIRST.match(sentence)))
        and sentence.rstrip()[-1:] not in ":,;"
        and not _CHATTER.search(sentence)
    )


def _is_past(sentence: str) -> bool:
    """Return whether a sentence describes the state before the commit.

    A sentence that says what would happen without the code, as in "otherwise … would …", does not.
    """
    return bool(_PAST.search(_WOULD.sub("", sentence)))


def _is_prose(sentence: str) -> bool:
    """Return whether a sentence is complete, neither too short nor too long, and about the code."""
    return (
        MIN_WORDS <= len(sentence.split()) <= MAX_WORDS
        and (sentence[0].isupper() or bool(_CODE_FIRST.match(sentence)))
        and sentence.rstrip()[-1:] not in ":,;"
        and not _VAGUE_END.search(sentence)
        and not _CHATTER.search(sentence)
    )


def _word_count(quoted: Iterable[str]) -> int:
    return sum(len(one.split()) for one in quoted)


def _within_excerpt(reasons: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return up to `MAX_REASONS` of `reasons`, which have at most `MAX_EXCERPT` words in total.

    Reasons are taken in order. One that is too long for the words that are left is skipped.
    """
    found: list[tuple[str, ...]] = []
    room = MAX_EXCERPT
    for one in reasons:
        if len(found) < MAX_REASONS and _word_count(one) <= room:
            found.append(one)
            room -= _word_count(one)
    return found


def _joined(reasons: list[tuple[str, ...]]) -> str:
    """Join the sentences of the first `MAX_REASONS` reasons into one text, leaving out repeated sentences."""
    found = dict.fromkeys(one.strip() for quoted in reasons[:MAX_REASONS] for one in quoted)
    return " ".join(found)
