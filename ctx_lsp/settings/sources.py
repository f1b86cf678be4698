"""Reads the settings from their sources, in this order of precedence: environment, editor, `ctx-lsp.toml`, defaults.

An invalid value is reported as a `Problem`, and the setting takes its value from the next source.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.inspect import VarTupleType

from ctx_lsp.base.user_folders import UnknownPathError, written_path
from ctx_lsp.settings.fields import ENVIRONMENT_PREFIX, FIELDS, SECTIONS, accepted_values, variable_of
from ctx_lsp.settings.sections import Settings
from ctx_lsp.text.disk import Disk, Limits
from ctx_lsp.text.source import SourceText

FILE_NAME = "ctx-lsp.toml"
NOT_IN_FILE = "cannot be set in ctx-lsp.toml, only in the editor or the environment"

Source = Literal["environment", "editor", "file"]

# These are not settings: tests set the first for `base.checks`; the second tells a client how to start the server; the
# others are the tokens of `serve --tcp` and `mcp --http`.
_FOREIGN_VARIABLES = frozenset({"CTX_LSP_STRICT", "CTX_LSP_CMD", "CTX_LSP_TCP_TOKEN", "CTX_LSP_MCP_TOKEN"})
_OWN_MODELS = ("bundled", "none")
_MODELS = frozenset({"model.embedding", "model.reranker", "model.summaries"})
_PATHS = frozenset({"cache.directory", "log.file", "metrics.textfile"})
_USER_ONLY = frozenset({
    "cache.directory", "cache.encryption", "cache.maxMegabytes", "journal.agents", "journal.enabled", "log.file",
    "log.fileMegabytes", "log.questions", "metrics.port", "metrics.textfile", "search.scope", "sharing.location",
    "sharing.repositories", "sharing.searchSeconds", "sharing.teamKey",
    "sharing.trustedWriters", "sharing.writerKey",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Problem:
    """An invalid value that is ignored.

    `field` is the name of the setting as spelled in `source`. `message` completes a sentence that begins with that
    name, such as "must be true or false".
    """

    source: Source
    field: str
    message: str

    def __str__(self) -> str:
        return f"{FILE_NAME if self.source == 'file' else self.source}: {self.field} {self.message}"


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """The effective settings, and the problems found in their sources."""

    settings: Settings
    problems: tuple[Problem, ...]


def load_settings(root: Path | None, editor: object, environ: Mapping[str, str]) -> LoadedSettings:
    """Load the settings of a workspace whose first root is `root`.

    `editor` is the editor's section `ctx-lsp` as decoded JSON, or None if the editor did not send it. `environ` is the
    process environment.
    """
    text = Disk().read(root, FILE_NAME, Limits()) if root else None
    if isinstance(text, SourceText):
        return resolve_settings(text.data.decode(), editor, environ)
    loaded = resolve_settings(None, editor, environ)
    if text is None or text.reason == "missing":
        return loaded
    unread = Problem("file", FILE_NAME, f"cannot be read: it is {text.reason.replace('_', ' ')}")
    return LoadedSettings(loaded.settings, (unread, *loaded.problems))


def resolve_settings(file_text: str | None, editor: object, environ: Mapping[str, str]) -> LoadedSettings:
    """Merge the settings of all sources: the environment overrides the editor, and the editor overrides the file.

    `file_text` is the text of `ctx-lsp.toml`, or None if the file does not exist. `editor` is the editor's section.
    Invalid values are reported as problems and ignored.
    """
    problems: list[Problem] = []
    sections: dict[str, dict[str, object]] = {}
    for given in (*_from_file(file_text), *_from_editor(editor), *_from_environment(environ)):  # later ones override
        accepted = given if isinstance(given, Problem) else _accept(given)
        if isinstance(accepted, Problem):
            problems.append(accepted)
        else:
            section, _, name = accepted.field.partition(".")
            sections.setdefault(section, {})[name] = accepted.value
    return LoadedSettings(msgspec.convert(sections, Settings), tuple(problems))


@dataclass(frozen=True, slots=True)
class _GivenValue:
    """A value from one source, before validation.

    `field` is the name of the setting, and `spelled` is that name as the source spells it.
    """

    source: Source
    field: str
    spelled: str
    value: object


def _from_file(text: str | None) -> Iterator[_GivenValue | Problem]:
    try:
        content = tomllib.loads(text or "")
    except (ValueError, RecursionError) as error:
        yield Problem("file", FILE_NAME, f"is not valid TOML ({error})")
    else:
        yield from _flat("file", content)


def _from_editor(section: object) -> Iterator[_GivenValue | Problem]:
    if isinstance(section, Mapping):
        yield from _flat("editor", section)
    elif section is not None:
        yield Problem("editor", "ctx-lsp", "must be an object")


def _from_environment(environ: Mapping[str, str]) -> Iterator[_GivenValue | Problem]:
    names = {variable_of(name): name for name in FIELDS}
    for variable, text in sorted(environ.items()):
        name = names.get(variable)
        if name:
            if text:  # shells cannot always unset a variable, so an empty one counts as unset
                is_list = isinstance(FIELDS[name].kind, VarTupleType)
                value = [part.strip() for part in text.split(",") if part.strip()] if is_list else text
                yield _GivenValue("environment", name, variable, value)
        elif variable.startswith(ENVIRONMENT_PREFIX) and variable not in _FOREIGN_VARIABLES:
            yield Problem("environment", variable, _known_name(variable, names))


def _flat(source: Source, content: Mapping[Any, object], prefix: str = "") -> Iterator[_GivenValue | Problem]:
    """Flatten nested tables: yield the value of each setting, and a problem for each name that is not a setting.

    A key may itself be a dotted name, such as `pack.maxTokens`. Null values are skipped.
    """
    for key, value in content.items():
        name = f"{prefix}{key}"
        if name in SECTIONS and isinstance(value, Mapping):
            yield from _flat(source, value, f"{name}.")
        elif name in SECTIONS:
            yield Problem(source, name, "must be a table of settings")
        elif name not in FIELDS:
            yield Problem(source, name, _known_name(name, (*FIELDS, *SECTIONS)))
        elif value is not None:
            yield _GivenValue(source, name, name, value)


def _accept(given: _GivenValue) -> _GivenValue | Problem:
    field = FIELDS[given.field]
    if given.source == "file" and _has_effects(given):
        return Problem("file", given.spelled, NOT_IN_FILE)
    try:
        value = msgspec.convert(given.value, field.annotation, strict=given.source != "environment")
    except msgspec.ValidationError:
        return Problem(given.source, given.spelled, f"must be {accepted_values(field.kind)}")
    if given.field in _PATHS:
        try:
            written_path(str(value))
        except UnknownPathError as error:
            return Problem(given.source, given.spelled, f"must be a path on this machine: {error}")
    return replace(given, value=value)


def _has_effects(given: _GivenValue) -> bool:
    """Return whether a value makes the server write, delete, load, download or send something.

    A file in a repository must not set such a value.
    """
    if given.field in _MODELS:
        return isinstance(given.value, str) and given.value not in ("", *_OWN_MODELS)
    is_about_models = given.field.startswith("model.") and given.field != "model.threads"
    return is_about_models or given.field in _USER_ONLY


def _known_name(name: str, known: Iterable[str]) -> str:
    nearest = get_close_matches(name, known, 1)
    return f"is not a setting; did you mean {nearest[0]}?" if nearest else "is not a setting"
