"""Reads and stores secrets in the system's keyring.

The package `keyring` is optional, so `key_sources` imports this module only if a setting selects the keyring.
"""

import secrets

import keyring

from ctx_lsp.base.faults import Fault, attempt

SERVICE = "ctx-lsp"


def secret_in_keyring(name: str, *, create: bool) -> str | Fault | None:
    """Return the secret called `name`, or a `Fault` if the keyring raises an error.

    If the keyring lacks the secret, store and return a new one if `create` is true, otherwise return None.
    """

    def read() -> str | None:
        if keyring.get_password(SERVICE, name) is None and create:
            keyring.set_password(SERVICE, name, secrets.token_hex(32))
        return keyring.get_password(SERVICE, name)  # read again: another process may have stored one, too

    return attempt(read)  # each keyring of a system raises errors of its own
