"""The vocabulary of the static model: words common in code, and MiniLM's tokens except unused and non-ASCII ones.

A static model has one vector per token, so a word that is split into meaningless pieces loses its meaning; a
transformer would combine the pieces. Names are split where their case changes. Nothing is trained here.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Regex, Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer, Replace
from tokenizers.normalizers import Sequence as Normalizers
from tokenizers.pre_tokenizers import BertPreTokenizer

from ctx_lsp.training.pairs.pairs_reader import Example

MIN_USES = 8  # minimum number of uses for a word to get its own token
MIN_PACKAGES = 4  # minimum number of packages that use the word
MAX_CHARACTERS = 30  # longer words are mostly digests
_CASE = r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"  # fooBar, HTTPServer
_UNUSED = "[unused"
_UNKNOWN = "[UNK]"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All tokens, ordered by their ids."""

    tokens: tuple[str, ...]
    kept: int  # how many of the first tokens are MiniLM's own; the rest are words

    def tokenizer(self) -> Tokenizer:
        """Return the tokenizer for these tokens; it adds no special tokens."""
        numbers = {token: number for number, token in enumerate(self.tokens)}
        tokenizer = Tokenizer(WordPiece(numbers, unk_token=_UNKNOWN))
        tokenizer.normalizer = _normalizer()
        tokenizer.pre_tokenizer = BertPreTokenizer()
        return tokenizer


def make_vocabulary(source: Path, pairs: Iterable[Example]) -> Vocabulary:
    """Build the vocabulary from the tokens of the model in the folder `source`, and from common words in the pairs."""
    own = Tokenizer.from_file(str(source / "tokenizer.json")).get_vocab()
    kept = [token for token in sorted(own, key=own.__getitem__) if token.isascii() and not token.startswith(_UNUSED)]
    words = [word for word in common_words(pairs) if word not in own]
    return Vocabulary((*kept, *words), len(kept))


def common_words(pairs: Iterable[Example]) -> list[str]:
    """Return the words that several packages use, most frequent first."""
    uses: Counter[str] = Counter()
    packages: dict[str, set[str]] = defaultdict(set)
    normalizer, cutter = _normalizer(), BertPreTokenizer()
    for pair in pairs:
        text = normalizer.normalize_str(f"{pair.query}\n{pair.text}")
        for word, _ in cutter.pre_tokenize_str(text):
            uses[word] += 1
            packages[word].add(pair.package)
    return [
        word
        for word, count in uses.most_common()
        if count >= MIN_USES and len(packages[word]) >= MIN_PACKAGES and _is_word(word)
    ]


def encode(tokenizer: Tokenizer, texts: Sequence[str], limit: int) -> list[list[int]]:
    """Return the ids of the first `limit` tokens of each text."""
    tokenizer.enable_truncation(limit)
    return [encoding.ids for encoding in tokenizer.encode_batch_fast(texts)]


def _normalizer() -> Normalizers:
    return Normalizers([Replace(Regex(_CASE), " "), BertNormalizer()])


def _is_word(word: str) -> bool:
    return word.isascii() and not word.isdigit() and len(word) <= MAX_CHARACTERS
