"""The tables in PostgreSQL, defined by numbered SQL files (migrations). Each is applied once and never undone."""

from dataclasses import dataclass
from importlib import resources

MIGRATIONS = "migrations"
ROLES = "roles.sql"  # in this package: the groups of all sets, which are made before their tables


@dataclass(frozen=True, slots=True)
class TableSet:
    """Tables that belong together.

    `package` is the Python package with the migrations folder, `versions` is the database table that lists the applied
    migrations, and `command` is the `ctx-lsp` command that applies migrations.
    """

    package: str
    versions: str
    command: str

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


SHARED_ROWS = TableSet("ctx_lsp.sharing", "ctx_lsp.migrations", "ctx-lsp sharing migrate")
REPOSITORIES = TableSet("ctx_lsp.published", "ctx_lsp.repository_migrations", "ctx-lsp sharing migrate --search")
