"""The degree of randomness of a value that could be a secret.

A value is judged by its length, its entropy, its kinds of characters and its pairs of adjacent letters: words consist
of few, frequent pairs, and random text of arbitrary ones. The thresholds are data (`secrets.toml`). `secret_rules`
defines the degree that each rule requires.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import log2
from typing import Any, Literal

from ctx_lsp.text.expressions import Expression

# Plausible: could be a password. Mixed: could be a password, and has a digit beside both cases or a sign. Opaque: could
# be a password, and is mixed or not made of words and one number. Random: made by a machine, such as a hexadecimal
# number. Unmistakable: unlike any file name, identifier or digest.
Degree = Literal["plausible", "mixed", "opaque", "random", "unmistakable"]

_LOWER, _UPPER, _DIGIT = re.compile(b"[a-z]"), re.compile(b"[A-Z]"), re.compile(b"[0-9]")
_LETTER = re.compile(b"[A-Za-z]")
_CLASSES = (_LOWER, _UPPER, _DIGIT, re.compile(rb"[^a-zA-Z0-9_.\-]"))
_SIGN = re.compile(rb"[!@#%^&*+/=~]")
_NOT_ASCII = re.compile(rb"[^\x00-\x7f]")

_SEPARATORS = re.compile(rb"[^A-Za-z0-9]+")
_PLAIN_PART = re.compile(rb"[A-Z]?[a-z]+\d{0,2}|[A-Z]{1,12}\d?|\d{1,8}|")  # of a path or a name
_CAMEL_WORD = re.compile(rb"[A-Z]?[a-z]{3,}")
_RUN_OF_LETTERS = re.compile(rb"[a-z]+")
_ONLY_LETTERS = re.compile(rb"[A-Za-z_-]+")

_HEX = re.compile(rb"(?<![0-9A-Za-z])(?:0x)?(?:[0-9a-f]{32,}|[0-9A-F]{32,})(?![0-9A-Za-z])")
_SHORT_HEX = re.compile(rb"[0-9a-f]{1,31}|[0-9A-F]{1,31}")  # of a row, a commit or a file, rarely of a secret
_UUID = re.compile(rb"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
# A token that begins with the name of a service: `acme_live_0f3…`, `ACME-0f3…`.
_PREFIX = rb"(?:[A-Za-z][A-Za-z0-9]{1,11}(?:_[A-Za-z0-9]{1,8}){0,3}_|[a-z]{2,4}-)"
_PREFIXED = re.compile(_PREFIX + rb"[0-9a-z]{32,128}(?:_[0-9a-f]+)?")
_PREFIXED_HEX = re.compile(_PREFIX + rb"[0-9a-f]{32,128}(?:_[0-9a-f]+)?")
_PREFIXED_UUID = re.compile(rb"(?:[a-z]{2,4}|[A-Z]{2,6})[_-](?:%b)" % _UUID.pattern)
# Names that operators join: `request.token1`, `&parser->token2`, `old_token+offset1`. `-` and `&` are left out, because
# they also join the words of passwords.
_NAME = rb"_{0,2}[A-Za-z]+\d{0,2}(?:_{1,2}[A-Za-z]+\d{0,2})*_?"
_EXPRESSION = re.compile(
    rb"[&*!]{0,2}%b(?:\.|->|::)%b(?:(?:\.|->|::)%b)*|%b(?:[+*/|]|<<|>>|&&|\|\||\?\?|[!=]=)%b|[&*]%b|[&*]?%b(?:\+\+|--)"
    % ((_NAME,) * 7)
)
_NUMBERS_APART = re.compile(rb"\d[A-Za-z]+\d")
_DRAWING = re.compile(rb"[MmZzLlHhVvCcSsQqTtAa\d.-]+")  # the outline of an image


@dataclass(frozen=True, slots=True)
class Randomness:
    """Thresholds for judging how random a value looks."""

    least_length: int
    least_entropy: float
    least_classes: int
    placeholder: Expression
    word_pairs: frozenset[bytes]  # the pairs of letters that are the most frequent in words
    words: float  # the share of such pairs from which letters are taken for words
    long_words: float  # the same for long values without a digit
    expression_words: float  # the same for names that an operator joins
    random_length: int
    random_entropy: float
    unmistakable_length: int
    long_length: int

    def has(self, degree: Degree, value: bytes, is_bare: bool) -> bool:
        """Return whether a value is random to the given degree.

        If `is_bare`, the value is not quoted and could be an expression.
        """
        if len(value) < self.least_length:
            return False
        if is_bare and (not _has_digit_or_sign(value) or self._is_expression(value)):
            return False
        match degree:
            case "plausible":
                is_so = self._is_plausible(value)
            case "mixed":
                is_so = self._is_plausible(value) and _is_mixed(value)
            case "opaque":
                is_unlike_words = self._share_of_words(value) < self.words or bool(_NUMBERS_APART.search(value))
                is_so = self._is_plausible(value) and (is_unlike_words or _is_mixed(value))
            case "random":
                is_so = self._is_random(value, self.random_length, is_hex_enough=True)
            case "unmistakable":
                is_so = _has_all_kinds(value) and self._is_random(value, self.unmistakable_length, is_hex_enough=False)
        return is_so and not self.placeholder.occurs(value)

    def _is_plausible(self, value: bytes) -> bool:
        classes = sum(bool(group.search(value)) for group in _CLASSES)
        if classes < self.least_classes or entropy(value) < self.least_entropy:
            return False
        # Without digits and signs it may be a translation, or the name of a setting.
        return _has_digit_or_sign(value) or not (_NOT_ASCII.search(value) or self._share_of_words(value) >= self.words)

    def _is_expression(self, value: bytes) -> bool:
        return bool(_EXPRESSION.fullmatch(value)) and self._share_of_words(value) >= self.expression_words

    def _is_random(self, value: bytes, length: int, *, is_hex_enough: bool) -> bool:
        if not _DIGIT.search(value):  # as most identifiers
            return is_hex_enough and self._is_random_without_digits(value)
        if _PREFIXED_HEX.fullmatch(value) or _PREFIXED_UUID.fullmatch(value):
            return True
        if _UUID.search(value) or _HEX.search(value):
            return is_hex_enough and b"/" not in value.lstrip(b"/")  # an address may have a digest in its path
        if _DRAWING.fullmatch(value) or _SHORT_HEX.fullmatch(value):
            return False
        core = b"".join(part for part in _SEPARATORS.split(value) if not _PLAIN_PART.fullmatch(part))
        return (
            len(core) >= length
            and bool(_DIGIT.search(core) and _LETTER.search(core))
            and entropy(core) >= self.random_entropy
            and self._share_of_words(core) < self.words
            and not _is_camel_case(core)
        )

    def _is_random_without_digits(self, value: bytes) -> bool:
        if len(value) < self.long_length or not _ONLY_LETTERS.fullmatch(value):
            return False
        has_both_cases = _LOWER.search(value) and _UPPER.search(value)
        return bool(has_both_cases) and self._share_of_words(value) < self.long_words and not _is_camel_case(value)

    def _share_of_words(self, value: bytes) -> float:
        """Return which share of the pairs of adjacent letters is frequent in words; 0 if there are too few pairs."""
        runs = _RUN_OF_LETTERS.findall(value.lower())
        pairs = [run[at : at + 2] for run in runs for at in range(len(run) - 1)]
        if len(pairs) < _FEW_PAIRS:
            return 0.0
        return sum(pair in self.word_pairs for pair in pairs) / len(pairs)


_FEW_PAIRS = 3


def entropy(value: bytes) -> float:
    """Return the entropy of `value` in bits per character, computed from the frequency of each character."""
    shares = [count / len(value) for count in Counter(value).values()]
    return -sum(share * log2(share) for share in shares)


def _has_digit_or_sign(value: bytes) -> bool:
    return bool(_DIGIT.search(value) or _SIGN.search(value))


def _is_mixed(value: bytes) -> bool:
    has_both_cases = _LOWER.search(value) and _UPPER.search(value)
    return bool(_DIGIT.search(value) and _LETTER.search(value) and (has_both_cases or _SIGN.search(value)))


def _has_all_kinds(value: bytes) -> bool:
    """Return whether a value has letters in both cases and two digits, or begins with the prefix of a token."""
    if _PREFIXED.fullmatch(value) or _PREFIXED_UUID.fullmatch(value):
        return True
    return bool(_LOWER.search(value) and _UPPER.search(value)) and len(_DIGIT.findall(value)) > 1


def _is_camel_case(value: bytes) -> bool:
    """Return whether a value has letters in both cases and at least half of its characters belong to words."""
    if not (_LOWER.search(value) and _UPPER.search(value)):
        return False
    return 2 * sum(map(len, _CAMEL_WORD.findall(value))) >= len(value)


def read_randomness(values: Mapping[str, Any]) -> Randomness:
    """Read the thresholds from their table."""
    return Randomness(
        least_length=values["least_length"],
        least_entropy=values["least_entropy"],
        least_classes=values["least_classes"],
        placeholder=Expression(values["placeholder"]),
        word_pairs=frozenset(pair.encode() for pair in values["word_pairs"].split()),
        words=values["words"],
        long_words=values["long_words"],
        expression_words=values["expression_words"],
        random_length=values["random_length"],
        random_entropy=values["random_entropy"],
        unmistakable_length=values["unmistakable_length"],
        long_length=values["long_length"],
    )
