"""The product's settings: their types, where they come from, and their table for the documentation.

Sources, strongest first: environment, editor, the file `ctx-lsp.toml` in the root, defaults. A bad value never stops
anything: it is a `Problem`, and the next weaker source counts for that field. What the settings do is not here, nor
the editor's messages that bring them.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.inspect import (
    BoolType,
    FloatType,
    IntType,
    LiteralType,
    Metadata,
    StrType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
)
from platformdirs import user_cache_path, user_data_path

from ctx_lsp.text.disk import Disk, Limits
from ctx_lsp.text.source import SourceText

FILE_NAME = "ctx-lsp.toml"
NOT_IN_FILE = "cannot be set in ctx-lsp.toml, only in the editor or the environment"
MEGABYTE = 1_000_000
ENVIRONMENT_PREFIX = "CTX_LSP_"

Source = Literal["environment", "editor", "file"]

# No settings: the first is read by base/checks, for the tests; the second tells a client how to start the server.
_FOREIGN_VARIABLES = frozenset({"CTX_LSP_STRICT", "CTX_LSP_CMD"})
_OWN_MODELS = ("bundled", "none")
_MODELS = frozenset({"model.embedding", "model.reranker", "model.summaries"})
_USERS_ALONE = frozenset({"cache.directory", "cache.maxMegabytes"})


class ModelSettings(Struct, frozen=True, rename="camel"):
    """The models: one that finds by meaning, one that reads the best results once more, one that describes code."""

    embedding: Annotated[
        str,
        Meta(
            min_length=1,
            description='"bundled"; "none" for search without a model; a directory; "owner/name" to download a model '
            'from the hub; or a model of a provider: "ollama:MODEL", or "openai:MODEL" for OpenAI and compatible '
            "services. Code is sent to a provider, text with a likely secret is not. ctx-lsp.toml may only set "
            '"bundled" or "none", and no other setting of a provider',
        ),
    ] = "bundled"
    embedding_url: Annotated[
        str,
        Meta(
            description="Base URL of the provider; empty: http://localhost:11434 for Ollama, https://api.openai.com/v1 "
            "for OpenAI (not in ctx-lsp.toml)"
        ),
    ] = ""
    embedding_key_variable: Annotated[
        str,
        Meta(
            description="Environment variable with the provider's API key; the key itself does not belong in settings "
            "(not in ctx-lsp.toml)"
        ),
    ] = ""
    query_prefix: Annotated[
        str,
        Meta(description='Prefix of questions that the model expects, such as "search_query: " (not in ctx-lsp.toml)'),
    ] = ""
    document_prefix: Annotated[
        str, Meta(description='Prefix of code that it expects, such as "search_document: " (not in ctx-lsp.toml)')
    ] = ""
    question_timeout: Annotated[
        float,
        Meta(
            ge=0.1,
            le=60,
            description="Seconds to wait for a provider; after that, a question is answered without semantic search",
        ),
    ] = 2.0
    threads: Annotated[int, Meta(ge=1, le=64, description="Number of texts that a model processes in parallel")] = 2
    reranker: Annotated[
        str,
        Meta(
            min_length=1,
            description='"bundled" (there is none yet); "none"; a directory with a cross-encoder; "owner/name" to '
            'download one from the hub; or "http:MODEL" for one at `model.rerankerUrl`. The question and the best '
            "results are sent there, text with a likely secret is not. ctx-lsp.toml may only set "
            '"bundled" or "none"',
        ),
    ] = "bundled"
    reranker_url: Annotated[
        str,
        Meta(
            description="Base URL of the rerank API (Cohere, Jina, vLLM and others), without `/rerank`, such as "
            "https://api.jina.ai/v1 (not in ctx-lsp.toml)"
        ),
    ] = ""
    reranker_key_variable: Annotated[
        str, Meta(description="Like `model.embeddingKeyVariable`, for the reranker (not in ctx-lsp.toml)")
    ] = ""
    summaries: Annotated[
        str,
        Meta(
            min_length=1,
            description='Chat model that summarises each definition in a sentence, for search only: "none", '
            '"ollama:MODEL" or "openai:MODEL". Code is sent to it, text with a likely secret is not. ctx-lsp.toml may '
            'only set "none"',
        ),
    ] = "none"
    summaries_url: Annotated[
        str, Meta(description="Like `model.embeddingUrl`, for summaries (not in ctx-lsp.toml)")
    ] = ""
    summaries_key_variable: Annotated[
        str, Meta(description="Like `model.embeddingKeyVariable`, for summaries (not in ctx-lsp.toml)")
    ] = ""
    summaries_per_minute: Annotated[
        int, Meta(ge=1, le=6_000, description="Largest number of definitions to summarise in a minute")
    ] = 60


class IndexSettings(Struct, frozen=True, rename="camel"):
    """Which files are indexed."""

    max_file_bytes: Annotated[int, Meta(ge=1, le=50_000_000, description="Size above which files are skipped")] = (
        1_000_000
    )
    include: Annotated[tuple[str, ...], Meta(description="Paths to index, as .gitignore patterns; empty: all")] = ()
    exclude: Annotated[
        tuple[str, ...], Meta(description="Paths to skip, as .gitignore patterns, in addition to ignore files")
    ] = ()
    vendored: Annotated[bool, Meta(description="Index vendored and generated files too")] = False
    watch: Annotated[
        Literal["auto"] | bool,
        Meta(description='Whether the server watches folders for changes on disk; "auto": only if the editor does not'),
    ] = "auto"


class SearchSettings(Struct, frozen=True, rename="camel"):
    """Defaults of a search."""

    limit: Annotated[int, Meta(ge=1, le=200, description="Number of results, unless a search asks for another")] = 10
    rerank: Annotated[
        Literal["auto", "always", "never"],
        Meta(
            description='Whether a cross-encoder reranks the best results; "auto": if the first scores are close and '
            "the question is not just a name"
        ),
    ] = "auto"
    rerank_seconds: Annotated[
        float,
        Meta(
            ge=0.01,
            le=60,
            description="Seconds after which reranking is given up; the answer then has a warning",
        ),
    ] = 1.0

    @property
    def usual_rerank(self) -> Literal["auto"] | bool:
        """What `rerank` means for a question that says nothing of it."""
        return "auto" if self.rerank == "auto" else self.rerank == "always"

    commits: Annotated[
        bool,
        Meta(
            description="Use the messages of the last 3,000 commits as a search signal for the files that they changed"
        ),
    ] = False


class PackSettings(Struct, frozen=True, rename="camel"):
    """Defaults of a pack."""

    max_tokens: Annotated[int, Meta(ge=100, le=10_000_000, description="Token budget of a pack")] = 4096
    min_completeness: Annotated[
        float, Meta(ge=0, le=1, description="Completeness below which a pack has a warning")
    ] = 0.9
    dependency_depth: Annotated[int, Meta(ge=0, le=10, description="Steps that a pack follows dependencies")] = 2
    include_tests: Annotated[
        Literal["auto"] | bool,
        Meta(description='Whether packs include tests; "auto": if the question is about tests'),
    ] = "auto"
    format: Annotated[Literal["markdown", "xml", "json", "compact"], Meta(description="Format of a pack")] = "markdown"
    feedback: Annotated[
        bool,
        Meta(description="Learn from feedback, and from the results that you open or edit, during this session"),
    ] = True


class EditorSettings(Struct, frozen=True, rename="camel"):
    """Features that the editor shows on its own."""

    hover: Annotated[bool, Meta(description="Show hover cards with callers, tests and context size")] = True
    code_lens: Annotated[bool, Meta(description="Show callers, tests and context size above each definition")] = True


class CacheSettings(Struct, frozen=True, rename="camel"):
    """The cache of data derived from files: facts, edges, vectors."""

    directory: Annotated[
        str,
        Meta(
            description="Folder of the cache; empty: the user's cache folder (not in ctx-lsp.toml: a repository must "
            "not choose where files are written)"
        ),
    ] = ""
    enabled: Annotated[bool, Meta(description="Keep the cache between runs")] = True
    max_megabytes: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            description="Size of the cache folder above which the least recently used data is deleted (not in "
            "ctx-lsp.toml: a repository must not delete the data of others)",
        ),
    ] = 2048

    @property
    def max_bytes(self) -> int:
        """The limit in bytes."""
        return self.max_megabytes * MEGABYTE

    @property
    def path(self) -> Path:
        """The folder that `directory` means."""
        return Path(self.directory).expanduser() if self.directory else user_cache_path("ctx-lsp", appauthor=False)


def runs_file() -> Path:
    """Where recorded evaluations are kept: with the user's data, because unlike a cache they cannot be made again."""
    return user_data_path("ctx-lsp", appauthor=False) / "evaluations.jsonl"


class LogSettings(Struct, frozen=True, rename="camel"):
    """The server's log on stderr."""

    level: Annotated[
        Literal["error", "warning", "info", "debug"], Meta(description="Least severe level that is logged")
    ] = "info"


class Settings(Struct, frozen=True):
    """All settings, by section."""

    model: ModelSettings = ModelSettings()
    index: IndexSettings = IndexSettings()
    search: SearchSettings = SearchSettings()
    pack: PackSettings = PackSettings()
    editor: EditorSettings = EditorSettings()
    cache: CacheSettings = CacheSettings()
    log: LogSettings = LogSettings()


@dataclass(frozen=True, slots=True)
class Problem:
    """A value that was ignored: `field` as its source spells it, and a message that continues the name of the field."""

    source: Source
    field: str
    message: str

    def __str__(self) -> str:
        return f"{FILE_NAME if self.source == 'file' else self.source}: {self.field} {self.message}"


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings in force, and what was wrong in their sources."""

    settings: Settings
    problems: tuple[Problem, ...]


def load_settings(root: Path | None, editor: object, environ: Mapping[str, str]) -> Loaded:
    """The settings for a workspace whose first root is `root`.

    `editor` is the editor's section `ctx-lsp` as decoded JSON (None: it sent none), `environ` the process environment.
    """
    text = Disk().read(root, FILE_NAME, Limits()) if root else None
    if isinstance(text, SourceText):
        return resolve_settings(text.data.decode(), editor, environ)
    loaded = resolve_settings(None, editor, environ)
    if text is None or text.reason == "missing":
        return loaded
    unread = Problem("file", FILE_NAME, f"cannot be read: it is {text.reason.replace('_', ' ')}")
    return Loaded(loaded.settings, (unread, *loaded.problems))


def resolve_settings(file_text: str | None, editor: object, environ: Mapping[str, str]) -> Loaded:
    """The settings from the text of `ctx-lsp.toml` (None: no such file), the editor's section and the environment."""
    problems: list[Problem] = []
    sections: dict[str, dict[str, object]] = {}
    for given in (*_from_file(file_text), *_from_editor(editor), *_from_environment(environ)):  # the strongest last
        accepted = given if isinstance(given, Problem) else _accept(given)
        if isinstance(accepted, Problem):
            problems.append(accepted)
        else:
            section, _, name = accepted.field.partition(".")
            sections.setdefault(section, {})[name] = accepted.value
    return Loaded(msgspec.convert(sections, Settings), tuple(problems))


def settings_table() -> str:
    """The settings as a table in Markdown."""
    rows = [
        (
            f"`{name}`",
            _expected(field.kind),
            f"`{msgspec.json.encode(field.default).decode()}`",
            field.description,
            f"`{_variable(name)}`",
        )
        for name, field in _FIELDS.items()
    ]
    head = ("setting", "value", "default", "description", "environment variable")
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows)) + "\n"


@dataclass(frozen=True, slots=True)
class _Field:
    annotation: Any
    kind: Type
    default: object
    description: str


@dataclass(frozen=True, slots=True)
class _Given:
    """A value as a source gives it; `spelled` is the field's name there."""

    source: Source
    field: str
    spelled: str
    value: object


def _fields() -> Iterator[tuple[str, _Field]]:
    for section in msgspec.structs.fields(Settings):
        annotations = {field.name: field.type for field in msgspec.structs.fields(section.type)}
        described = msgspec.inspect.type_info(section.type)
        assert isinstance(described, StructType)
        for field in described.fields:
            assert isinstance(field.type, Metadata)
            assert field.type.extra_json_schema
            description = field.type.extra_json_schema["description"]
            name = f"{section.encode_name}.{field.encode_name}"
            yield name, _Field(annotations[field.name], field.type.type, field.default, description)


_FIELDS = dict(_fields())
_SECTIONS = frozenset(section.encode_name for section in msgspec.structs.fields(Settings))


def _from_file(text: str | None) -> Iterator[_Given | Problem]:
    try:
        content = tomllib.loads(text or "")
    except (ValueError, RecursionError) as error:
        yield Problem("file", FILE_NAME, f"is not valid TOML ({error})")
    else:
        yield from _flat("file", content)


def _from_editor(section: object) -> Iterator[_Given | Problem]:
    if isinstance(section, Mapping):
        yield from _flat("editor", section)
    elif section is not None:
        yield Problem("editor", "ctx-lsp", "must be an object")


def _from_environment(environ: Mapping[str, str]) -> Iterator[_Given | Problem]:
    names = {_variable(name): name for name in _FIELDS}
    for variable, text in sorted(environ.items()):
        name = names.get(variable)
        if name:
            if text:  # set to nothing is how a shell says "not set"
                is_list = isinstance(_FIELDS[name].kind, VarTupleType)
                value = [part.strip() for part in text.split(",") if part.strip()] if is_list else text
                yield _Given("environment", name, variable, value)
        elif variable.startswith(ENVIRONMENT_PREFIX) and variable not in _FOREIGN_VARIABLES:
            yield Problem("environment", variable, _known_name(variable, names))


def _flat(source: Source, content: Mapping[Any, object], prefix: str = "") -> Iterator[_Given | Problem]:
    """Nested tables as fields; names that are dotted already pass too, and null counts as not given."""
    for key, value in content.items():
        name = f"{prefix}{key}"
        if name in _SECTIONS and isinstance(value, Mapping):
            yield from _flat(source, value, f"{name}.")
        elif name in _SECTIONS:
            yield Problem(source, name, "must be a table of settings")
        elif name not in _FIELDS:
            yield Problem(source, name, _known_name(name, (*_FIELDS, *_SECTIONS)))
        elif value is not None:
            yield _Given(source, name, name, value)


def _accept(given: _Given) -> _Given | Problem:
    field = _FIELDS[given.field]
    if given.source == "file" and _reaches_out(given):
        return Problem("file", given.spelled, NOT_IN_FILE)
    try:
        value = msgspec.convert(given.value, field.annotation, strict=given.source != "environment")
    except msgspec.ValidationError:
        return Problem(given.source, given.spelled, f"must be {_expected(field.kind)}")
    return replace(given, value=value)


def _reaches_out(given: _Given) -> bool:
    """Whether a value makes us write, delete, load, download or send something, which no file of a repository may."""
    if given.field in _MODELS:
        return isinstance(given.value, str) and given.value not in ("", *_OWN_MODELS)
    is_about_models = given.field.startswith("model.") and given.field != "model.threads"
    return is_about_models or given.field in _USERS_ALONE


def _variable(name: str) -> str:
    return ENVIRONMENT_PREFIX + re.sub(r"\.|(?=[A-Z])", "_", name).upper()


def _known_name(name: str, known: Iterable[str]) -> str:
    nearest = get_close_matches(name, known, 1)
    return f"is not a setting; did you mean {nearest[0]}?" if nearest else "is not a setting"


def _expected(kind: Type) -> str:
    """What a field takes, in words."""
    match kind:
        case BoolType():
            return "true or false"
        case StrType():
            return "text"
        case VarTupleType():
            return "a list of text"
        case LiteralType():
            return " or ".join(f'"{value}"' for value in kind.values)
        case UnionType():
            return " or ".join(map(_expected, kind.types))
        case IntType() | FloatType():
            noun = "a whole number" if isinstance(kind, IntType) else "a number"
            return f"{noun}, {kind.ge} or more" if kind.le is None else f"{noun} from {kind.ge} to {kind.le}"
        case _:
            raise TypeError(f"no words for {kind}")
