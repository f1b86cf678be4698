"""Types of statements about code: mentions, sentences, claims, and claims with their verdicts.

Positions are byte offsets in the document. Extraction makes claims, `verdicts` judges them.
"""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

ClaimKind = Literal[
    "path", "line", "symbol", "member", "signature", "calls", "inherits", "overrides", "raises", "imports", "decorated",
    "route", "constant", "testedBy", "unused", "command", "environment", "setting",
]  # fmt: skip
CLAIM_KINDS: tuple[ClaimKind, ...] = get_args(ClaimKind)

Verdict = Literal["confirmed", "refuted", "unknown"]
ClaimSeverity = Literal["high", "medium", "low"]
"""high: the named thing does not exist; medium: the statement is outdated or unsupported; low: it is incomplete."""

MentionForm = Literal["code", "link", "bare"]


class CodeMention(NamedTuple):
    """A name, path or command that a sentence mentions: a code span, the target of a link, or a bare word.

    `start`–`end` is the range of `text` in the document, without backticks.
    """

    start: int
    end: int
    text: str
    form: MentionForm


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of prose. In `skeleton`, `<n>` stands for the mention with the index n.

    `headings` holds the titles of the sections around it, outermost first. `hedged` is set if the place of the sentence
    says that it states no fact about the present code.
    """

    skeleton: str
    mentions: tuple[CodeMention, ...]
    start: int
    end: int
    headings: tuple[str, ...] = ()
    hedged: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement about code: `subject` has the relation `kind` to `object`.

    `start`–`end` is the range to which a verdict applies. `subject` and `object` are written as in the document; a
    claim that something exists has no object. `detail` tells apart the predicates of one kind, such as "takes" and
    "default" of signatures. A `hedged` claim can be confirmed, but not refuted. `noun` has the words beside the subject
    that say what it is, and `headings` the titles around the sentence. `target` is the range of the mention that a
    correction would replace, and `form` its form.
    """

    kind: ClaimKind
    start: int
    end: int
    text: str
    subject: str
    object: str = ""
    detail: str = ""
    hedged: bool = False
    noun: str = ""
    headings: tuple[str, ...] = ()
    target: tuple[int, int] = (0, 0)
    form: MentionForm = "code"


class Proof(NamedTuple):
    """A place in the code that supports a verdict; `node` is a symbol id or path, and `note` says what was found."""

    node: str
    start: int
    end: int
    note: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a claim, before it is put into words.

    `reason` is a sentence for the reader. `nearest` is the most similar text that would be true in place of the
    claim's target.
    """

    verdict: Verdict
    reason: str = ""
    severity: ClaimSeverity | None = None
    proofs: tuple[Proof, ...] = ()
    nearest: str | None = None


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim with its verdict; `revision` is the revision of the index that was asked."""

    claim: Claim
    judgement: Judgement
    revision: int = field(compare=False, default=0)

    @property
    def is_false(self) -> bool:
        """Whether the claim is certainly false."""
        return self.judgement.verdict == "refuted"


UNKNOWN = Judgement("unknown")


def confirmed(reason: str = "", *proofs: Proof) -> Judgement:
    """Return the judgement that a claim is true."""
    return Judgement("confirmed", reason, None, proofs)


def unsure(reason: str, *proofs: Proof) -> Judgement:
    """Return the judgement that the code does not settle a claim."""
    return Judgement("unknown", reason, None, proofs)


def refuted(reason: str, severity: ClaimSeverity, *proofs: Proof, nearest: str | None = None) -> Judgement:
    """Return the judgement that a claim is false."""
    return Judgement("refuted", reason, severity, proofs, nearest)
