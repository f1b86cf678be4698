"""The tables in PostgreSQL, defined by numbered SQL files (migrations). Each is applied once and never undone."""

from dataclasses import dataclass
from importlib import resources

MIGRATIONS = "migrations"
READERS = "ctx_lsp_reader"  # the group of the roles that may read all sets of tables
ROLES = "roles.sql"  # in this package: the groups of all sets, which are made before their tables


@dataclass(frozen=True, slots=True)
class TableSet:
    """Tables that belong together.

    `package` is the Python package with the migrations folder, `versions` is the database table that lists the applied
    migrations, `command` is the `ctx-lsp` command that applies migrations, `main` is the table that every question
    reads and every publication changes, and `writers` is the group of the roles that may write.
    """

    package: str
    versions: str
    command: str
    main: str
    writers: str

    def migrations(self) -> list[tuple[int, str]]:
        """Return the number and the text of each migration, in order."""
        files = (resources.files(self.package) / MIGRATIONS).iterdir()
        return sorted(
            (int(file.name.split("_")[0]), file.read_text("utf-8")) for file in files if file.name.endswith(".sql")
        )

    @property
    def version(self) -> int:
        """The number of the last migration."""
        return max(number for number, _ in self.migrations())


def roles() -> str:
    """Return the SQL statement that creates the missing group roles."""
    return (resources.files("ctx_lsp.sharing") / ROLES).read_text("utf-8")


SHARED_ROWS = TableSet(
    "ctx_lsp.sharing", "ctx_lsp.migrations", "ctx-lsp sharing migrate", "ctx_lsp.shared_rows", "ctx_lsp_writer"
)
REPOSITORIES = TableSet(
    "ctx_lsp.published",
    "ctx_lsp.repository_migrations",
    "ctx-lsp sharing migrate --search",
    "ctx_lsp.repositories",
    "ctx_lsp_publisher",
)
