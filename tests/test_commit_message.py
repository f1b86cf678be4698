"""The commit-message hook accepts good messages and names the problem of others."""

import subprocess
from pathlib import Path

import pytest

HOOK = Path(__file__).parents[1] / ".githooks" / "commit-msg"


def _run(message: str, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "message"
    file.write_text(message, "utf-8")
    return subprocess.run([str(HOOK), str(file)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "message",
    [
        "Search: read whole words",
        f"{'x' * 72}\n\nA body that says why.\n",
        "# a comment of git\nSearch: read whole words\n",
        f"Merge branch '{'x' * 80}'",
    ],
)
def test_a_good_message_passes(message: str, tmp_path: Path) -> None:
    done = _run(message, tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("\n", "the first line is empty"),
        ("Mend search.", "full stop"),
        ("x" * 73, "73 characters"),
        ("Mend search\nand packs", "second line"),
    ],
)
def test_a_bad_message_is_refused_with_its_reason(message: str, reason: str, tmp_path: Path) -> None:
    done = _run(message, tmp_path)
    assert done.returncode == 1
    assert reason in done.stderr
