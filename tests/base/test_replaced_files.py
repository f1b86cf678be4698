"""A file is replaced as a whole or stays as it was."""

from pathlib import Path

import pytest

from ctx_lsp.base.replaced_files import replaced_file


@pytest.mark.parametrize("is_durable", [False, True])
def test_a_file_is_replaced_at_the_end(tmp_path: Path, is_durable: bool) -> None:
    file = tmp_path / "totals"
    file.write_bytes(b"before")
    with replaced_file(file, mode=0o644, is_durable=is_durable) as stream:
        stream.write(b"after")
        assert file.read_bytes() == b"before"
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"after", 0o644)
    assert list(tmp_path.iterdir()) == [file]


def test_an_error_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "totals"
    file.write_bytes(b"before")
    with pytest.raises(KeyboardInterrupt):
        interrupted_write(file)
    assert file.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [file]


def interrupted_write(file: Path) -> None:
    with replaced_file(file) as stream:
        stream.write(b"after")
        raise KeyboardInterrupt
