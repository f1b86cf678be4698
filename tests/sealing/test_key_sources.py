"""Where secrets come from, and what a bad source says. The keyring is a real backend of `keyring` over a file."""

import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend

from ctx_lsp.sealing.key_sources import KeyUnavailable, read_secret
from ctx_lsp.sealing.system_keyring import SERVICE

SECRET = "0123456789abcdef" * 4


class MemoryKeyring(KeyringBackend):
    """A keyring that keeps its secrets in memory."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.secrets: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.secrets.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.secrets[service, username] = password


@pytest.fixture
def memory_keyring() -> Iterator[MemoryKeyring]:
    before = keyring.get_keyring()
    made = MemoryKeyring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def test_a_key_is_made_up_once(memory_keyring: MemoryKeyring) -> None:
    made = read_secret("keyring", "cache", create=True)
    assert len(made) == 64
    assert memory_keyring.secrets == {(SERVICE, "cache"): made.decode()}
    assert read_secret("keyring", "cache", create=True) == made
    with pytest.raises(KeyUnavailable, match="`keyring set ctx-lsp team-key`"):
        read_secret("keyring", "team-key")


def test_a_file_and_the_output_of_a_command_are_keys(tmp_path: Path) -> None:
    file = tmp_path / "a key"
    file.write_text(f"{SECRET}\n")
    assert read_secret(f"file:{file}", "cache") == SECRET.encode()
    assert read_secret(f"command:cat '{file}'", "cache") == SECRET.encode()
    file.write_bytes(b"\xff" * 40)
    with pytest.raises(KeyUnavailable, match="is not UTF-8 text"):
        read_secret(f"file:{file}", "cache")


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("on", 'must be "keyring", "command:COMMAND" or "file:PATH"'),
        ("command:", "must be"),
        ("command:no-such-program", "was not found: no-such-program"),
        ("command:./here", "was not found: ./here"),
        ("command:'", "cannot be read"),
        (f"command:{sys.executable} -c 'raise SystemExit(3)'", "ended with exit code 3"),
        ("command:echo short", "has 5 characters; it needs at least 32"),
        ("file:relative", "must be absolute"),
        ("file:~no-such-user/key", "cannot be read: RuntimeError"),
        ("file:/no\0such/file", "cannot be read: ValueError"),
        ("command:echo \0", "failed: ValueError"),
        ("file:/no/such/file", "cannot be read: No such file or directory"),
    ],
)
def test_a_bad_source_says_what_is_wrong(source: str, problem: str) -> None:
    with pytest.raises(KeyUnavailable) as caught:
        read_secret(source, "cache")
    assert problem in str(caught.value)


def test_a_program_of_the_current_folder_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server may run in a repository, and a search path may hold the current folder."""
    program = tmp_path / "get-key"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\necho {SECRET}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", ".:/usr/bin:/bin")
    with pytest.raises(KeyUnavailable, match="was not found"):
        read_secret("command:get-key", "cache")
    assert not (tmp_path / "ran").exists()
