"""The reranker as a module of torch: BERT over a question and a text together, one number for the pair."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from transformers import BertForSequenceClassification

from ctx_lsp.training.tokens import TokenReader, pad

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OUTPUT = "logits"
QUERY_TOKENS = 40  # of the question, at most, so that a long one leaves room for the text


class CrossEncoder(torch.nn.Module):  # type: ignore[misc]  # checked without torch
    """The first `layers` layers of the model in `source`, with a fresh head."""

    def __init__(self, source: Path, layers: int) -> None:
        super().__init__()
        self.classifier = BertForSequenceClassification.from_pretrained(
            source, num_labels=1, num_hidden_layers=layers, attn_implementation="eager"
        ).eval()

    def start_from(self, encoder: Mapping[str, torch.Tensor]) -> None:
        """Take over the weights of a tuned `SentenceEncoder`, as far as there are layers for them."""
        known = self.classifier.bert.state_dict()
        shared = {name.removeprefix("bert."): weights for name, weights in encoder.items()}
        self.classifier.bert.load_state_dict(known | {name: shared[name] for name in known if name in shared})

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        """Return a number for each pair, (batch, 1); `types` is 1 for the tokens of the text."""
        return self.classifier(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=types).logits


def layers_of(state: Mapping[str, torch.Tensor]) -> int:
    """The number of layers in a checkpoint's weights."""
    return len({name.split(".layer.")[1].split(".")[0] for name in state if ".layer." in name})


class PairReader:
    """Turns questions and texts into rows of token ids, and rows into the arrays that the model takes."""

    def __init__(self, tokens: TokenReader, limit: int) -> None:
        self._tokens = tokens
        self._limit = limit
        self._start, self._end = tokens.marks()

    def rows(self, query: str, texts: Sequence[str]) -> list[list[int]]:
        """A row for each text: mark, question, mark, text, mark."""
        question = [self._start, *self._tokens.bare([query], QUERY_TOKENS)[0], self._end]
        return [[*question, *ids, self._end] for ids in self._tokens.bare(texts, self._limit - len(question) - 1)]

    def inputs(self, rows: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Ids, mask, and types: 1 behind the mark that ends the question, 0 before it and in the padding."""
        ids, mask = pad(rows)
        ends = (ids == self._end).astype(np.int64)
        return ids, mask, ((ends.cumsum(axis=1) - ends) > 0) * mask
