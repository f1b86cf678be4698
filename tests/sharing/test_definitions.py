"""Definitions in published repositories, at the version that a lock file pins, in a real PostgreSQL."""

import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.packing.model import Pack, PackOptions, PackRequest, QuestionSubject
from ctx_lsp.published.definitions import Exports, PackageExport, PublishedDefinition, choose, exports_for
from ctx_lsp.published.imported_names import ImportedName
from ctx_lsp.published.model import CHANGED, Audience
from ctx_lsp.published.pins.lookup import Pinned
from ctx_lsp.published.pins.model import Pin
from ctx_lsp.published.queries import BY_KEY
from ctx_lsp.published.service import PublishedRepositories
from ctx_lsp.retrieval.model import Origin, Scope
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings, SharingSettings
from ctx_lsp.sharing.database import Connection, Database, migrate
from ctx_lsp.sharing.schema import REPOSITORIES
from ctx_lsp.sharing.storage import SharingError
from ctx_lsp.workspace import Workspace, publish_repository, withdraw_repository
from ctx_lsp.workspace.sharing.definitions import Elsewhere
from tests.editors.neovim.running import names_of, run_files
from tests.protocol.asking import ready
from tests.protocol.conftest import LocalServer
from tests.sharing.conftest import Server, former_repositories, new_repositories_database
from tests.workspace.opening import opened
from tests.workspaces import files_of

BILLING = '''
=== pyproject.toml
[project]
name = "Acme-Billing"
version = "{version}"
=== src/billing/__init__.py
from billing.invoice import Invoice as Invoice
from billing.taxes import *
=== src/billing/invoice.py
# {version}
def decorated(made):
    return made

@decorated
class Invoice:
    """An invoice."""

    def total(self):
        return 1
=== src/billing/taxes.py
def vat(amount):
    return amount
'''
PARCELS = """
=== package.json
{"name": "@acme/parcels", "version": "1.4.0", "main": "dist/index.js"}
=== src/index.ts
import { Depot, weigh } from "./depot";
export { Depot, weigh };
export * from "./route";
export { Van as Truck } from "./van";
=== src/depot.ts
export class Depot {}
export function weigh(parcel: string): number;
export function weigh(parcel: string, scales: string): number;
export function weigh(parcel: string, scales?: string) { return 1; }
=== src/route.ts
export function route(stops: string[]) { return stops; }
=== src/van.ts
export class Van { load() { return 1; } }
"""
RATES = """
=== go.mod
module example.org/acme/rates/v2
=== rates.go
package rates

type Table struct{}
=== read.go
package rates

// Read the table.
func (t *Table) Read() int { return 1 }

func Latest() *Table { return nil }
"""
APP = """
=== py/uv.lock
version = 1
[[package]]
name = "acme-billing"
version = "2.0.3"
=== py/main.py
import billing
from billing import Invoice, vat
from billing import missing
import os

def run():
    invoice = Invoice()
    with Invoice() as entered:
        entered.total()
    return billing.Invoice, invoice.total(), vat(1), os.sep, missing, invoice.send()
=== py/choice.py
try:
    import fast_billing as chosen
    from fast_billing import vat
except ImportError:
    import billing as chosen
    from billing import vat

def run():
    import fast_billing as billing
    return chosen.Invoice, vat(1), billing.vat
=== old/requirements.txt
acme-billing==1.9 --hash=sha256:00
=== old/main.py
from billing import Invoice
=== loose/main.py
from billing import Invoice
=== web/package.json
{"name": "web", "dependencies": {"@acme/parcels": "^1.0.0", "left-pad": "1"}}
=== web/package-lock.json
{"lockfileVersion": 3, "packages": {"": {}, "node_modules/@acme/parcels": {"version": "1.4.0"}}}
=== web/main.ts
import { route, Truck, Depot, weigh } from "@acme/parcels";
import pad from "left-pad";
new Truck().load();
route([pad("a")]);
=== go.mod
module example.org/app

require example.org/acme/rates/v2 v2.1.0 // indirect
=== fork/go.mod
module example.org/forked

require example.org/acme/rates/v2 v2.1.0

replace example.org/acme/rates/v2 => example.org/fork v2.9.0
=== fork/main.go
package main

import "example.org/acme/rates/v2"

var table rates.Table
=== main.go
package main

import "example.org/acme/rates/v2"

func main() {
	var table rates.Table
	rates.Latest()
}
"""


@dataclass(frozen=True, slots=True)
class Team:
    """A database with published packages, and the folder of a workspace that uses them."""

    folder: Path
    owner: str
    publisher: str
    rival: str
    reader: str

    def settings(self, url: str, seconds: float = 30.0) -> Settings:
        cache = CacheSettings(directory=str(self.folder / "cache"))
        sharing = SharingSettings(repositories=url, search_seconds=seconds)
        return Settings(cache=cache, model=ModelSettings(embedding="none"), sharing=sharing)

    def publish(
        self,
        text: str,
        name: str,
        tag: str,
        release: str = "",
        audience: Audience | None = None,
        *,
        with_text: bool = True,
    ) -> None:
        root = self.folder / f"{name}{release}"
        write(root, text)
        git(root, "init -q", "add -A", "-c user.name=a -c user.email=a@b commit -qm one", f"tag {tag}")
        with opened(root, self.settings("")) as workspace:
            publish_repository(
                workspace.analysis().result(), root, self.publisher, name, audience or Audience(),
                with_text=with_text, release=release,
            )  # fmt: skip


def write(root: Path, text: str) -> None:
    for path, source in files_of(text.lstrip("\n")).items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(source.data)


def git(root: Path, *commands: str) -> str:
    for command in commands:
        done = subprocess.run(["git", *command.split()], cwd=root, check=True, capture_output=True, text=True)  # noqa: S607
    return done.stdout.strip()


@pytest.fixture(scope="module")
def team(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Team:
    made = new_repositories_database(
        server, publisher="ctx_lsp_publisher", rival="ctx_lsp_publisher", reader="ctx_lsp_reader"
    )
    roles = (made[role] for role in ("publisher", "rival", "reader"))
    team = Team(tmp_path_factory.mktemp("pins"), made.owner, *roles)
    team.publish(BILLING.replace("{version}", "2.1.0"), "acme/billing", "v2.1.0")
    team.publish(BILLING.replace("{version}", "2.0.3"), "acme/billing", "v2.0.3", "2.0.3")
    team.publish(PARCELS, "acme/parcels", "v1.4.0")
    team.publish(RATES, "acme/rates", "v2.1.0")
    write(team.folder / "app", APP)
    return team


@pytest.fixture(scope="module")
def app(team: Team) -> Iterator[Workspace]:
    with opened(team.folder / "app", team.settings(team.reader)) as workspace:
        yield workspace


def asked(workspace: Workspace, path: str, at: str) -> Elsewhere | None:
    """Ask for the definition of the name at the end of the text `at`, which `path` has once."""
    analysis = workspace.analysis().result()
    source = analysis.source(path)
    assert source is not None
    text = source.data.decode()
    assert text.count(at) == 1, at
    return analysis.relations.definition_elsewhere(path, text.index(at) + len(at), CancelToken())


def place(found: Elsewhere | None) -> tuple[str, str, str, int]:
    """Package, version, symbol in its file, and line of its name."""
    assert found is not None
    assert found.definition is not None, found.reason
    one = found.definition
    return one.package, one.version, f"{one.path}::{one.symbol}", one.name_line


@pytest.mark.parametrize(
    ("path", "at", "expected"),
    [
        ("py/main.py", "import Invoice", ("acme-billing", "2.0.3", "src/billing/invoice.py::Invoice", 6)),
        ("py/main.py", "invoice = Invoice", ("acme-billing", "2.0.3", "src/billing/invoice.py::Invoice", 6)),
        ("py/main.py", "billing.Invoice", ("acme-billing", "2.0.3", "src/billing/invoice.py::Invoice", 6)),
        ("py/main.py", "invoice.total", ("acme-billing", "2.0.3", "src/billing/invoice.py::Invoice.total", 9)),
        ("py/main.py", "entered.total", ("acme-billing", "2.0.3", "src/billing/invoice.py::Invoice.total", 9)),
        ("py/main.py", "(), vat", ("acme-billing", "2.0.3", "src/billing/taxes.py::vat", 1)),
        ("py/main.py", "import billing\nfrom billing", ("acme-billing", "2.0.3", "src/billing/__init__.py::", 1)),
        ("web/main.ts", "{ route", ("@acme/parcels", "1.4.0", "src/route.ts::route", 1)),
        ("web/main.ts", "Truck, Depot", ("@acme/parcels", "1.4.0", "src/depot.ts::Depot", 1)),
        ("web/main.ts", "new Truck", ("@acme/parcels", "1.4.0", "src/van.ts::Van", 1)),
        ("web/main.ts", "new Truck().load", ("@acme/parcels", "1.4.0", "src/van.ts::Van.load", 1)),
        ("web/main.ts", "Depot, weigh", ("@acme/parcels", "1.4.0", "src/depot.ts::weigh", 4)),
        ("py/choice.py", "chosen.Invoice", ("acme-billing", "2.0.3", "src/billing/invoice.py::Invoice", 6)),
        ("py/choice.py", "Invoice, vat", ("acme-billing", "2.0.3", "src/billing/taxes.py::vat", 1)),
        ("main.go", "rates.Table", ("example.org/acme/rates/v2", "v2.1.0", "rates.go::Table", 3)),
        ("main.go", "rates.Latest", ("example.org/acme/rates/v2", "v2.1.0", "read.go::Latest", 6)),
    ],
)
def test_a_definition_is_that_of_the_pinned_version(
    team: Team, app: Workspace, path: str, at: str, expected: tuple[str, str, str, int]
) -> None:
    found = asked(app, path, at)
    assert place(found) == expected
    assert found is not None
    assert found.definition is not None
    origin = found.definition.origin
    release = "2.0.3" if origin.repository == "acme/billing" else ""
    assert origin.revision == git(team.folder / f"{origin.repository}{release}", "rev-parse HEAD")
    text = app.sharing.text(origin.repository, origin.revision, found.definition.path)
    assert text is not None
    assert found.definition.symbol.rpartition(".")[2] in text.decode().splitlines()[found.definition.name_line - 1]


@pytest.mark.parametrize(
    ("path", "at", "reason"),
    [
        ("old/main.py", "Invoice", "acme-billing 1.9 is pinned (old/requirements.txt); published: 2.0.3, 2.1.0"),
        ("loose/main.py", "Invoice", "no lock file pins acme-billing; published: 2.0.3, 2.1.0"),
        ("py/main.py", "import missing", "acme-billing 2.0.3 is published, and exports no missing"),
        (
            "py/main.py",
            "invoice.send",
            "no definition of Invoice.send is known in acme-billing 2.0.3",
        ),
        (
            "fork/main.go",
            "rates.Table",
            "fork/go.mod replaces example.org/acme/rates/v2 with example.org/fork v2.9.0; published: v2.1.0",
        ),
        ("web/main.ts", "import pad", ""),
        ("py/choice.py", "billing.vat", ""),
    ],
)
def test_an_answer_says_why_there_is_no_definition(app: Workspace, path: str, at: str, reason: str) -> None:
    found = asked(app, path, at)
    assert found is not None
    assert (found.definition, found.reason) == (None, reason)


def test_names_of_the_workspace_and_of_the_language_are_not_asked_for(
    app: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctx_lsp.published.service.exports_for", None)
    assert asked(app, "py/main.py", "import os") is None
    assert asked(app, "py/main.py", "os.sep") is None
    assert asked(app, "py/main.py", "def run") is None


def test_a_searched_repository_has_no_results_from_its_releases(team: Team) -> None:
    with psycopg.connect(team.owner) as connection:
        query = "SELECT release, chunks, (SELECT count(*) FROM ctx_lsp.published_{} WHERE repository = id) " \
            "FROM ctx_lsp.repositories WHERE name = 'acme/billing' ORDER BY release"  # fmt: skip
        for table in ("chunks", "postings", "vectors"):
            current, release = connection.execute(query.format(table).encode()).fetchall()
            assert current[0] == ""
            assert current[1] > 0
            assert release == ("2.0.3", 0, 0)


def test_a_hidden_package_is_named_and_one_without_text_is_not_opened(team: Team, app: Workspace) -> None:
    try:
        team.publish(
            BILLING.replace("{version}", "1.9"), "acme/hidden", "v1.9", audience=Audience(("ctx_lsp_publisher",))
        )
        team.publish(BILLING.replace("{version}", "1.9"), "acme/silent", "v1.9", with_text=False)
        found = asked(app, "old/main.py", "Invoice")
        assert found is not None
        assert found.reason == "acme-billing 1.9 is published without its texts"
        found = asked(app, "loose/main.py", "Invoice")
        assert found is not None
        assert found.reason == (
            "acme/hidden provides billing, and you may not read it; "
            "no lock file pins acme-billing; published: 2.0.3, 2.1.0, 1.9"
        )
        assert withdraw_repository(team.publisher, "acme/silent")
        for name in ("acme/billing", "acme/parcels"):
            hide(team, name, hidden=True)
        found = asked(app, "old/main.py", "Invoice")
        assert found is not None
        assert found.reason == "acme/billing provides billing, and you may not read it"
        with psycopg.connect(team.reader) as connection:
            asked_for = "SELECT ctx_lsp.listed_providers('pypi', %s)"
            assert connection.execute(asked_for, (["billing"],)).fetchall() != []
            assert connection.execute(asked_for, (["billing.invoice"],)).fetchall() == [], (
                "what is inside stays unknown"
            )
        with psycopg.connect(team.reader) as connection:
            for table in ("packages", "exports"):
                rows = connection.execute(f"SELECT DISTINCT repository FROM ctx_lsp.published_{table}").fetchall()
                assert rows == connection.execute("SELECT id FROM ctx_lsp.repositories").fetchall() != []
    finally:
        for name in ("acme/billing", "acme/parcels"):
            hide(team, name, hidden=False)
        withdraw_repository(team.publisher, "acme/hidden")


def hide(team: Team, name: str, *, hidden: bool) -> None:
    readers = ["ctx_lsp_publisher" if hidden else "ctx_lsp_reader"]
    with psycopg.connect(team.owner) as connection:
        connection.execute("UPDATE ctx_lsp.repositories SET readers = %s WHERE name = %s", (readers, name))


def test_the_releases_of_a_name_belong_to_its_publisher(team: Team) -> None:
    """Also for one who knows how to insert rows by hand."""
    insert = (
        "INSERT INTO ctx_lsp.repositories (name, release, revision, form, model, chunks, readers, listed) "
        "VALUES ('acme/billing', '9.9', '', 1, '', 0, '{ctx_lsp_reader}', true)"
    )
    with psycopg.connect(team.rival) as connection, pytest.raises(psycopg.Error, match="belongs to another publisher"):
        connection.execute(insert)
    with pytest.raises(SharingError, match="printable"):
        team.publish(RATES, "acme/rates", "v3", "a\nb")


def test_tables_with_published_repositories_are_migrated(team: Team, server: Server) -> None:
    """What was published before is kept, and says that it has no packages by giving no definition."""
    url = new_repositories_database(server, former_repositories(1)).owner
    with psycopg.connect(url) as connection:
        connection.execute(
            "INSERT INTO ctx_lsp.repositories (name, revision, form, model, chunks, readers, listed) "
            "VALUES ('old', 'abc', 1, '', 0, '{ctx_lsp_reader}', true)"
        )
    assert migrate(url, REPOSITORIES) == [number for number, _ in REPOSITORIES.migrations()][1:]
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT name, release, revision FROM ctx_lsp.repositories").fetchall()
    assert rows == [("old", "", "abc")]
    with opened(team.folder / "app", team.settings(url)) as workspace:
        found = asked(workspace, "py/main.py", "import Invoice")
        assert found is not None
        assert (found.definition, found.reason) == (None, "")


def test_an_editor_gets_a_document_that_it_can_open(team: Team) -> None:
    server = LocalServer()
    sharing = {"repositories": team.reader, "searchSeconds": 30}
    cache = {"directory": str(team.folder / "cache")}
    support = {"textDocument": {"definition": {"linkSupport": True}}}
    options = {"sharing": sharing, "cache": cache, "model": {"embedding": "none"}}
    server.open(team.folder / "app", options=options, capabilities=support)
    try:
        ready(server)
        uri = (team.folder / "app" / "py" / "main.py").as_uri()
        at = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 22}}
        [link] = server.wire.ask("textDocument/definition", at)
        assert link["targetSelectionRange"]["start"] == {"line": 5, "character": 0}
        assert link["originSelectionRange"]["start"] == {"line": 1, "character": 20}
        named = {key: value[0] for key, value in parse_qs(urlsplit(link["targetUri"]).query).items()}
        text = server.wire.command("ctx-lsp.publishedText", named)["text"]
        assert text.splitlines()[5] == "class Invoice:"
        assert text.startswith("# 2.0.3\n")
        card = server.wire.ask("textDocument/hover", at)["contents"]["value"]
        assert "class Invoice" in card
        assert "acme-billing 2.0.3" in card.replace("`", "")
        old = {"textDocument": {"uri": uri.replace("/py/", "/old/")}, "position": {"line": 0, "character": 22}}
        assert server.wire.ask("textDocument/definition", old) is None
        reason = server.wire.ask("textDocument/hover", old)["contents"]["value"]
        assert "acme-billing 1.9 is pinned" in reason
    finally:
        server.stop()


def test_neovim_goes_to_the_definition_of_the_pinned_version(team: Team, tmp_path: Path) -> None:
    ran = run_files(
        "definitions",
        tmp_path,
        CTX_TEST_SETUP="setup",
        CTX_TEST_WORKSPACE=str(team.folder / "app"),
        CTX_LSP_SHARING_REPOSITORIES=team.reader,
        CTX_LSP_SHARING_SEARCH_SECONDS="30",
        CTX_LSP_MODEL_EMBEDDING="none",
        CTX_LSP_CACHE_DIRECTORY=str(team.folder / "cache"),
    )
    [name] = names_of("definitions")
    assert ran.problem(name) is None, ran.problem(name)


def test_a_database_that_does_not_answer_is_named(team: Team) -> None:
    url = "postgresql://127.0.0.1:1/team"
    with opened(team.folder / "app", team.settings(url, seconds=0.5)) as workspace:
        for _ in range(2):
            found = asked(workspace, "py/main.py", "import Invoice")
            assert found is not None
            assert found.reason.startswith("published repositories cannot be queried (")
            assert "postgresql://127.0.0.1:1/team" in found.reason


def packed(workspace: Workspace, question: str, scope: Scope, tokens: int) -> Pack:
    request = PackRequest(QuestionSubject(question, scope=scope), PackOptions(max_tokens=tokens))
    return workspace.analysis().result().pack(request, CancelToken())


def test_a_pack_has_the_published_definitions_that_its_code_uses(app: Workspace) -> None:
    question = "py/main.py run"
    pack = packed(app, question, ("app", "acme/billing"), 2000)
    shown = {(one.origin.repository, one.item.symbol) for one in pack.elsewhere}
    assert ("acme/billing", "src/billing/invoice.py::Invoice") in shown
    assert pack.tokens.used <= 2000
    assert any("An invoice." in one.text for one in pack.elsewhere)
    small = packed(app, question, ("app", "acme/billing"), pack.tokens.used - 40)
    assert any(one.startswith("Published definitions used by the code, but not shown: ") for one in small.warnings)
    assert packed(app, question, "workspace", 2000).elsewhere == ()
    assert {one.origin.repository for one in packed(app, question, ("app", "acme/rates"), 2000).elsewhere} <= {
        "acme/rates"
    }


@pytest.mark.parametrize(
    ("path", "at", "symbol"),
    [
        ("py/main.py", "import Invoice", "acme-billing/src/billing/invoice.py::Invoice"),
        ("web/main.ts", "new Truck", "acme-parcels/src/van.ts::Van"),
        ("main.go", "rates.Latest", "acme-rates/read.go::Latest"),
    ],
)
def test_a_folder_of_the_workspace_comes_first(team: Team, tmp_path: Path, path: str, at: str, symbol: str) -> None:
    """The packages that a workspace holds beside the importing folder are edited together with it."""
    folders = [tmp_path / "app", *(tmp_path / f"acme-{name}" for name in ("billing", "parcels", "rates"))]
    for folder, text in zip(folders, (APP, BILLING.replace("{version}", "3.0"), PARCELS, RATES), strict=True):
        write(folder, text)
    with opened(folders[0], team.settings("postgresql://127.0.0.1:1/team"), folders[1:]) as workspace:
        analysis = workspace.analysis().result()
        source = analysis.source(path)
        assert source is not None
        offset = source.data.decode().index(at) + len(at)
        name = analysis.relations.name_at(path, offset)
        assert name is not None
        assert [node for node, _ in name.meanings] == [symbol]
        assert analysis.relations.definition_elsewhere(path, offset, CancelToken()) is None


FOLLOWED = ImportedName("pypi", "billing", ("Invoice",))


def test_exports_are_found_by_their_key(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the planner takes the tables for small: no read visits every export."""
    read: list[tuple[str, object]] = []

    execute: Callable[..., object] = psycopg.Connection.execute

    def recorded(connection: Connection, query: bytes | str, values: object = None) -> object:
        read.append((query.decode() if isinstance(query, bytes) else query, values))
        return execute(connection, query, values)

    with closing(Database(team.reader, REPOSITORIES)) as database, monkeypatch.context() as patch:
        patch.setattr(psycopg.Connection, "execute", recorded)
        found = exports_for(database, [FOLLOWED], 30)[FOLLOWED]
    assert {one.module for one in found.readable} == {"billing"}
    assert found.readable[0].release == "2.0.3"
    [(query, values)] = [one for one in read if "published_exports" in one[0]]
    assert isinstance(values, tuple)
    with psycopg.connect(team.owner) as connection:
        connection.execute("ANALYZE ctx_lsp.published_exports")
    with psycopg.connect(team.reader) as connection:
        connection.execute(BY_KEY)
        plan = "\n".join(line for (line,) in connection.execute(f"EXPLAIN {query}".encode(), values))
    assert re.search(r"Index Cond: \(\(module = wanted.module\) AND \(name = wanted.name\)", plan), plan


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows with each transaction."""
    runs: list[object] = []
    run: Callable[..., object] = Database.run

    def counted(*values: object) -> object:
        runs.append(values)
        return run(*values)

    monkeypatch.setattr(Database, "run", counted)
    return runs


def test_many_names_are_asked_for_at_once(team: Team, runs: list[object]) -> None:
    published = PublishedRepositories("here", lambda: Database(team.reader, REPOSITORIES), 30)
    names = [ImportedName("pypi", "billing", (name,)) for name in ("Invoice", "vat", "missing")]
    pin = Pinned((Pin("2.0.3"),), "uv.lock")
    found = published.definitions([(name, lambda _: pin) for name in (*names, names[0])], CancelToken())
    published.close()
    assert [one if isinstance(one, str) else one.symbol for one in found] == [
        "Invoice", "vat", "acme-billing 2.0.3 is published, and exports no missing", "Invoice"
    ]  # fmt: skip
    assert len(runs) == 2


def test_a_release_comes_before_the_current_state_of_the_same_version(team: Team) -> None:
    text = RATES.replace("acme/rates", "acme/twice")
    try:
        team.publish(text, "acme/twice", "v2.1.0")
        team.publish(f"{text}// Released.\n", "acme/twice", "v2.1.0", "v2.1.0")
        name = ImportedName("golang", "example.org/acme/twice/v2", ("Table",))
        published = PublishedRepositories("here", lambda: Database(team.reader, REPOSITORIES), 30)
        pin = Pinned((Pin("v2.1.0"),), "go.mod")
        [found] = published.definitions([(name, lambda _: pin)], CancelToken())
        published.close()
        assert isinstance(found, PublishedDefinition)
        assert found.origin.revision == git(team.folder / "acme/twicev2.1.0", "rev-parse HEAD")
    finally:
        withdraw_repository(team.publisher, "acme/twice")


def test_cancelled_questions_are_not_asked_any_more(team: Team, runs: list[object]) -> None:
    opened = threading.Event()

    def open_database() -> Database:
        opened.wait(20)
        return Database(team.reader, REPOSITORIES)

    published = PublishedRepositories("here", open_database, 20)
    token = CancelToken()
    token.cancel()
    pin = Pinned((), "")
    for _ in range(3):
        with pytest.raises(Cancelled):
            published.definitions([(FOLLOWED, lambda _: pin)], token)
    opened.set()
    assert published.texts([("a", "b", "c")]) == {}
    assert len(runs) == 1
    published.close()


def test_a_release_is_a_commit(team: Team) -> None:
    """Texts are found by their revision, which two releases must not have in common unless they are the same."""
    root = team.folder / "acme/changing1.0"
    write(root, f"{RATES}=== ignored.txt\nbefore\n")
    git(root, "init -q", "add -A", "-c user.name=a -c user.email=a@b commit -qm one")
    write(root, "=== read.go\npackage rates\n")
    with opened(root, team.settings("")) as workspace, pytest.raises(SharingError, match="needs a Git commit"):
        publish_repository(
            workspace.analysis().result(), root, team.publisher, "x", Audience(), with_text=True, release="1.0"
        )


def test_a_name_that_the_database_has_no_text_for_is_published(team: Team) -> None:
    odd = PARCELS.replace('"@acme/parcels"', '"@acme/o\\u0000dd\\ud800"')
    try:
        team.publish(odd, "acme/odd", "v1.4.0")
        with psycopg.connect(team.reader) as connection:
            query = "SELECT name FROM ctx_lsp.published_packages WHERE name LIKE '%odd'"
            assert connection.execute(query).fetchall() == [("@acme/odd",)]
    finally:
        withdraw_repository(team.publisher, "acme/odd")


def test_a_commit_is_not_that_of_changed_files() -> None:
    export = PackageExport(
        1, "acme/rates", "", f"{'a' * 40}{CHANGED}", "golang", "example.org/acme/rates", "v1.0.0", True,
        "example.org/acme/rates", "Table", "rates.go", "Table",
    )  # fmt: skip
    name = ImportedName("golang", "example.org/acme/rates", ("Table",))
    pin = Pinned((Pin("", "a" * 12),), "go.mod")
    assert isinstance(choose(name, Exports((export,), ()), lambda _: pin), str)
    clean = export._replace(revision="a" * 40)
    assert choose(name, Exports((clean,), ()), lambda _: pin) == (clean, ())


def test_a_card_shows_the_words_of_publishers_as_they_are() -> None:
    link = "[here](command:run) <img src=x>"
    origin = Origin("acme", "", 1, 1)
    one = PublishedDefinition(link, link, False, origin, "a.py", "f", "Function", f"```\n{link}", f"py\n{link}", 1)
    for card in (Elsewhere(0, 1, "f", one, "").card, Elsewhere(0, 1, "f", None, link).card):
        assert [piece for piece in re.split(r"````.*?````|`[^`]*`", card, flags=re.DOTALL) if "[" in piece] == []
        assert link in card
    assert "`acme:a.py`" in Elsewhere(0, 1, "f", one, "").card
