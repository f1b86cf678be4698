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
            description='"bundled", "none" for search without a model, a model\'s directory, "owner/name" to fetch '
            'a model from the hub, or a model of a provider, to which the code is then sent: "ollama:MODEL", or '
            '"openai:MODEL" for OpenAI and all that speak its protocol. What seems to hold a secret is never sent. '
            "From the file only the first two, and no other setting of providers: a repository must not make anyone "
            "load, download or send anything",
        ),
    ] = "bundled"
    embedding_url: Annotated[
        str,
        Meta(
            description="Where that provider is; empty: http://localhost:11434 for Ollama, https://api.openai.com/v1 "
            "for OpenAI (not from the file)"
        ),
    ] = ""
    embedding_key_variable: Annotated[
        str,
        Meta(
            description="Name of the environment variable that holds the provider's key; the key itself belongs in no "
            "settings (not from the file)"
        ),
    ] = ""
    query_prefix: Annotated[
        str,
        Meta(description='What the model wants in front of a question, such as "search_query: " (not from the file)'),
    ] = ""
    document_prefix: Annotated[
        str, Meta(description='What it wants in front of code, such as "search_document: " (not from the file)')
    ] = ""
    question_timeout: Annotated[
        float,
        Meta(
            ge=0.1,
            le=60,
            description="Seconds that a question waits for a provider, to be answered without search by meaning then",
        ),
    ] = 2.0
    threads: Annotated[int, Meta(ge=1, le=64, description="Texts that a model reads at the same time")] = 2
    reranker: Annotated[
        str,
        Meta(
            min_length=1,
            description='"bundled" (none is, so far), "none", a directory with a cross-encoder, "owner/name" to fetch '
            'one from the hub, or "http:MODEL" for one at `model.rerankerUrl`, to which the question and the best '
            "results are then sent, but nothing that seems to hold a secret (from the file only the first two)",
        ),
    ] = "bundled"
    reranker_url: Annotated[
        str,
        Meta(
            description="What stands before `/rerank` where Cohere, Jina, vLLM and others are asked, such as "
            "https://api.jina.ai/v1 (not from the file)"
        ),
    ] = ""
    reranker_key_variable: Annotated[
        str, Meta(description="As `model.embeddingKeyVariable`, for the reranker (not from the file)")
    ] = ""
    summaries: Annotated[
        str,
        Meta(
            min_length=1,
            description='"none", or a chat model of a provider, "ollama:MODEL" or "openai:MODEL", that says in a '
            "sentence what each definition does, for search alone; the code is sent to it, but nothing that seems to "
            "hold a secret (from the file only the first)",
        ),
    ] = "none"
    summaries_url: Annotated[str, Meta(description="As `model.embeddingUrl`, for summaries (not from the file)")] = ""
    summaries_key_variable: Annotated[
        str, Meta(description="As `model.embeddingKeyVariable`, for summaries (not from the file)")
    ] = ""
    summaries_per_minute: Annotated[
        int, Meta(ge=1, le=6_000, description="Definitions that are sent to be described in a minute, at most")
    ] = 60


class IndexSettings(Struct, frozen=True, rename="camel"):
    """Which files are indexed."""

    max_file_bytes: Annotated[int, Meta(ge=1, le=50_000_000, description="Larger files are left out")] = 1_000_000
    include: Annotated[
        tuple[str, ...], Meta(description="Git-ignore patterns; where there are any, only paths that match are indexed")
    ] = ()
    exclude: Annotated[
        tuple[str, ...], Meta(description="Git-ignore patterns of paths to leave out, beside the ignore files")
    ] = ()
    vendored: Annotated[bool, Meta(description="Index vendored and generated files too")] = False
    watch: Annotated[
        Literal["auto"] | bool,
        Meta(
            description='Whether the server itself watches the folders for changes on disk; "auto": where the editor '
            "does not offer to"
        ),
    ] = "auto"


class SearchSettings(Struct, frozen=True, rename="camel"):
    """What a search gives unless it says otherwise."""

    limit: Annotated[int, Meta(ge=1, le=200, description="Results of a search that names no limit")] = 10
    rerank: Annotated[
        Literal["auto", "always", "never"],
        Meta(
            description='Whether a model reads the best results once more; "auto": where the first place is disputed '
            "and no single name is looked up"
        ),
    ] = "auto"
    rerank_seconds: Annotated[
        float,
        Meta(
            ge=0.01,
            le=60,
            description="Time for that, beyond which an answer comes without it and with a warning: for emergencies",
        ),
    ] = 1.0

    @property
    def usual_rerank(self) -> Literal["auto"] | bool:
        """What `rerank` means for a question that says nothing of it."""
        return "auto" if self.rerank == "auto" else self.rerank == "always"

    commits: Annotated[
        bool,
        Meta(
            description="Let the messages of the last 3,000 commits speak for the files that they touched: read from "
            "the local history in the background, and again when it grows"
        ),
    ] = False


class PackSettings(Struct, frozen=True, rename="camel"):
    """What a pack holds unless its options say otherwise."""

    max_tokens: Annotated[int, Meta(ge=100, le=10_000_000, description="Token budget of a pack")] = 4096
    min_completeness: Annotated[
        float, Meta(ge=0, le=1, description="Completeness below which the pack carries a warning")
    ] = 0.9
    dependency_depth: Annotated[int, Meta(ge=0, le=10, description="How many dependency steps a pack follows")] = 2
    include_tests: Annotated[
        Literal["auto"] | bool,
        Meta(description='Whether tests belong in packs; "auto": as far as the question is about tests'),
    ] = "auto"
    format: Annotated[Literal["markdown", "xml", "json", "compact"], Meta(description="How a pack is written out")] = (
        "markdown"
    )
    feedback: Annotated[
        bool,
        Meta(
            description="Let what is said of packs, and what is opened or edited of that which they have shown, raise "
            "or lower the same in later packs on like questions; forgotten with the session"
        ),
    ] = True


class EditorSettings(Struct, frozen=True, rename="camel"):
    """What the editor shows without being asked."""

    hover: Annotated[
        bool, Meta(description="Show what a symbol is, how it hangs together and what its context costs")
    ] = True
    code_lens: Annotated[
        bool, Meta(description="Show callers, tests and the cost of the context above each definition")
    ] = True


class CacheSettings(Struct, frozen=True, rename="camel"):
    """The persistent cache of what was derived from files: facts, edges, vectors."""

    directory: Annotated[
        str,
        Meta(
            description="Where the cache is kept; empty: the user's cache folder (not from the file: a repository must "
            "not choose where we write)"
        ),
    ] = ""
    enabled: Annotated[bool, Meta(description="Keep the cache between runs")] = True
    max_megabytes: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            description="Size of the whole cache folder above which the server drops what was not used for longest "
            "(not from the file: a repository must not drop what belongs to others)",
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
        Literal["error", "warning", "info", "debug"], Meta(description="The least severe messages logged")
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
    """A value that was passed over: `field` as that source spells it, and what was expected there."""

    source: Source
    field: str
    expected: str

    def __str__(self) -> str:
        return f"{FILE_NAME if self.source == 'file' else self.source}: {self.field}: expected {self.expected}"


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
    unread = Problem("file", FILE_NAME, f"a text file that can be read (it is {text.reason.replace('_', ' ')})")
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
    head = ("setting", "value", "default", "what it does", "environment variable")
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
        yield Problem("file", FILE_NAME, f"valid TOML ({error})")
    else:
        yield from _flat("file", content)


def _from_editor(section: object) -> Iterator[_Given | Problem]:
    if isinstance(section, Mapping):
        yield from _flat("editor", section)
    elif section is not None:
        yield Problem("editor", "ctx-lsp", "an object")


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
            yield Problem(source, name, "a table of settings")
        elif name not in _FIELDS:
            yield Problem(source, name, _known_name(name, (*_FIELDS, *_SECTIONS)))
        elif value is not None:
            yield _Given(source, name, name, value)


def _accept(given: _Given) -> _Given | Problem:
    field = _FIELDS[given.field]
    if given.source == "file" and _reaches_out(given):
        return Problem("file", given.spelled, "it from the editor or the environment alone")
    try:
        value = msgspec.convert(given.value, field.annotation, strict=given.source != "environment")
    except msgspec.ValidationError:
        return Problem(given.source, given.spelled, _expected(field.kind))
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
    return f"the name of a setting; did you mean {nearest[0]}?" if nearest else "the name of a setting"


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
