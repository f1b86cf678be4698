"""Rows in shared storages, a folder and a real PostgreSQL: who can read, guess, change and add them."""

import os
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path

import psycopg
import pytest

from ctx_lsp.sharing import postgres
from ctx_lsp.sharing.connecting import NOT_SET, SharedPlace, migrate, open_publisher, open_rows, public_key
from ctx_lsp.sharing.folder import FOLDER, MAX_SMALL, FolderStorage
from ctx_lsp.sharing.pack_file import read_pack
from ctx_lsp.sharing.schema import roles
from ctx_lsp.sharing.shared_rows import Published
from ctx_lsp.sharing.storage import MAX_ROW_BYTES, TOO_MUCH, SharingError
from tests.sharing.conftest import TEAM, WRITER, Database, Place, Server, change_packs

ROWS = {bytes([number]) * 16: (b"value of a row %d " % number) * (number + 1) for number in range(40)}
ECHO = "command:echo %s"


def at(location: str, team: str = TEAM, writer: str = WRITER, trusted: str = WRITER) -> SharedPlace:
    """A place with these secrets; the writer `trusted` is trusted."""
    key = public_key(SharedPlace(location, "", ECHO % trusted))
    return SharedPlace(location, ECHO % team, ECHO % writer, (key,))


def published(place: SharedPlace, rows: dict[bytes, bytes] = ROWS) -> Published:
    with closing(open_publisher(place)) as publisher:
        return publisher.publish(rows.items())


def found(place: SharedPlace) -> dict[bytes, bytes]:
    with closing(open_rows(place)) as rows:
        return dict(rows.get_many([*ROWS, b"unknown".ljust(16)]))


def test_what_a_trusted_writer_shared_is_found_by_holders_of_key_and_text(place: Place) -> None:
    assert found(at(place.readers)) == {}
    some = dict(list(ROWS.items())[:30])
    assert published(at(place.writers), some) == Published(30, 0)
    assert published(at(place.writers)) == Published(10, 30), "what was shared is not shared again"
    assert found(at(place.readers)) == ROWS
    assert found(at(place.readers, team="u" * 32)) == {}, "without the team's key"
    assert found(at(place.readers, trusted="x" * 32)) == {}, "of a writer who is not trusted"


def test_settings_are_checked_before_optional_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without settings, no user is asked to install the optional packages."""
    for name in ("row_codec", "shared_rows"):
        monkeypatch.setitem(sys.modules, f"ctx_lsp.sharing.{name}", None)
    for place, problem in (
        (SharedPlace("", ""), NOT_SET),
        (SharedPlace("/shared", ""), "no writer is trusted"),
        (SharedPlace("/shared", "", trusted=("key",)), "install ctx-lsp"),
    ):
        with pytest.raises(SharingError, match=problem):
            open_rows(place)


def test_a_check_says_whether_the_team_key_fits(place: Place) -> None:
    def finding(place: SharedPlace) -> str:
        with closing(open_rows(place)) as rows:
            return rows.check()

    assert "holds no rows of the trusted writers" in finding(at(place.readers))
    assert published(at(place.writers), {}) == Published(0, 0)
    assert finding(at(place.readers)) == ""
    assert "holds no rows of the trusted writers" in finding(at(place.readers, trusted="x" * 32))
    with pytest.raises(SharingError, match=r"none that the team key fits: .*sharing.teamKey"):
        finding(at(place.readers, team="u" * 32))


def test_a_new_writer_key_shares_everything_again(place: Place) -> None:
    assert published(at(place.writers, writer="x" * 32)).new == len(ROWS)
    assert published(at(place.writers)) == Published(len(ROWS), 0)
    assert found(at(place.readers)) == ROWS


def test_large_rows_are_not_read(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    published(at(place.writers))
    number = count()
    place.change(lambda data: data + bytes(100_000 * (next(number) % 2)))
    monkeypatch.setattr("ctx_lsp.sharing.pack_file.MAX_ROW_BYTES", 100_000)
    monkeypatch.setattr("ctx_lsp.sharing.pack_file.RUN_BYTES", 300)
    monkeypatch.setattr("ctx_lsp.sharing.postgres._GET", postgres._GET.replace(str(MAX_ROW_BYTES), "100000"))
    monkeypatch.setattr("ctx_lsp.sharing.folder.MAX_ANSWER_BYTES", 100_000)
    monkeypatch.setattr("ctx_lsp.sharing.postgres.MAX_ANSWER_BYTES", 100_000)
    assert len(found(at(place.readers))) == pytest.approx(len(ROWS) // 2, abs=1), "the probe is large or not"
    monkeypatch.setattr("ctx_lsp.sharing.folder.MAX_ANSWER_BYTES", 100)
    monkeypatch.setattr("ctx_lsp.sharing.postgres.MAX_ANSWER_BYTES", 100)
    with pytest.raises(SharingError, match=TOO_MUCH):
        found(at(place.readers))


def test_guessed_digests_give_nothing(place: Place) -> None:
    published(at(place.writers))
    with closing(open_rows(at(place.readers))) as rows:
        assert rows.get_many([secrets.token_bytes(16) for _ in range(10_000)]) == {}
        assert rows._storage.get_many(list(ROWS)) == {}, "ids are not the keys of the cache"
        ids = [rows._codec.row_id(key) for key in ROWS]
        stored = {data for several in rows._storage.get_many(ids).values() for data in several}
    assert len(stored) == len(ROWS)
    assert not any(b"value of a row" in data for data in stored)


@pytest.mark.parametrize("how", ["flipped", "truncated", "swapped", "emptied", "resigned"])
def test_changed_rows_are_absent(place: Place, how: str) -> None:
    published(at(place.writers))
    seen: list[bytes] = []

    def change(data: bytes) -> bytes:
        seen.append(data)
        middle = len(data) - 20
        return {
            "flipped": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
            "truncated": data[:-1],
            "swapped": seen[-2] if len(seen) > 1 else data[1:],  # a whole row of the same writer under another id
            "emptied": b"",
            "resigned": bytes(8) + data[8:],
        }[how]

    place.change(change)
    assert len(seen) == len(ROWS) + 1, "and the probe"
    assert found(at(place.readers)) == {}


def test_a_row_of_another_writer_hides_none(place: Place) -> None:
    """Whoever may write can add rows under the same ids, but not in the place of a trusted writer's."""
    published(at(place.writers, writer="x" * 32), dict.fromkeys(ROWS, b"poison"))
    if place.writers != place.readers:
        assert published(at(place.writers.replace("_writes:", "_also_writes:"))).new == len(ROWS)
    else:
        assert published(at(place.writers)).new == len(ROWS)
    assert found(at(place.readers)) == ROWS


def test_bad_settings_say_what_is_wrong(tmp_path: Path) -> None:
    for place, problem in (
        (SharedPlace(str(tmp_path), ECHO % TEAM), "no writer is trusted"),
        (SharedPlace(str(tmp_path), ECHO % TEAM, trusted=("abc",)), "'abc' is not a public key"),
        (
            SharedPlace(str(tmp_path), ECHO % "short", trusted=("00" * 32,)),
            "sharing.teamKey: the key from command has 5",
        ),
        (at("shared"), "must be an absolute path or begin with postgresql://"),
        (at(str(tmp_path / "missing")), "there is no folder"),
        (at("postgresql:///none?host=/no/such/folder"), "connection"),
    ):
        with pytest.raises(SharingError, match=problem):
            open_rows(place).get_many([b"key"])


@pytest.mark.parametrize(
    ("location", "shown"),
    [
        ("postgresql://me:secret@host:5/team?sslmode=verify-full", "postgresql://host:5/team"),
        ("postgresql://me:sec#ret@a,[::1]:5/team?password=secret", "postgresql://a,[::1]:5/team"),
        ("postgresql:///team?host=/run&password=secret", "postgresql:///team"),
        ("postgresql://me:sec/ret@host/team", "a database"),
        ("postgresql://me:1/secret@host/team", "a database"),
        ("postgresql://me:s@cret@host/team", "a database"),
        ("postgresql://me:p[secret@host/team", "postgresql://host/team"),
        ("postgresql://[secret/team", "a database"),
        ("postgresql:///team?secret=%zz&pass=secret", "postgresql:///team"),
        ("host=db password=secret", "sharing.location"),
        ("~no-such-user/secret", "sharing.location"),
        ("/mnt/team", "/mnt/team"),
    ],
)
def test_passwords_are_not_shown(location: str, shown: str) -> None:
    place = at(location)
    assert place.shown == shown
    assert "secret" not in repr(place)
    with pytest.raises(SharingError) as caught:
        open_rows(place).get_many([b"key"])
    assert "secret" not in str(caught.value).replace("sslmode", "")
    assert "cret" not in str(caught.value)


# A folder


def test_readers_of_a_folder_cannot_write(tmp_path: Path) -> None:
    published(at(str(tmp_path)))
    packs = tmp_path / FOLDER
    if os.geteuid() == 0:  # root may write everywhere, so another user tries
        for folder in [*tmp_path.parents, tmp_path]:
            if folder.stat().st_uid == 0 and "pytest-" in str(folder):
                folder.chmod(0o755)
        command = [
            "/usr/bin/env",
            "python3",
            "-c",
            f"import os; os.setuid(65534); open({str(packs / 'x.pack')!r}, 'w')",
        ]
        tried = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "PermissionError" in tried.stderr
    else:
        packs.chmod(0o555)
        with pytest.raises(SharingError, match="cannot be written"):
            published(at(str(tmp_path), writer="x" * 32))
        packs.chmod(0o755)


def test_small_packs_are_merged_and_may_vanish(tmp_path: Path) -> None:
    reader = FolderStorage(tmp_path)
    for number, (key, value) in enumerate(ROWS.items()):
        published(at(str(tmp_path)), {key: value})
        if number == 2:
            assert len(reader._listed()) == 3
    files = list((tmp_path / FOLDER).iterdir())
    assert 1 <= len(files) <= MAX_SMALL + 1
    assert not any(file.exists() for file in reader._listed()), "merged meanwhile"
    assert reader.get_many([read_pack(files[0]).ids[0]]) == {}, "a reader goes on without them"
    assert found(at(str(tmp_path))) == ROWS
    damaged = files[0].read_bytes()
    for length in range(0, len(damaged), 97):
        files[0].write_bytes(damaged[:length])
        assert found(at(str(tmp_path))).items() <= ROWS.items()
    files[0].unlink()
    assert found(at(str(tmp_path))).items() <= ROWS.items()


def test_damaged_rows_are_shared_again(tmp_path: Path) -> None:
    place = at(str(tmp_path))
    published(place)
    change_packs(tmp_path, lambda data: bytes(len(data)))
    assert published(place) == Published(len(ROWS), 0)
    assert found(place) == ROWS


def test_a_short_read_is_an_error(tmp_path: Path) -> None:
    published(at(str(tmp_path)))
    (file,) = tmp_path.rglob("*.pack")
    with closing(open_rows(at(str(tmp_path)))) as rows:
        assert rows.get_many(list(ROWS)) == ROWS
        os.truncate(file, 1_000)
        with pytest.raises(SharingError, match="shorter than it was"):
            rows.get_many(list(ROWS))


def test_few_tables_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for writer in "wxy":
        published(at(str(tmp_path), writer=writer * 32))
    (size, *_) = {len(read_pack(file).table) for file in tmp_path.rglob("*.pack")}
    monkeypatch.setattr("ctx_lsp.sharing.folder.MAX_TABLE_BYTES", 2 * size)
    assert len(FolderStorage(tmp_path)._listed()) == 2


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    published(at(str(tmp_path)), {b"before".ljust(16): b"1"})

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SharingError, match="No space left on device"):
        published(at(str(tmp_path)))
    assert len(list((tmp_path / FOLDER).iterdir())) == 1


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root mounts a file system")
def test_a_file_system_that_is_full_keeps_what_was_shared(tmp_path: Path) -> None:
    mount = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(tmp_path)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this container mounts nothing")
    try:
        place = at(str(tmp_path))
        before, more = ({secrets.token_bytes(16): secrets.token_bytes(1_000) for _ in range(n)} for n in (50, 400))
        published(place, before)
        files = list((tmp_path / FOLDER).iterdir())
        with pytest.raises(SharingError, match=r"nothing was shared: .*: No space left on device"):
            published(place, more)
        assert list((tmp_path / FOLDER).iterdir()) == files
        with closing(open_rows(place)) as rows:
            assert rows.get_many([*before, *more]) == before
        subprocess.run(["mount", "-o", "remount,size=2m", str(tmp_path)], check=True)  # noqa: S607
        published(place, more)
        with closing(open_rows(place)) as rows:
            assert rows.get_many([*before, *more]) == before | more
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)  # noqa: S607


def test_a_publication_that_breaks_off_says_what_was_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = count()

    def full_later(_: int) -> None:
        if next(calls):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("ctx_lsp.sharing.shared_rows.PUBLISHED_BYTES", 1_000)
    monkeypatch.setattr(os, "fsync", full_later)
    with pytest.raises(SharingError, match=r"only 11 rows were shared: .* No space left on device"):
        published(at(str(tmp_path)))
    assert found(at(str(tmp_path))) == dict(list(ROWS.items())[:11])


# PostgreSQL


def test_tables_are_made_once(database: Database) -> None:
    assert migrate(at(database.owner)) == []
    with psycopg.connect(database.owner) as connection:
        connection.execute("INSERT INTO ctx_lsp.migrations (version) VALUES (99)")
    with pytest.raises(SharingError, match="have version 99"):
        found(at(database.reader))
    with pytest.raises(SharingError, match=r"have version 99, and this program needs 1; update ctx-lsp"):
        migrate(at(database.owner))
    with psycopg.connect(database.owner) as connection:
        connection.execute("DROP SCHEMA ctx_lsp CASCADE")
    with pytest.raises(SharingError, match="run `ctx-lsp sharing migrate`"):
        found(at(database.reader))


def test_two_databases_may_make_the_roles_at_once(database: Database) -> None:
    statement = roles().replace("ctx_lsp_", f"r{secrets.token_hex(4)}_").encode()
    with (
        psycopg.connect(database.owner) as first,
        psycopg.connect(database.owner) as second,
        ThreadPoolExecutor(1) as pool,
    ):
        first.execute(statement)
        waits = pool.submit(second.execute, statement)
        while not first.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchall()[0][0]:
            assert not waits.done()
        first.commit()
        waits.result(20)


def test_a_connection_that_the_server_has_closed_is_made_again(database: Database) -> None:
    storage = postgres.PostgresStorage(database.reader, [])
    with psycopg.connect(database.owner, autocommit=True) as owner:
        for _ in range(2):
            assert storage.known([bytes(16)]) == set()
            name = database.reader.partition("//")[2].partition(":")[0]
            owner.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = %s", (name,))
    storage.close()


def test_tables_of_somebody_else_are_not_migrated(database: Database) -> None:
    with psycopg.connect(database.owner) as connection:
        role = connection.execute("SELECT rolname FROM pg_roles WHERE rolname LIKE '%reads'").fetchone()
        assert role is not None
        connection.execute(f"ALTER SCHEMA ctx_lsp OWNER TO {role[0]}")
    with pytest.raises(SharingError, match=r"belongs to .*_reads, and only its owner"):
        migrate(at(database.owner))


def test_a_connection_has_the_users_options_and_ends_with_an_error(database: Database) -> None:
    join = "&" if "?" in database.reader else "?"
    storage = postgres.PostgresStorage(f"{database.reader}{join}options=-c%20work_mem%3D5MB", [])

    def setting(connection: psycopg.Connection) -> object:
        return connection.execute("SELECT current_setting('work_mem'), current_setting('statement_timeout')").fetchone()

    assert storage._database.run(setting) == ("5MB", "1min")
    with pytest.raises(ZeroDivisionError):
        storage._database.run(lambda _: 1 // 0)
    assert storage._database._connection is None


@pytest.mark.parametrize(
    ("statement", "refused"),
    [
        ("INSERT INTO ctx_lsp.shared_rows (id, data) VALUES (decode(repeat('00', 16), 'hex'), 'x')", True),
        ("UPDATE ctx_lsp.shared_rows SET data = 'x'", True),
        ("DELETE FROM ctx_lsp.shared_rows", True),
        ("TRUNCATE ctx_lsp.shared_rows", True),
        ("DROP TABLE ctx_lsp.shared_rows", True),
        ("INSERT INTO ctx_lsp.migrations (version) VALUES (5)", True),
        ("SELECT * FROM ctx_lsp.shared_rows", False),
    ],
)
def test_readers_of_a_database_cannot_write(database: Database, statement: str, refused: bool) -> None:
    published(at(database.writer))
    with psycopg.connect(database.reader) as connection:
        if refused:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement.encode())
        else:
            connection.execute(statement.encode())


def test_who_lacks_a_right_is_told_which_group_gives_it(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    with psycopg.connect(database.owner, autocommit=True) as owner:
        owner.execute('DROP ROLE IF EXISTS "of no group"')
        owner.execute('CREATE ROLE "of no group" LOGIN')
    reader = database.reader.partition("//")[2].partition(":")[0]
    stranger = database.reader.replace(reader, "of%20no%20group")
    to_publish = rf"to publish, the role {reader} must be in ctx_lsp_writer \(GRANT ctx_lsp_writer TO {reader}\)"
    with pytest.raises(SharingError, match=f"permission denied for table shared_rows; {to_publish}$"):
        published(at(database.reader))
    assert not caplog.records, "psycopg says no more"
    for refused in ("schema ctx_lsp", "table migrations"):
        for read in (found, published):
            with pytest.raises(SharingError, match=f'{refused}; the role "of no group" must be in ctx_lsp_reader, or'):
                read(at(stranger))
        with psycopg.connect(database.owner) as owner:  # as members of ctx_lsp_publisher may
            owner.execute('GRANT USAGE ON SCHEMA ctx_lsp TO "of no group"')
    with pytest.raises(SharingError, match="must have CREATEROLE, and CREATE on the database"):
        migrate(at(stranger))
    with closing(open_publisher(at(database.reader))) as publisher:
        with pytest.raises(SharingError, match=f"^{to_publish}$"):
            publisher.check()
        publisher.close()
    with closing(open_publisher(at(database.writer))) as publisher:
        publisher.check()


def test_who_owns_a_database_but_not_the_roles_can_migrate_it(server: Server, database: Database) -> None:
    name = f"owned{secrets.token_hex(4)}"
    with psycopg.connect(database.owner, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {name} LOGIN CREATEROLE")
        owner.execute(f"CREATE DATABASE {name} OWNER {name}")
    assert migrate(at(server.get_uri(database=name).replace("//postgres:", f"//{name}:"))) == [1]


def test_a_writer_changes_its_own_rows_alone(database: Database) -> None:
    published(at(database.writer))
    with psycopg.connect(database.other_writer) as connection:
        for statement in ("UPDATE ctx_lsp.shared_rows SET data = 'x'", "DELETE FROM ctx_lsp.shared_rows"):
            assert connection.execute(statement.encode()).rowcount == 0
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(
                "INSERT INTO ctx_lsp.shared_rows (id, publisher, data) "
                "SELECT id, publisher, 'x' FROM ctx_lsp.shared_rows "
                "ON CONFLICT (id, publisher) DO UPDATE SET data = 'x'"
            )
    assert found(at(database.reader)) == ROWS


def test_a_full_database_takes_nothing_of_a_publication(database: Database) -> None:
    with psycopg.connect(database.owner) as connection:
        connection.execute(
            "CREATE FUNCTION ctx_lsp.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "IF (SELECT count(*) FROM ctx_lsp.shared_rows) >= 10 THEN "
            "RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END IF; "
            "RETURN new; END $$"
        )
        connection.execute(
            "CREATE TRIGGER full_disk BEFORE INSERT ON ctx_lsp.shared_rows FOR EACH ROW EXECUTE FUNCTION ctx_lsp.full()"
        )
    with pytest.raises(SharingError, match="No space left on device"):
        published(at(database.writer))
    assert found(at(database.reader)) == {}
