"""The last check of text before it leaves this machine. `text.secrets` detects secrets."""

from collections.abc import Iterable

from ctx_lsp.models.providers.http import ProviderError
from ctx_lsp.text.secrets import secret_in


def refuse_secrets(texts: Iterable[str], host: str) -> None:
    """Raise `ProviderError` if a text seems to contain a secret; its message names the recipient `host`."""
    for text in texts:
        if kind := secret_in(text):
            raise ProviderError(f"a text that may contain {kind} is not sent to {host}", rejected=True)
