"""Creates providers from the settings for model, URL and key, without sending any of the user's code or questions."""

import re
from collections.abc import Mapping

from ctx_lsp.models.embedder import load_embedder
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.providers.embedding import HttpEmbedder
from ctx_lsp.models.providers.http import HttpClient
from ctx_lsp.models.providers.model import EmbeddingProvider, InProcessEmbedder
from ctx_lsp.models.providers.summaries import HttpSummariser
from ctx_lsp.settings import ModelSettings

URLS: Mapping[str, str] = {"ollama": "http://localhost:11434", "openai": "https://api.openai.com/v1"}
"""Default base URLs of the protocols."""

_VARIABLE = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def choose_embedder(model: ModelSettings, environ: Mapping[str, str]) -> EmbeddingProvider:
    """Create the embedding model that the settings name. Contact its provider, if any, once. Raises `ModelError`."""
    named = split_model(model.embedding)
    if named is None:
        return InProcessEmbedder(load_embedder(model.embedding), model.query_prefix, model.document_prefix)
    protocol, name = named
    client = make_client(protocol, model.embedding_url, model.embedding_key_variable, "model.embedding", environ)
    return HttpEmbedder(client, protocol, name, model.question_timeout, model.query_prefix, model.document_prefix)


def choose_summariser(model: ModelSettings, environ: Mapping[str, str]) -> HttpSummariser | None:
    """Create the summariser that the settings name; return None if they name none. Raises `ModelError`."""
    if model.summaries == "none":
        return None
    named = split_model(model.summaries)
    if named is None:
        raise ModelError(f'model.summaries must be "none", "ollama:MODEL" or "openai:MODEL", not {model.summaries}')
    protocol, name = named
    client = make_client(protocol, model.summaries_url, model.summaries_key_variable, "model.summaries", environ)
    return HttpSummariser(client, protocol, name)


def split_model(model: str) -> tuple[str, str] | None:
    """Split a model name such as "ollama:nomic-embed-text" into protocol and name; None if it names no protocol.

    Raises `ModelError` if the name is missing.
    """
    protocol, colon, name = model.partition(":")
    if not colon or protocol not in URLS:
        return None
    if not name.strip():
        raise ModelError(f"{model} must be followed by the name of a model")
    return protocol, name.strip()


def make_client(protocol: str, url: str, key_variable: str, setting: str, environ: Mapping[str, str]) -> HttpClient:
    """Create a client for the provider at `url`, with the key from the environment variable `key_variable`.

    An empty `url` means the protocol's default. `setting` is the common prefix of the settings' names, for error
    messages. Raises `ModelError`. No error quotes `key_variable`, because the user may have entered the key itself
    there by mistake.
    """
    key = ""
    if key_variable:
        if not _VARIABLE.fullmatch(key_variable):
            raise ModelError(f"{setting}KeyVariable must be the name of an environment variable")
        key = environ.get(key_variable, "").strip()
        if not key:
            raise ModelError(f"the environment variable named in {setting}KeyVariable is not set")
    return HttpClient(url or URLS[protocol], key)
