"""The files of a cross-encoder that `ctx_lsp.models.reranker` runs. There is no code here."""
