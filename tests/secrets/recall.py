"""The share of made-up secrets that are found as a whole, and lines of real files that are taken for secrets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from ctx_lsp.text.secrets import Span, is_secret_file, secret_spans
from tests.secrets.shapes import FakeSecret

_LARGEST = 1 << 20  # bytes of a file that is read


@dataclass(frozen=True, slots=True)
class Alarm:
    """A line of a file that is taken for a secret."""

    file: Path
    line: int
    text: str


def is_found(made: FakeSecret) -> bool:
    """Whether the core of a secret is found as a whole in the middle of a file."""
    data = f"first = 1\n{made.line}\nlast = 2\n".encode()
    start = data.index(made.core.encode(), data.index(made.secret.encode()))
    end = start + len(made.core)
    covered = {at for first, last in secret_spans(data) for at in range(max(first, start), min(last, end))}
    return len(covered) == end - start


def file_type(name: str) -> str:
    """The ending of a file's name, or the name of a file without one."""
    return PurePath(name).suffix or name


def false_alarms(root: Path) -> tuple[int, list[Alarm]]:
    """Count the lines of the texts in a folder, and list those with a likely secret.

    Files of secrets are left out, and so are the lines of private keys, which are no false alarms.
    """
    lines, alarms = 0, []
    for file in _texts(root):
        data = file.read_bytes()
        lines += data.count(b"\n") + 1
        spans = secret_spans(data)
        keys = _lines(data, [(start, end) for start, end in spans if b"PRIVATE KEY" in data[start:end]])
        texts = data.split(b"\n")
        taken = sorted(_lines(data, spans) - keys)
        alarms += [Alarm(file, number + 1, texts[number].decode("utf-8", "replace")) for number in taken]
    return lines, alarms


def _lines(data: bytes, spans: list[Span]) -> set[int]:
    """The numbers of the lines that ranges touch."""
    return {
        number for start, end in spans for number in range(data.count(b"\n", 0, start), data.count(b"\n", 0, end) + 1)
    }


def _texts(root: Path) -> Iterator[Path]:
    for file in sorted(root.rglob("*")):
        path = file.relative_to(root)
        if ".git" in path.parts or not file.is_file() or file.stat().st_size > _LARGEST:
            continue
        if is_secret_file(path.as_posix()):
            continue
        if b"\0" not in file.read_bytes()[:8192]:
            yield file


def shares(made: Iterable[FakeSecret], by: str) -> dict[str, tuple[int, int]]:
    """Return how many secrets are found, and how many there are, by "kind" or by "type" of file."""
    found: dict[str, tuple[int, int]] = {}
    for one in made:
        key = one.kind if by == "kind" else file_type(one.file)
        hits, total = found.get(key, (0, 0))
        found[key] = (hits + is_found(one), total + 1)
    return found
