"""Many callers, one key: who waits for it, and for how long."""

import sys
from pathlib import Path

import pytest

from ctx_lsp.sealing.key_sources import KeyUnavailable
from ctx_lsp.sealing.unlocking import AWAITED, seal_from


def test_a_key_that_takes_long_is_awaited_once(tmp_path: Path) -> None:
    program = (
        "import pathlib, time\n"
        f"go, log = pathlib.Path({str(tmp_path / 'go')!r}), open({str(tmp_path / 'log')!r}, 'a')\n"
        "log.write('asked '); log.close()\n"
        "while not go.exists(): time.sleep(0.02)\n"
        "print('k' * 32)"
    )
    (tmp_path / "key.py").write_text(program)
    source = f"command:{sys.executable} {tmp_path / 'key.py'}"
    with pytest.raises(KeyUnavailable, match=AWAITED):
        seal_from(source, 0.1)
    with pytest.raises(KeyUnavailable, match=AWAITED):
        seal_from(source, 0.1)
    (tmp_path / "go").touch()
    seal = seal_from(source)
    assert seal_from(source, 0.0) is seal, "the time limit is over, but the key is known"
    assert (tmp_path / "log").read_text() == "asked "


def test_a_failure_is_the_answer_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "key"
    for _ in range(2):
        with pytest.raises(KeyUnavailable, match="No such file or directory"):
            seal_from(f"file:{file}", 5.0)
        file.write_text("k" * 32)
    monkeypatch.setattr("ctx_lsp.sealing.unlocking.FAILURE_SECONDS", 0.0)
    assert seal_from(f"file:{file}", 5.0).fingerprint
