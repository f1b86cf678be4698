"""The Markdown text of a note: front matter in YAML, then a heading and the body."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from datetime import date
from typing import Any, TypeVar, get_args

import yaml

from ctx_lsp.memory.model import NOTE_TYPES, Anchor, Note, NoteError, NoteState

FOLDER = ".ctx-lsp/memory/"
MAX_FRONT_MATTER = 8_000  # characters; YAML takes a millisecond per kilobyte
MAX_BRACKETS = 200  # in the front matter; nested ones take quadratic time
MAX_TITLE = 200  # characters; packs and hover cards quote the title
MAX_BODY = 20_000  # characters of a note's body: a note is a paragraph, not a chapter
MAX_SCOPES = 20  # patterns
MAX_WILDCARDS = 4  # in a pattern; `**` counts as two. More could take very long on long paths
MAX_SLUG = 60  # characters of a title in the name of a note's file
MAX_SLUG_BYTES = 200  # of 255 that file systems allow for a name; the rest is for a number and the extension

_FENCE = "---"
_LATIN_ACCENTS = re.compile(r"([a-z])[\u0300-\u036f]+")  # after canonical decomposition
_KEYS = frozenset({"type", "reason", "category", "date", "scope", "anchors", "supersedes", "source", "state"})

T = TypeVar("T")


def read_note(text: str) -> Note:
    """Parse the text of a note. Raises `NoteError` with the reason if the text is not a note."""
    front, content = split_note(text)
    try:
        fields = yaml.load(front, Loader=NoteLoader)  # noqa: S506  # it makes plain values alone
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 0  # the first line is the fence
        raise NoteError(f"the front matter is not valid YAML: {_yaml_problem(error)}", line=line) from error
    if not isinstance(fields, Mapping):
        raise NoteError("the front matter must consist of fields such as `type: decision`")
    if unknown := sorted(str(key) for key in fields if key not in _KEYS):
        raise NoteError(f"unknown field {unknown[0]!r}; known fields: {', '.join(sorted(_KEYS))}", unknown[0])
    title, body = _title_and_body(content)
    scope = _texts(fields, "scope")
    if len(scope) > MAX_SCOPES or any(pattern.count("*") > MAX_WILDCARDS for pattern in scope):
        limits = f"at most {MAX_SCOPES} patterns with at most {MAX_WILDCARDS} wildcards each"
        raise NoteError(f"scope takes {limits}", "scope")
    return Note(
        type=_one_of(fields.get("type"), "type", NOTE_TYPES),
        title=title,
        body=body,
        date=_date(fields.get("date")),
        reason=_text(fields, "reason"),
        category=_text(fields, "category"),
        scope=scope,
        anchors=tuple(map(_anchor, _list(fields, "anchors"))),
        supersedes=_texts(fields, "supersedes"),
        source=_text(fields, "source") or "person",
        state=_one_of(fields.get("state", "accepted"), "state", get_args(NoteState)),
    )


def _yaml_problem(error: Exception) -> str:
    return str(getattr(error, "problem", None) or str(error).partition("\n")[0])


def line_of_field(text: str, field: str) -> int:
    """Return the number, counted from 0, of the line of a field in the front matter; 0 if there is no such line.

    The text need not be a valid note.
    """
    lines = text.split("\n")
    if lines[0].removeprefix("\ufeff").rstrip() != _FENCE:
        return 0
    ends = (number for number, line in enumerate(lines[1:], 1) if line.rstrip() == _FENCE)
    named = re.compile(rf"""["']?{re.escape(field)}["']?\s*:""")
    inside = enumerate(lines[1 : next(ends, len(lines))], 1)
    return next((number for number, line in inside if field and named.match(line)), 0)


def write_note(note: Note) -> str:
    """Return the text of a note, in the form that `read_note` parses. Raises `NoteError` if `read_note` refuses it."""
    fields: dict[str, object] = {
        "type": note.type,
        "category": note.category,
        "reason": note.reason,
        "date": note.date.isoformat(),
        "scope": list(note.scope),
        "anchors": [{"target": one.target, "digest": one.digest} if one.digest else one.target for one in note.anchors],
        "supersedes": list(note.supersedes),
        "source": note.source,
        "state": note.state,
    }
    given = {name: value for name, value in fields.items() if value}
    front = yaml.safe_dump(given, sort_keys=False, allow_unicode=True, width=1_000)
    body = f"\n{note.body.strip()}\n" if note.body.strip() else ""
    text = f"{_FENCE}\n{front}{_FENCE}\n# {note.title}\n{body}"
    read_note(text)
    return text


def note_path(title: str, taken: Collection[str]) -> str:
    """Return an unused path, relative to the root, for a note with this title. `taken` holds the paths in use."""
    slug = _slug(title) or "note"
    names = (slug if number == 1 else f"{slug}-{number}" for number in range(1, len(taken) + 2))
    return next(path for name in names if (path := f"{FOLDER}{name}.md") not in taken)


def _slug(title: str) -> str:
    """Return the letters and digits of a title in lower case, with hyphens for everything between them.

    Latin letters lose their accents. Letters of other scripts are kept, with their marks, which are parts of words.
    """
    folded = _LATIN_ACCENTS.sub(r"\1", unicodedata.normalize("NFKD", title.casefold()))
    kept = "".join(one if _is_of_word(one) else " " for one in unicodedata.normalize("NFC", folded))
    slug = "-".join(word for word in kept.split() if any(map(str.isalnum, word)))[:MAX_SLUG]
    return slug.encode()[:MAX_SLUG_BYTES].decode(errors="ignore").strip("-")


def _is_of_word(character: str) -> bool:
    """Return whether a character is a letter, a digit or a mark on one, such as a vowel sign."""
    return character.isalnum() or unicodedata.category(character).startswith("M")


def note_id(path: str) -> str:
    """Return the id of the note at a path: the name of its file, without the extension."""
    return path.rpartition("/")[2].removesuffix(".md")


def one_line(text: str) -> str:
    """Return the text on one line, without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def split_note(text: str) -> tuple[str, str]:
    """Split a text into its front matter, which begins on the second line, and the rest. Raises `NoteError`."""
    lines = text.removeprefix("\ufeff").split("\n")
    if lines[0].rstrip() != _FENCE:
        raise NoteError("a note begins with front matter between two lines `---`")
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == _FENCE), None)
    if end is None:
        raise NoteError("the front matter has no closing line `---`")
    front = "\n".join(lines[1:end])
    if len(front) > MAX_FRONT_MATTER:
        raise NoteError(f"the front matter may have at most {MAX_FRONT_MATTER:,} characters")
    if front.count("[") + front.count("{") > MAX_BRACKETS:
        raise NoteError(f"the front matter may have at most {MAX_BRACKETS} brackets")
    return front, "\n".join(lines[end + 1 :])


def _title_and_body(content: str) -> tuple[str, str]:
    first, _, rest = content.strip().partition("\n")
    title = one_line(first.lstrip("#"))
    if not title:
        raise NoteError("a note needs a heading that says what it is about")
    if len(title) > MAX_TITLE:
        raise NoteError(f"the heading may have at most {MAX_TITLE} characters")
    body = rest.strip()
    if len(body) > MAX_BODY:
        raise NoteError(f"a note may have at most {MAX_BODY:,} characters")
    return title, body


def _anchor(value: object) -> Anchor:
    if isinstance(value, str) and value:
        return Anchor(value)
    if isinstance(value, Mapping) and set(value) <= {"target", "digest"}:
        target, digest = value.get("target"), value.get("digest", "")
        if isinstance(target, str) and target and isinstance(digest, str):
            return Anchor(target, digest)
    form = "each of the anchors is a path, a symbol `path::name`, or an object with `target` and `digest`"
    raise NoteError(form, "anchors")


def _date(value: object) -> date:
    try:
        return date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError as error:
        raise NoteError("date must be a day such as 2026-01-31", "date") from error


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name, "")
    if not isinstance(value, str):
        raise NoteError(f"{name} must be text", name)
    return one_line(value)


def _texts(fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    values = _list(fields, name)
    if not all(isinstance(value, str) for value in values):
        raise NoteError(f"{name} must be a list of texts", name)
    return tuple(values)


def _list(fields: Mapping[str, Any], name: str) -> list[Any]:
    value = fields.get(name, "")
    return value if isinstance(value, list) else [value] if value else []


def _one_of(value: object, name: str, allowed: tuple[T, ...]) -> T:
    for one in allowed:
        if value == one:
            return one
    raise NoteError(f"{name} must be one of {', '.join(map(str, allowed))}", name)


class NoteLoader(yaml.BaseLoader):
    """A YAML loader that creates only strings, lists and mappings.

    It refuses aliases, because a few lines with aliases can expand to billions of values, and repeated keys, of which
    all but the last would be lost.
    """

    def compose_node(self, parent: Any, index: Any) -> Any:  # noqa: ANN401  # PyYAML's own types
        """Compose a node. Raises `yaml.YAMLError` if it is an alias."""
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]  # PyYAML's
            raise yaml.MarkedYAMLError(problem="aliases are not allowed", problem_mark=mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:  # noqa: ANN401  # PyYAML's own types
        """Construct a mapping. Raises `yaml.YAMLError` if a key occurs twice."""
        keys: set[str] = set()
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            if key.value in keys:
                problem = f"{one_line(key.value)} occurs twice"
                raise yaml.MarkedYAMLError(problem=problem, problem_mark=key.start_mark)
            keys.add(key.value)
        return super().construct_mapping(node, deep)

    def construct_scalar(self, node: Any) -> Any:  # noqa: ANN401  # PyYAML's own types
        """Construct a scalar. Raises `yaml.YAMLError` if it contains a surrogate, such as the escape `\\ud800`."""
        value = super().construct_scalar(node)
        if any("\ud800" <= character <= "\udfff" for character in value):
            problem = "escapes of surrogates (half a character) are not allowed"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark)
        return value
