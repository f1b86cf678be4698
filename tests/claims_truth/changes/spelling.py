"""Names, paths and values that are wrong, but look right."""

import random
import re
from collections.abc import Collection, Sequence

_PARTS = re.compile(r"_+|[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
_TRIES = 60


def misspelt(name: str, known: Collection[str], chance: random.Random) -> str | None:
    """The name with two letters swapped, one left out or one doubled, if that is no known word."""
    for _ in range(_TRIES):
        at = chance.randrange(1, len(name)) if len(name) > 1 else 0
        new = chance.choice((
            name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :] if at else name,
            name[:at] + name[at + 1 :],
            name[:at] + name[at] + name[at:],
        ))  # fmt: skip
        if new != name and new not in known and new[:1].isalpha() == name[:1].isalpha() and len(new) > 2:
            return new
    return None


def composed(name: str, stems: Sequence[str], known: Collection[str], chance: random.Random) -> str | None:
    """A name made of the parts of two, in the style of the given one, if that is no known word."""
    own = _split(name)
    for _ in range(_TRIES):
        other = _split(chance.choice(stems)) if stems else []
        if not own or not other:
            continue
        parts = [*own[: max(1, len(own) - 1)], other[-1]]
        new = _joined(parts, name)
        if new not in known and new != name:
            return new
    return None


def moved_path(path: str, paths: Collection[str], chance: random.Random) -> str | None:
    """The file's path in another folder of the package."""
    folders = sorted({one.rpartition("/")[0] for one in paths})
    root, _, rest = path.partition("/")
    candidates = [f"{folder}/{path.rpartition('/')[2]}" if folder else path.rpartition("/")[2] for folder in folders]
    candidates += [f"{root}/{name}/{rest}" for name in ("internal", "core", "util", "common") if rest]
    free = [one for one in candidates if one not in paths]
    return chance.choice(free) if free else None


def other_value(value: str, chance: random.Random) -> str:
    """Another value of the same type."""
    if value in ("True", "False", "true", "false"):
        return {"True": "False", "False": "True", "true": "false", "false": "true"}[value]
    if re.fullmatch(r"-?\d+", value):
        return str(int(value) + chance.choice((1, 2, 5, 10)))
    if re.fullmatch(r"-?\d*\.\d+", value):
        return str(round(float(value) * 2 + 1, 3))
    if value in ("None", "null", "undefined"):
        return {"None": "True", "null": "true", "undefined": "true"}[value]
    if value[:1] in "'\"" and value[-1:] == value[:1]:
        return f"{value[:-1]}{chance.choice(('s', '2', '-all', '_new'))}{value[-1]}"
    return chance.choice(("0", "1", "10"))


def _split(name: str) -> list[str]:
    return [part for part in _PARTS.findall(name) if part.strip("_")]


def _joined(parts: Sequence[str], like: str) -> str:
    start = like[: len(like) - len(like.lstrip("_"))]
    body = like.strip("_")
    if body.isupper():
        return start + "_".join(parts).upper()
    if "_" in body or body.islower():
        return start + "_".join(parts).lower()
    made = "".join(part[:1].upper() + part[1:].lower() for part in parts)
    return start + (made if body[:1].isupper() else made[:1].lower() + made[1:])
