"""The keyring of the system. `key_sources` imports this module, whose package is optional, when a setting names it."""

import secrets

import keyring

from ctx_lsp.base.faults import Fault, attempt

SERVICE = "ctx-lsp"


def secret_in_keyring(name: str, *, create: bool) -> str | Fault | None:
    """Return a secret, or None if the keyring lacks it; if `create` is true, store a new one then."""

    def read() -> str | None:
        if keyring.get_password(SERVICE, name) is None and create:
            keyring.set_password(SERVICE, name, secrets.token_hex(32))
        return keyring.get_password(SERVICE, name)  # read again: another process may have stored one, too

    return attempt(read)  # each keyring of a system raises errors of its own
