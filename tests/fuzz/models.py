"""A model of a few bytes whose vectors tell most texts apart: every common word of code has a direction of its own."""

import json
import random
from pathlib import Path

from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from tests.models.tiny_onnx import lookup_model

WORDS = """
def class return self import from if else for in not is None True False error retry name value get set run call helper
log event str int list dict object type function export const public static void fn let func package inserted wait stop
after before time exception result test Base Square Shape main
"""
DIMENSIONS = 8


def word_model(folder: Path) -> Path:
    """A folder with the model."""
    folder.mkdir()
    words = WORDS.split()
    dice = random.Random(8)  # noqa: S311  # the same directions every time
    table = [[round(dice.uniform(-1, 1), 3) for _ in range(DIMENSIONS)] for _ in range(len(words) + 1)]
    (folder / "model.onnx").write_bytes(lookup_model(table, "input_ids"))
    vocabulary = {"[UNK]": 0, **{word: number for number, word in enumerate(words, start=1)}}
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token="[UNK]"))  # noqa: S106  # no password
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "model.json").write_text(json.dumps({"name": "words", "max_tokens": 256}))
    return folder
