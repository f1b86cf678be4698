"""The reranker in PyTorch: BERT over a question and a text together, with one score for the pair.

`pairs.tokens.PairReader` builds the rows of tokens.
"""

from collections.abc import Mapping
from pathlib import Path

import torch
from transformers import BertForSequenceClassification

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OUTPUT = "logits"


class CrossEncoder(torch.nn.Module):  # type: ignore[misc]  # checked without torch
    """A cross-encoder made of the first `layers` layers of the model in `source` and a newly initialised head."""

    def __init__(self, source: Path, layers: int) -> None:
        super().__init__()
        self.classifier = BertForSequenceClassification.from_pretrained(
            source, num_labels=1, num_hidden_layers=layers, attn_implementation="eager"
        ).eval()

    def start_from(self, encoder: Mapping[str, torch.Tensor]) -> None:
        """Load the weights of a tuned `SentenceEncoder` into the layers that both models have."""
        known = self.classifier.bert.state_dict()
        shared = {name.removeprefix("bert."): weights for name, weights in encoder.items()}
        self.classifier.bert.load_state_dict(known | {name: shared[name] for name in known if name in shared})

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        """Return a score for each pair, as (batch, 1); `types` is 1 for the tokens of the text."""
        return self.classifier(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=types).logits


def layers_of(state: Mapping[str, torch.Tensor]) -> int:
    """Return the number of layers in a checkpoint's weights."""
    return len({name.split(".layer.")[1].split(".")[0] for name in state if ".layer." in name})
