"""Named pipes of Windows: who may open them, and whose they are. `python -m tests.windows` runs this under Wine."""

import sys
from pathlib import Path

import pytest

if sys.platform != "win32":
    pytest.skip("only Windows has named pipes", allow_module_level=True)

from ctx_lsp.base.windows import pipes, users

ADMINISTRATORS = "BA"  # a user of Windows can own objects as one of them, and as nobody else
SECONDS = 5.0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "abc-1.sock"


def test_a_pipe_is_named_by_its_user_and_file(file: Path) -> None:
    user = users.user_sid()
    assert user.startswith("S-1-5-")
    assert pipes.pipe_name(file) == rf"\\.\pipe\ctx-lsp-{user}-abc-1"


def test_a_pipe_of_another_owner_is_recognised(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign = users.access(f"O:{ADMINISTRATORS}D:P(A;;GA;;;{users.user_sid()})")
    monkeypatch.setattr(pipes, "private_access", lambda: foreign)
    try:
        listener = pipes.PipeListener(file)
    except OSError:
        pytest.skip("only an administrator can let the administrators own a pipe")
    with listener:
        client = pipes.connect_to_pipe(pipes.pipe_name(file), SECONDS)
        assert not client.is_same_user()
        client.close()


def test_a_missing_pipe_refuses_connections(file: Path) -> None:
    with pytest.raises(ConnectionRefusedError):
        pipes.connect_to_pipe(pipes.pipe_name(file), SECONDS)


def test_a_closed_pipe_can_be_closed_again_and_not_be_used(file: Path) -> None:
    with pipes.PipeListener(file) as listener:
        client = pipes.connect_to_pipe(pipes.pipe_name(file), SECONDS)
        client.close()
        client.close()
        assert client.read(1) == b""
        with pytest.raises(OSError, match="the pipe is closed"):
            client.write(b"x")
    with pytest.raises(OSError, match="the pipe is closed"):
        listener.accept()
