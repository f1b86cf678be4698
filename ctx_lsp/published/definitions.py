"""Finds the definitions of imported names in published repositories that provide the imported packages.

The pinned version decides which publication of a package is used. If none has this version, the answer says so.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ctx_lsp.published.imported_names import CALLED, ImportedName
from ctx_lsp.published.model import CHANGED
from ctx_lsp.published.pins.lookup import Pinned
from ctx_lsp.published.pins.model import Pin
from ctx_lsp.published.queries import BY_KEY
from ctx_lsp.published.versions import Ecosystem, is_same_version
from ctx_lsp.retrieval.model import Origin
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection, Database

# The exports come first, by their key: few packages say little about which exports they have. OFFSET keeps PostgreSQL
# from joining the other way round, which it prefers while its statistics are those of a small table.
_EXPORTS = (
    "WITH exports AS MATERIALIZED (SELECT found.* FROM unnest(%s::text[], %s::text[]) AS wanted (module, name), "
    "LATERAL (SELECT * FROM ctx_lsp.published_exports candidate "
    "WHERE candidate.module = wanted.module AND candidate.name = wanted.name OFFSET 0) found) "
    "SELECT repositories.id, repositories.name, release, revision, ecosystem, packages.name, version, tagged, "
    "exports.module, exports.name, exports.path, exports.symbol "
    "FROM exports JOIN ctx_lsp.published_packages packages "
    "ON packages.repository = exports.repository AND packages.number = exports.package "
    "JOIN ctx_lsp.repositories ON repositories.id = exports.repository "
    "WHERE ecosystem = %s ORDER BY tagged DESC, release = '', repositories.name, release, exports.path"
)
_HIDDEN = "SELECT ctx_lsp.listed_providers(%s, %s)"
_UNITS = (
    "SELECT units.path, symbol, kind, signature, units.language, first_line, last_line, "
    "coalesce(name_line, first_line) FROM ctx_lsp.published_units units "
    "WHERE units.name = ANY(%s) AND units.repository = %s AND symbol = ANY(%s) ORDER BY units.path, number"
)
_HAS_TEXT = "SELECT text IS NOT NULL, language FROM ctx_lsp.published_files WHERE repository = %s AND path = %s"


class PackageExport(NamedTuple):
    """A name that a published package exports, with the `path` and `symbol` of its definition.

    If `symbol` is "", the name stands for the whole file.
    """

    number: int
    repository: str
    release: str
    revision: str
    ecosystem: Ecosystem
    package: str
    version: str
    tagged: bool
    module: str
    name: str
    path: str
    symbol: str

    @property
    def shown_version(self) -> str:
        """The version, or the revision if the version is unknown."""
        return self.version or self.revision[:12] or "unknown version"


class Exports(NamedTuple):
    """The published exports of an imported name's modules.

    `readable` holds those that the user may read, and `hidden` the repositories whose exports the user may not read.
    """

    readable: tuple[PackageExport, ...]
    hidden: tuple[str, ...]


class Chosen(NamedTuple):
    """An export at the pinned version. `rest` names the members after it, such as `total` in `Invoice.total`."""

    export: PackageExport
    rest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PublishedDefinition:
    """A definition in a published repository; `symbol` is "" for a whole file, and lines count from 1.

    `tagged` says whether a tag of the revision names the version; otherwise, the package's manifest does.
    """

    package: str
    version: str
    tagged: bool
    origin: Origin
    path: str
    symbol: str
    kind: str
    signature: str
    language: str
    name_line: int


class _Unit(NamedTuple):
    path: str
    symbol: str
    kind: str
    signature: str
    language: str
    first_line: int
    last_line: int
    name_line: int


def exports_for(database: "Database", names: Collection[ImportedName], seconds: float) -> dict[ImportedName, Exports]:
    """Return the published exports of each name's modules. Raises `SharingError`."""

    def read(connection: "Connection") -> dict[ImportedName, Exports]:
        connection.execute(BY_KEY)
        return {name: _exports(connection, name) for name in names}

    return database.run(read, seconds, "READ ONLY")


def _exports(connection: "Connection", name: ImportedName) -> Exports:
    wanted = dict.fromkeys((*((one, "") for one in name.modules), *((one.module, one.name) for one in name.spellings)))
    modules, names = map(list, zip(*wanted, strict=True))
    rows = connection.execute(_EXPORTS, (modules, names, name.ecosystem)).fetchall()
    readable = tuple(PackageExport(*row) for row in rows)
    listed = {one for (one,) in connection.execute(_HIDDEN, (name.ecosystem, list(name.modules)))}
    return Exports(readable, tuple(sorted(listed - {one.repository for one in readable})))


def choose(name: ImportedName, exports: Exports, pinned: Callable[[str], Pinned]) -> Chosen | str:
    """Return the export at the pinned version, or a sentence that says why there is none.

    `pinned` returns the pinned versions of a package. The sentence is empty if nothing connects the name with a
    published package.
    """
    packages = {one.package: pinned(one.package) for one in exports.readable}
    fitting = [one for one in exports.readable if any(_is_pinned(one, pin) for pin in packages[one.package].versions)]
    for spelling in name.spellings if fitting else ():
        for one in fitting:
            if (one.module, one.name) == (spelling.module, spelling.name):
                return Chosen(one, spelling.rest)
    if fitting:
        return f"{fitting[0].package} {fitting[0].shown_version} is published, and exports no {name.shown}"
    for package, found in packages.items():
        if found.versions:
            return _not_fitting(package, found, exports.readable)
    hidden = [f"{repository} provides {name.modules[0]}, and you may not read it" for repository in exports.hidden]
    unpinned = [_not_pinned(package, found, exports.readable) for package, found in packages.items()]
    return "; ".join((*hidden[:1], *unpinned[:1]))  # nothing says which of them is meant


def definitions_of(
    database: "Database", chosen: Collection[Chosen], seconds: float
) -> dict[Chosen, PublishedDefinition | str]:
    """Return the definition of each export, or a sentence that says why it cannot be shown. Raises `SharingError`."""

    def read(connection: "Connection") -> dict[Chosen, PublishedDefinition | str]:
        return {one: _definition(connection, one.export, one.rest) for one in chosen}

    return database.run(read, seconds, "READ ONLY") if chosen else {}


def _definition(connection: "Connection", export: PackageExport, rest: Sequence[str]) -> PublishedDefinition | str:
    shown = f"{export.package} {export.shown_version}"
    unit = _unit(connection, export, rest)
    if unit is None:
        members = ".".join((export.symbol, *rest)).replace(CALLED, "")
        return f"no definition of {members} is known in {shown}"
    texts = connection.execute(_HAS_TEXT, (export.number, unit.path)).fetchone()
    if not texts or not texts[0]:
        return f"{shown} is published without its texts"
    return PublishedDefinition(
        export.package,
        export.version,
        export.tagged,
        Origin(export.repository, export.revision, unit.first_line, unit.last_line),
        unit.path,
        unit.symbol,
        unit.kind,
        unit.signature,
        unit.language or texts[1],
        unit.name_line,
    )


def _unit(connection: "Connection", export: PackageExport, rest: Sequence[str]) -> _Unit | None:
    """Return the unit of an export or, if `rest` names members after the export, the unit of the last member.

    Return None if there is no such unit, or if the type that should have the member is not known.
    """
    if not export.symbol:
        return _Unit(export.path, "", "File", "", "", 1, 1, 1) if not rest else None
    names = [export.symbol]
    for part in rest:
        names.append(f"{names[-1]}.{part}".replace(CALLED, ""))
    last_parts = [one.rpartition(".")[2] for one in names]
    found = [_Unit(*row) for row in connection.execute(_UNITS, (last_parts, export.number, names))]
    owner = _nearest(found, names[0], export.path)
    if rest and owner is not None and owner.kind not in CONTAINER_KINDS:
        return None  # a member of a value or of a result, whose type is not known here
    return _nearest(found, names[-1], export.path)


def _nearest(units: Iterable[_Unit], symbol: str, path: str) -> _Unit | None:
    """Return the unit of a symbol in the file at `path`, or else in its folder. A Go method may be in another file."""
    folder = path.rpartition("/")[0]
    named = [one for one in units if one.symbol == symbol and one.path.rpartition("/")[0] == folder]
    return min(named, key=lambda one: (one.path != path, one.path), default=None)


def _is_pinned(export: PackageExport, pin: Pin) -> bool:
    if pin.replacement:
        return False
    if pin.commit:
        return export.revision.startswith(pin.commit) and not export.revision.endswith(CHANGED)
    return bool(export.version) and is_same_version(export.ecosystem, export.version, pin.version)


def _not_fitting(package: str, found: Pinned, exports: Iterable[PackageExport]) -> str:
    if replacement := found.versions[0].replacement:
        return f"{found.file} replaces {package} with {replacement}; published: {_versions(package, exports)}"
    pins = " or ".join(pin.version or pin.commit[:12] for pin in found.versions)
    return f"{package} {pins} is pinned ({found.file}); published: {_versions(package, exports)}"


def _not_pinned(package: str, found: Pinned, exports: Iterable[PackageExport]) -> str:
    who = f"{found.file} does not pin {package}" if found.file else f"no lock file pins {package}"
    return f"{who}; published: {_versions(package, exports)}"


def _versions(package: str, exports: Iterable[PackageExport]) -> str:
    return ", ".join(dict.fromkeys(one.shown_version for one in exports if one.package == package))
