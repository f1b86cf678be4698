"""The last look at what is about to leave this machine. What looks like a secret is told in `text.secrets`."""

from collections.abc import Iterable

from ctx_lsp.models.providers.http import ProviderError
from ctx_lsp.text.secrets import secret_in


def refuse_secrets(texts: Iterable[str], host: str) -> None:
    """Raise `ProviderError` where a text seems to hold a secret; `host` is whom the texts were meant for."""
    for text in texts:
        if kind := secret_in(text):
            raise ProviderError(f"a text that seems to hold {kind} is not sent to {host}", rejected=True)
