"""The last check of text that is about to leave this machine. `text.secrets` detects secrets."""

from collections.abc import Iterable

from ctx_lsp.models.providers.http import ProviderError
from ctx_lsp.text.secrets import secret_in


def refuse_secrets(texts: Iterable[str], host: str) -> None:
    """Raise `ProviderError` if a text seems to hold a secret; `host` is the intended recipient, for the message."""
    for text in texts:
        if kind := secret_in(text):
            raise ProviderError(f"a text that may contain {kind} is not sent to {host}", rejected=True)
