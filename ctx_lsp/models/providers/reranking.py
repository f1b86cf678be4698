"""Reranking over HTTP, in the protocol that Cohere, Jina, vLLM, llama.cpp and others share: one request per question.

`http` sends the requests; callers choose the texts. A text that seems to contain a secret is never sent.
"""

from collections.abc import Mapping, Sequence

import msgspec

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.providers.choose import make_client
from ctx_lsp.models.providers.guard import refuse_secrets
from ctx_lsp.models.providers.http import HttpClient, ProviderError, with_deadline
from ctx_lsp.models.reranker import CANDIDATES, Reranker, load_reranker
from ctx_lsp.settings import ModelSettings

PREFIX = "http:"
MAX_CHARACTERS = 8_000  # maximum per text; chunks are a quarter as long


class _Result(msgspec.Struct):
    index: int
    relevance_score: float


class _Answer(msgspec.Struct):
    results: list[_Result]


class HttpReranker:
    """A reranker at a provider. It sends no request before the first question."""

    candidates = CANDIDATES
    is_remote = True

    def __init__(self, client: HttpClient, model: str) -> None:
        self._client = client
        self._model = model
        self.identity = f"{PREFIX}{model}@{client.host}"

    def score(self, query: str, texts: Sequence[str], seconds: float, token: CancelToken) -> list[float]:
        """Return a score for each text. Raises `ModelError`.

        Raises `Cancelled` if `token` is cancelled, but only before or after the request, which is not interrupted.
        """
        refuse_secrets((query, *texts), self._client.host)
        token.check()
        documents = [text[:MAX_CHARACTERS] for text in texts]
        body = {"model": self._model, "query": query, "documents": documents, "top_n": len(texts)}
        client = self._client
        answer = with_deadline(
            lambda: client.post("/rerank", body, _Answer, timeout=seconds, attempts=1), seconds, client.host
        )
        token.check()
        found = {result.index: result.relevance_score for result in answer.results}
        if found.keys() != set(range(len(texts))):
            raise ProviderError(f"{self._client.host} did not return a score for each of {len(texts)} texts")
        return [found[index] for index in range(len(texts))]


def choose_reranker(model: ModelSettings, environ: Mapping[str, str]) -> Reranker | None:
    """Create the reranker that the settings name. Raises `ModelError`.

    The name must not be "none". Return None if the settings name the bundled reranker and none is bundled.
    """
    if not model.reranker.startswith(PREFIX):
        return load_reranker(model.reranker, model.threads)
    name = model.reranker.removeprefix(PREFIX).strip()
    if not name or not model.reranker_url:
        raise ModelError(f"a reranker over HTTP needs the name of a model after {PREFIX} and model.rerankerUrl")
    client = make_client("", model.reranker_url, model.reranker_key_variable, "model.reranker", environ)
    return HttpReranker(client, name)
