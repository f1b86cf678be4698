"""Published repositories in a real PostgreSQL with pgvector: search beside a workspace, roles, a silent database."""

import json
import os
import re
import secrets
import shlex
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec
import psutil
import psycopg
import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.elsewhere import FOUND_ELSEWHERE
from ctx_lsp.packing.formats.tokens import count_tokens
from ctx_lsp.packing.model import Pack, PackFormat, PackOptions, PackRequest, QuestionSubject
from ctx_lsp.protocol.messages.packs import WirePack
from ctx_lsp.published import filtering
from ctx_lsp.published.model import CHANGED, Audience
from ctx_lsp.retrieval.model import Item, ResultFilter, Scope, SearchAnswer, SearchRequest
from ctx_lsp.settings import CacheSettings, Settings, SharingSettings
from ctx_lsp.sharing.database import migrate
from ctx_lsp.sharing.schema import REPOSITORIES
from ctx_lsp.sharing.storage import SharingError
from ctx_lsp.workspace import (
    PublishedCounts,
    Workspace,
    check_repositories,
    check_search,
    publish_repository,
    withdraw_repository,
)
from ctx_lsp.workspace.sharing.repositories import revision_of
from tests.agents.conftest import agent_in
from tests.editors.neovim.running import names_of, run_files
from tests.forked import run_program
from tests.protocol.asking import ready
from tests.protocol.conftest import LocalServer
from tests.sharing.conftest import Server, new_repositories_database
from tests.workspace.opening import TIMEOUT, opened
from tests.workspaces import files_of

REPOSITORIES_ON_DISK = {
    "billing": '''
        === bill/invoice.py
        class Invoice:
            """An invoice that a customer receives every month."""

            def total(self, lines):
                """Sum up the lines of the invoice and add the tax."""
                return sum(line.price for line in lines) * 1.2

        def send_invoice(invoice, mailbox):
            """Send an invoice by mail."""
            mailbox.send(invoice)
        === tests/test_invoice.py
        from bill.invoice import Invoice

        def test_the_total_of_an_invoice_has_the_tax():
            assert Invoice().total([]) == 0
        === bill/settings.py
        API_KEY = "sk_live_4eC39HqLyjWDarjtT1zdp7dcmZ8Q"
    ''',
    "parcels": '''
        === parcels/route.py
        def shortest_route(depot, stops):
            """Order the stops of a van so that the way is short."""
            return sorted(stops, key=depot.distance)

        def send_parcel(parcel, van):
            """Load a parcel into a van that goes there."""
            van.load(parcel)
    ''',
    "shop": '''
        === shop/cart.py
        class Cart:
            """What a customer wants to buy."""

            def add(self, article):
                self.articles.append(article)
    ''',
}  # fmt: skip
QUESTIONS = (
    "how is the tax added to an invoice",
    "order the stops of a van",
    "send_parcel",
    "what does the customer want to buy",
    "test of the total",
)


@dataclass(frozen=True, slots=True)
class Team:
    """Folders of repositories, published in a database: billing for one role alone, parcels for all readers."""

    folder: Path
    owner: str
    publisher: str
    rival: str
    reader: str
    auditor: str  # may read everything

    def settings(self, url: str, seconds: float = 30.0) -> Settings:
        cache = CacheSettings(directory=str(self.folder / "cache"))
        return Settings(cache=cache, sharing=SharingSettings(repositories=url, search_seconds=seconds))

    def publish(
        self, name: str, audience: Audience | None = None, url: str = "", *, with_text: bool = True
    ) -> PublishedCounts:
        root = self.folder / name
        with opened(root, self.settings("")) as workspace:
            analysis = workspace.analysis().result()
            return publish_repository(
                analysis, root, url or self.publisher, name, audience or Audience(), with_text=with_text
            )


@pytest.fixture(scope="module")
def team(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Team:
    roles = ("publisher", "rival", "reader", "auditor")
    made = new_repositories_database(
        server,
        publisher="ctx_lsp_publisher",
        rival="ctx_lsp_publisher, ctx_lsp_reader",
        reader="ctx_lsp_reader",
        auditor="ctx_lsp_reader",
    )
    assert migrate(made.owner, REPOSITORIES) == []
    accounting = f"{made.name}_accounting"
    with psycopg.connect(made.owner, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {accounting} NOLOGIN ROLE {made.name}_auditor")
    folder = tmp_path_factory.mktemp("team")
    for repository, text in REPOSITORIES_ON_DISK.items():
        for path, source in files_of(_unindented(text)).items():
            file = folder / repository / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(source.data)
    team = Team(folder, made.owner, *(made[role] for role in roles))
    assert team.publish("billing", Audience((accounting,))).withheld == 1
    assert team.publish("parcels").withheld == 0
    return team


def _unindented(text: str) -> str:
    return "\n".join(line.removeprefix("        ") for line in text.strip("\n").splitlines()) + "\n"


@pytest.fixture(scope="module")
def shop(team: Team) -> Iterator[Workspace]:
    """The workspace of one who may read all repositories."""
    with opened(team.folder / "shop", team.settings(team.auditor)) as workspace:
        yield workspace


def asked(workspace: Workspace, question: str, scope: Scope = "everywhere", **wanted: Any) -> SearchAnswer:  # noqa: ANN401 - fields of the filter
    request = SearchRequest(question, scope=scope, filter=replace(ResultFilter(), **wanted))
    return workspace.analysis().result().search(request, CancelToken())


def names(answer: SearchAnswer) -> list[str]:
    return [_name(item) for item in answer.items]


def _name(item: Item) -> str:
    return f"{item.origin.repository if item.origin else 'shop'}/{item.symbol or item.path}"


def test_results_of_all_repositories_are_in_one_order(shop: Workspace) -> None:
    tax = asked(shop, QUESTIONS[0])
    assert tax.warnings == ()
    assert names(tax)[0] == "billing/bill/invoice.py::Invoice.total"
    assert tax.items[0].origin is not None
    assert (tax.items[0].origin.first_line, tax.items[0].origin.last_line) == (4, 6)
    assert sum(tax.items[0].scores.values()) == pytest.approx(tax.items[0].score)
    assert names(asked(shop, QUESTIONS[1]))[0] == "parcels/parcels/route.py::shortest_route"
    assert names(asked(shop, QUESTIONS[2]))[0] == "parcels/parcels/route.py::send_parcel"
    assert names(asked(shop, QUESTIONS[3]))[0].startswith("shop/")
    assert {name.split("/")[0] for name in names(asked(shop, QUESTIONS[2], "workspace"))} <= {"shop"}


def test_scores_are_those_of_the_same_code_on_disk(team: Team, shop: Workspace) -> None:
    """The channels and rules that both sides have agree, for each question and each result."""
    parts = ("bm25", "lexical", "dense", "meaning", "symbol", "callable", "extent", "path", "name")
    with opened(team.folder / "parcels", team.settings("")) as workspace:
        for question in QUESTIONS:
            local = {item.symbol: item for item in asked(workspace, question, "workspace").items}
            remote = asked(shop, question, ("parcels",)).items
            assert remote
            for item in remote:
                there = local[item.symbol].scores
                for part in parts:
                    assert item.scores.get(part, 0.0) == pytest.approx(there.get(part, 0.0), abs=0.02), (item, part)


def test_words_that_only_published_repositories_mention_are_mentioned(shop: Workspace) -> None:
    question = "which mailbox gets the zeppelin"
    assert asked(shop, question, "workspace").query.unmentioned == ("mailbox", "zeppelin")
    assert asked(shop, question).query.unmentioned == ("zeppelin",)
    assert 'Nothing here mentions "zeppelin".' in packed(shop, question).text
    assert 'Nothing here mentions "mailbox" or "zeppelin".' in packed(shop, question, "workspace").text


def test_a_scope_names_folders_and_repositories(shop: Workspace) -> None:
    assert {name.split("/")[0] for name in names(asked(shop, "send", ("parcels",)))} == {"parcels"}
    assert {name.split("/")[0] for name in names(asked(shop, "send, buy", ("shop", "parcels")))} == {"shop", "parcels"}
    unknown = asked(shop, "send", ("parcel",))
    assert unknown.items == ()
    assert "Not searched: parcel (no repository of this name is published)." in unknown.warnings


def test_filters_count_for_published_repositories(shop: Workspace) -> None:
    tests = asked(shop, QUESTIONS[4], ("billing",), tests=True)
    assert "billing/tests/test_invoice.py::test_the_total_of_an_invoice_has_the_tax" in names(tests)
    without = asked(shop, QUESTIONS[4], ("billing",), tests=False)
    assert without.items
    assert not any("test_" in name for name in names(without))
    assert {item.kind for item in asked(shop, "invoice", ("billing",), kinds=("Class",)).items} == {"Class"}
    assert asked(shop, "invoice", ("billing",), languages=("go",)).items == ()
    assert {item.path for item in asked(shop, "send", include=("parcels/",)).items} == {"parcels/route.py"}


def test_a_filter_looks_beyond_the_best_candidates(
    team: Team, shop: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the filter admits is found, however many other chunks fit the question better."""
    monkeypatch.setattr(filtering, "NEAREST", 2)
    folder = team.folder / "orders"
    folder.mkdir()
    for number in range(7):
        source = f'def ship_order(order):\n    """Ship an order to a customer {number}."""\n'
        (folder / f"order{number}.py").write_text(source, "utf-8")
    late = "// In the browser, among a lot of other things: order\nfunction showLate(cart) {\n  return cart;\n}\n"
    (folder / "late.js").write_text(late, "utf-8")
    team.publish("orders")
    try:
        for wanted in ({"languages": ("javascript",)}, {"include": ("late.js",)}, {"exclude": ("*.py",)}):
            found = asked(shop, "ship an order to a customer", ("orders",), **wanted)
            assert {item.path for item in found.items} == {"late.js"}, wanted
    finally:
        assert withdraw_repository(team.publisher, "orders")


def test_a_question_with_a_secret_stays_here(shop: Workspace) -> None:
    answer = asked(shop, "send_parcel with sk_live_4eC39HqLyjWDarjtT1zdp7dcmZ8Q")
    assert {name.split("/")[0] for name in names(answer)} <= {"shop"}
    assert any("seems to hold a secret" in warning for warning in answer.warnings)


def test_a_published_text_opens_at_its_revision(shop: Workspace) -> None:
    [found] = [item for item in asked(shop, "send_parcel").items if item.symbol == "parcels/route.py::send_parcel"]
    assert found.origin is not None
    text = shop.sharing.text(found.origin.repository, found.origin.revision, found.path)
    assert text is not None
    assert text.decode().splitlines()[found.origin.first_line - 1] == "def send_parcel(parcel, van):"
    assert shop.sharing.text("parcels", "another revision", found.path) is None


def packed(workspace: Workspace, question: str, scope: Scope = "everywhere", **options: Any) -> Pack:  # noqa: ANN401 - fields of the options
    request = PackRequest(QuestionSubject(question, scope=scope), PackOptions(**options))
    return workspace.analysis().result().pack(request, CancelToken())


def test_a_pack_shows_code_of_other_repositories(shop: Workspace) -> None:
    pack = packed(shop, QUESTIONS[2])
    [piece] = [one for one in pack.elsewhere if one.item.symbol == "parcels/route.py::send_parcel"]
    assert pack.elsewhere[0] == piece, "best first"
    assert piece.text.startswith("def send_parcel(parcel, van):\n")
    assert f"## `parcels:{piece.item.path}:{piece.origin.first_line}-{piece.origin.last_line}`" in pack.text
    assert pack.text.index(piece.text) < len(pack.text) - len(piece.text)
    assert pack.tokens.used == count_tokens(pack.text, "o200k_base")
    assert {one.origin.repository for one in pack.elsewhere} <= {"parcels", "billing"}
    assert (pack.confidence, pack.readiness.reason) == (None, FOUND_ELSEWHERE)
    own = packed(shop, QUESTIONS[3])
    assert own.text.index("class Cart") < min(own.text.index(piece.text) for piece in own.elsewhere)
    assert own.confidence is not None
    assert packed(shop, QUESTIONS[2], "workspace").elsewhere == ()
    assert packed(shop, QUESTIONS[2]).pack_id == pack.pack_id != packed(shop, QUESTIONS[2], "workspace").pack_id


def test_a_pack_of_named_repositories_has_no_code_of_the_workspace(shop: Workspace) -> None:
    pack = packed(shop, QUESTIONS[1], ("parcels",))
    assert pack.items == ()
    assert {one.origin.repository for one in pack.elsewhere} == {"parcels"}
    assert (pack.readiness.ready, pack.readiness.reason) == (False, FOUND_ELSEWHERE)
    assert pack.warnings == ()
    both = packed(shop, "what does a customer want to buy, and how is a parcel sent", ("shop", "parcels"))
    assert both.items
    assert both.elsewhere


@pytest.mark.parametrize("form", ["markdown", "xml", "json", "compact"])
def test_a_pack_with_other_repositories_is_within_its_budget(shop: Workspace, form: PackFormat) -> None:
    shown = []
    for budget in (100, 150, 200, 300, 600):
        pack = packed(shop, QUESTIONS[0], max_tokens=budget, format=form)
        assert pack.tokens.used <= budget == pack.tokens.budget
        assert pack.tokens.used == count_tokens(pack.text, "o200k_base")
        assert all(one.text.splitlines()[0].strip() in pack.text for one in pack.elsewhere if form != "json")
        shown.append(len(pack.elsewhere))
    assert shown[-1] > 0


def test_a_pack_names_what_it_could_not_show(team: Team) -> None:
    folder = team.folder / "silent"
    folder.mkdir()
    (folder / "silent.py").write_text('def whisper(word):\n    """Say a word in a low voice."""\n', "utf-8")
    team.publish("silent", with_text=False)
    try:
        with opened(team.folder / "shop", team.settings(team.reader)) as workspace:
            hidden = packed(workspace, QUESTIONS[0])
            assert "Not searched: billing (you may not read it)." in hidden.warnings
            assert "Invoice" not in hidden.text
            without = packed(workspace, "whisper a word", ("silent",))
            assert without.elsewhere == ()
            assert without.warnings == ("Found but not shown, because the texts are not published: silent.",)
    finally:
        assert withdraw_repository(team.publisher, "silent")
    with opened(team.folder / "shop", team.settings("")) as workspace:
        assert any("sharing.repositories is not set" in one for one in packed(workspace, "buy").warnings)


def test_a_piece_of_another_repository_opens_at_its_revision(team: Team) -> None:
    server = LocalServer()
    sharing = {"repositories": team.auditor, "searchSeconds": 30}
    server.open(team.folder / "shop", options={"sharing": sharing, "cache": {"directory": str(team.folder / "cache")}})
    try:
        ready(server)
        answer = server.wire.command("ctx-lsp.query", {"query": "send_parcel", "scope": ["parcels", "shop"]})
        typed = msgspec.convert(answer, WirePack)
        assert json.dumps(msgspec.to_builtins(typed)) == json.dumps(answer)
        piece = typed.elsewhere[0]
        named = dict(parse_qsl(urlsplit(piece.uri).query, keep_blank_values=True))
        text = server.wire.command("ctx-lsp.publishedText", named)["text"]
        lines = slice(piece.range.start.line, piece.range.end.line)
        assert "".join(text.splitlines(keepends=True)[lines]) == piece.text
        assert server.wire.command("ctx-lsp.query", {"query": "send_parcel"})["elsewhere"] == []
    finally:
        server.stop()


def test_a_setting_makes_packs_of_everywhere(team: Team) -> None:
    server = LocalServer()
    options = {
        "sharing": {"repositories": team.auditor, "searchSeconds": 30},
        "search": {"scope": "everywhere"},
        "cache": {"directory": str(team.folder / "cache")},
    }
    server.open(team.folder / "shop", options=options)
    try:
        ready(server)
        [first, *_] = server.wire.command("ctx-lsp.query", {"query": "send_parcel"})["elsewhere"]
        assert (first["repository"], "van.load(parcel)" in first["text"]) == ("parcels", True)
        alone = server.wire.command("ctx-lsp.query", {"query": "send_parcel", "scope": "workspace"})
        assert alone["elsewhere"] == []
    finally:
        server.stop()


async def test_an_agent_gets_code_of_other_repositories(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTX_LSP_SHARING_REPOSITORIES", team.reader)
    monkeypatch.setenv("CTX_LSP_SHARING_SEARCH_SECONDS", "30")
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(team.folder / "cache"))
    async with agent_in(team.folder / "shop") as agent:
        pack = await agent.data("context", question="send_parcel", scope=["everywhere"])
        assert "van.load(parcel)" in pack["text"]
        assert "Not searched: billing (you may not read it)." in pack["warnings"]
        assert "van.load" not in (await agent.data("context", question="send_parcel", since="none"))["text"]
        assert "scope needs a question" in await agent.text("context", symbol="Cart", scope=["parcels"])


def test_a_hidden_repository_is_named_and_gives_no_row(team: Team) -> None:
    with opened(team.folder / "shop", team.settings(team.reader)) as workspace:
        for question in (*QUESTIONS, "Invoice", "bill"):
            scopes: tuple[Scope, ...] = "everywhere", ("billing", "parcels")
            for scope in scopes:
                answer = asked(workspace, question, scope)
                assert not [name for name in names(answer) if name.startswith("billing")]
                assert "Not searched: billing (you may not read it)." in answer.warnings
    with psycopg.connect(team.reader) as connection:
        for table in ("files", "units", "chunks", "vectors", "postings"):
            rows = connection.execute(f"SELECT DISTINCT repository FROM ctx_lsp.published_{table}").fetchall()
            assert rows == connection.execute("SELECT id FROM ctx_lsp.repositories").fetchall() != []


@pytest.mark.parametrize("role", ["reader", "rival"])
def test_only_its_publisher_changes_a_repository(team: Team, role: str) -> None:
    url = getattr(team, role)
    with pytest.raises(SharingError, match=r"permission denied|belongs to another publisher"):
        team.publish("parcels", url=url)
    assert role == "reader" or not withdraw_repository(url, "parcels")
    with psycopg.connect(url) as connection:
        for change in ("UPDATE ctx_lsp.repositories SET readers = '{}'", "DELETE FROM ctx_lsp.published_units"):
            try:
                with connection.transaction():
                    assert connection.execute(change).rowcount == 0
            except psycopg.errors.InsufficientPrivilege:
                assert role == "reader"


def test_a_repository_that_is_not_listed_is_not_named(team: Team) -> None:
    team.publish("shop", Audience(("ctx_lsp_publisher",), listed=False))
    try:
        with opened(team.folder / "parcels", team.settings(team.reader)) as workspace:
            assert not any("shop" in warning for warning in asked(workspace, "buy").warnings)
            assert any("no repository of this name" in one for one in asked(workspace, "buy", ("shop",)).warnings)
        with pytest.raises(SharingError):
            team.publish("shop", url=team.rival)
    finally:
        assert withdraw_repository(team.publisher, "shop")


def test_what_is_old_is_deleted_by_the_statement_of_the_guide(team: Team) -> None:
    (team.folder / "old").mkdir()
    (team.folder / "old" / "old.py").write_text("def old(): ...\n")
    team.publish("old")
    (statement,) = re.findall(r"DELETE FROM ctx_lsp\.repositories .*", Path("docs/sharing.md").read_text())
    with psycopg.connect(team.owner, autocommit=True) as connection:

        def rows(table: str) -> set[int]:
            return {one for (one,) in connection.execute(f"SELECT repository FROM ctx_lsp.published_{table}".encode())}

        (number,) = connection.execute("SELECT id FROM ctx_lsp.repositories WHERE name = 'old'").fetchone() or (0,)
        tables = ("files", "units", "chunks", "vectors", "postings", "exports")
        before = {table: rows(table) for table in tables}
        assert all(number in numbers for table, numbers in before.items() if table != "exports")
        connection.execute(statement.encode())
        assert {table: rows(table) for table in tables} == before
        aged = "UPDATE ctx_lsp.repositories SET published = now() - interval '1 year', release = %s WHERE id = %s"
        connection.execute(aged, ("1.0", number))
        connection.execute(statement.encode())
        assert {table: rows(table) for table in tables} == before, "lock files may pin a release"
        connection.execute(aged, ("", number))
        connection.execute(statement.encode())
        assert {table: rows(table) for table in tables} == {table: before[table] - {number} for table in tables}


def test_a_backup_is_restored_by_the_commands_of_the_guide(team: Team, server: Server, tmp_path: Path) -> None:
    """The cluster is the same, so the roles are there already, and the copy needs another name."""
    programs = Path(psutil.Process(server.get_pid()).exe()).parent
    restored = f"restored{secrets.token_hex(4)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {restored}".encode())
    guide = Path("docs/sharing.md").read_text("utf-8")
    elsewhere = ("--dbname", "--create", "--clean", "--if-exists")
    for command, database in (("pg_dump", team.owner), ("pg_restore", server.get_uri(database=restored))):
        (written,) = set(re.findall(rf"{command} [^`\n]*--[^`\n]*team[^`\n]*", guide))
        options = [one for one in shlex.split(written)[1:] if one.startswith("--") and not one.startswith(elsewhere)]
        file = [] if command == "pg_dump" else ["team.dump"]
        subprocess.run([programs / command, f"--dbname={database}", *options, *file], cwd=tmp_path, check=True)
    reader = server.get_uri(database=restored).replace("//postgres:", f"//{urlsplit(team.reader).username}:")
    assert check_search(reader) == check_search(team.reader)
    assert migrate(server.get_uri(database=restored), REPOSITORIES) == []


def test_a_new_revision_replaces_the_old_one_and_keeps_its_vectors(team: Team, shop: Workspace) -> None:
    file = team.folder / "parcels" / "parcels" / "route.py"
    before = file.read_text("utf-8")
    file.write_text(before + "\n\ndef weigh_parcel(parcel, scales):\n    return scales.weigh(parcel)\n", "utf-8")
    changed = team.publish("parcels")
    assert 0 < changed.new_vectors < changed.chunks
    assert names(asked(shop, "weigh_parcel"))[0] == "parcels/parcels/route.py::weigh_parcel"
    file.write_text(before, "utf-8")
    assert team.publish("parcels").new_vectors <= changed.new_vectors
    assert not any("weigh" in name for name in names(asked(shop, "weigh_parcel")))


@pytest.mark.parametrize("name", ["", " shop", "a\nb", "\x1b[31mred", "everywhere", "workspace", "x" * 201, "a\0b"])
def test_a_name_that_cannot_be_shown_or_asked_for_is_refused(team: Team, name: str) -> None:
    with pytest.raises(SharingError, match=r"the name of a repository|cannot be the name"):
        check_repositories(team.publisher, name)


def test_a_reader_that_does_not_exist_is_refused(team: Team) -> None:
    """Otherwise nobody could read what was published."""
    with pytest.raises(SharingError, match="the database has no role acounting"):
        team.publish("parcels", Audience(("ctx_lsp_reader", "acounting")))


def test_the_revision_says_whether_files_differ_from_the_commit(team: Team, tmp_path: Path) -> None:
    for name in ("kept.py", "gone.py"):
        (tmp_path / name).write_text(f"def {name[:4]}():\n    return 1\n")
    for command in ("init -q", "add -A", "-c user.name=a -c user.email=a@b commit -qm one"):
        subprocess.run(["git", *command.split()], cwd=tmp_path, check=True)  # noqa: S607
    with opened(tmp_path, team.settings("")) as workspace:

        def marked() -> bool:
            workspace.files_changed(["gone.py"])
            return revision_of(workspace.analysis().result(), tmp_path).endswith(CHANGED)

        assert not marked()
        (tmp_path / "gone.py").unlink()
        assert marked()


def test_likely_secrets_are_not_published(team: Team) -> None:
    with psycopg.connect(team.owner) as connection:
        for table, column in (("files", "text"), ("units", "signature"), ("postings", "term")):
            rows = connection.execute(f"SELECT {column} FROM ctx_lsp.published_{table}").fetchall()
            assert rows
            assert not any("4ec39hq" in str(value).lower() for (value,) in rows)


def test_a_database_that_does_not_answer_costs_the_deadline_once(team: Team) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts connections and says nothing
        url = f"postgresql://127.0.0.1:{silent.getsockname()[1]}/team"
        with opened(team.folder / "shop", team.settings(url, seconds=0.2)) as workspace:
            for answer in (asked(workspace, "buy"), asked(workspace, "buy", ("parcels",))):
                assert [w for w in answer.warnings if "(no answer in 0.2 s, postgresql://127" in w]
            assert names(asked(workspace, "buy")) == names(asked(workspace, "buy", "workspace"))
            assert workspace.wait_ready(TIMEOUT)


def test_repositories_that_were_searched_before_are_named_while_the_database_is_stuck(team: Team) -> None:
    with opened(team.folder / "shop", team.settings(team.reader, seconds=3.0)) as workspace:
        assert "parcels" in {name.split("/")[0] for name in names(asked(workspace, "send_parcel"))}
        with psycopg.connect(team.owner) as connection:
            connection.execute("LOCK TABLE ctx_lsp.repositories IN ACCESS EXCLUSIVE MODE")
            stuck = asked(workspace, "send_parcel")
        assert any(one.startswith("Not searched: parcels (") for one in stuck.warnings), stuck.warnings
        assert names(stuck) == names(asked(workspace, "send_parcel", "workspace"))
        assert any(one.endswith("next attempt in 15 seconds).") for one in asked(workspace, "send_parcel").warnings)


def test_without_a_database_the_answer_says_so(team: Team) -> None:
    with opened(team.folder / "shop", team.settings("")) as workspace:
        answer = asked(workspace, "buy")
        assert names(answer) == names(asked(workspace, "buy", "workspace"))
        assert any("sharing.repositories is not set" in warning for warning in answer.warnings)


def test_a_build_publishes_and_a_developer_searches(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same through the command line."""
    environment = os.environ | {
        "CTX_LSP_SHARING_REPOSITORIES": team.auditor,
        "CTX_LSP_SHARING_SEARCH_SECONDS": "30",
        "CTX_LSP_CACHE_DIRECTORY": str(team.folder / "cache"),
    }

    def run(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
        return run_program([*map(str, arguments)], environment, TIMEOUT)

    to = "--to", team.publisher
    done = run("publish", team.folder / "shop", "--name", "acme/shop", *to)
    assert (done.returncode, done.stdout.startswith("published acme/shop: 1 files")) == (0, True), done.stderr
    try:
        found = run("search", team.folder / "parcels", "what does a customer want to buy", "--scope", "everywhere")
        assert found.stdout.splitlines()[0].startswith("  1. acme/shop/shop/cart.py:1-5  class Cart"), found.stdout
        chosen = run("search", team.folder / "parcels", "buy", "--scope", "acme/shop", "--json")
        assert {item["repository"] for item in json.loads(chosen.stdout)["items"]} == {"acme/shop"}
    finally:
        assert run("publish", team.folder / "shop", "--name", "acme/shop", *to, "--withdraw").stdout == (
            "acme/shop is withdrawn\n"
        )
    environment["CTX_LSP_SEARCH_SCOPE"] = "everywhere"
    for options in ((), ("--scope", "everywhere"), ("--scope", "workspace")):
        asked_for = run("query", team.folder / "shop", "send_parcel", *options, "--json")
        pieces = json.loads(asked_for.stdout)["elsewhere"]
        first = [(one["repository"], "van.load(parcel)" in one["text"]) for one in pieces[:1]]
        assert first == ([] if "workspace" in options else [("parcels", True)]), options
    refused = run("publish", team.folder / "shop", "--to", team.reader)
    assert (refused.returncode, "must be in ctx_lsp_publisher" in refused.stderr) == (1, True)


def test_neovim_opens_a_result_that_is_not_on_disk(team: Team, tmp_path: Path) -> None:
    ran = run_files(
        "published",
        tmp_path,
        CTX_TEST_SETUP="setup",
        CTX_TEST_WORKSPACE=str(team.folder / "shop"),
        CTX_LSP_SHARING_REPOSITORIES=team.auditor,
        CTX_LSP_SHARING_SEARCH_SECONDS="30",
        CTX_LSP_CACHE_DIRECTORY=str(team.folder / "cache"),
    )
    [name] = names_of("published")
    assert ran.problem(name) is None, ran.problem(name)
