"""Data types for statements about code: mentions, sentences, claims, and claims with their verdicts.

Positions are byte offsets in the document. `extraction` makes claims; `verdicts` judges them.
"""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

ClaimKind = Literal[
    "path", "line", "symbol", "member", "signature", "calls", "inherits", "overrides", "raises", "imports", "decorated",
    "route", "constant", "testedBy", "unused", "command", "environment", "setting",
    "note",
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
    """A sentence of prose. In `skeleton`, `<n>` is the placeholder of the mention with the index n.

    `headings` holds the titles of the sections around it, outermost first. `hedged` is set if the sentence's place in
    the document, such as a changelog, suggests that it does not describe the present code.
    """

    skeleton: str
    mentions: tuple[CodeMention, ...]
    start: int
    end: int
    headings: tuple[str, ...] = ()
    hedged: bool = False


WHETHER_GONE = "whether gone"  # the detail of a claim that counts only if it is false: a word that may be no name
# The detail of a claim about a member such as `Cart.foo`, which counts only if the type is known, and is never false.
MAY_BE_PLACEHOLDER = "may be a placeholder"


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement about code: `subject` has the relation `kind` to `object`.

    `start`–`end` is the range to which a verdict applies. `subject` and `object` are written as in the document; a
    claim that something exists has no object. `detail` distinguishes relations of the same kind, such as "takes" and
    "default" for signatures. A `hedged` claim can be confirmed, but not refuted. `noun` holds the words next to the
    subject that say what it is, such as "method", and `headings` the titles around the sentence. `target` is the range
    of the mention that a correction would replace, and `form` is the form of the subject's mention.
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
    """The verdict on a claim, with the evidence.

    `reason` is a sentence for the reader. `nearest` is the most similar text that would make the claim true if it
    replaced the claim's target.
    """

    verdict: Verdict
    reason: str = ""
    severity: ClaimSeverity | None = None
    proofs: tuple[Proof, ...] = ()
    nearest: str | None = None


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim with its verdict. `revision` is the index revision that the claim was checked against."""

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
