"""The embedding model in PyTorch: BERT, mean pooling and normalisation in one graph."""

from pathlib import Path

import torch
from transformers import BertModel

INPUTS = ("input_ids", "attention_mask")
OUTPUT = "sentence_embedding"


class SentenceEncoder(torch.nn.Module):  # type: ignore[misc]  # checked without torch
    """BERT with mean pooling over all tokens except padding, and L2 normalisation."""

    def __init__(self, source: Path) -> None:
        super().__init__()
        # Eager attention is supported by the quantiser, and trains fastest on a CPU.
        self.bert = BertModel.from_pretrained(source, add_pooling_layer=False, attn_implementation="eager").eval()

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """Return unit vectors (batch, dimensions) for the token ids and attention mask (batch, sequence)."""
        tokens = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state.float()
        mask = attention_mask.unsqueeze(-1).to(tokens.dtype)
        return torch.nn.functional.normalize((tokens * mask).sum(1) / mask.sum(1), dim=1)
