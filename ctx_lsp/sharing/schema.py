"""The tables in PostgreSQL: numbered SQL files, which are applied in order, each once, never undone."""

from dataclasses import dataclass
from importlib import resources

MIGRATIONS = "migrations"
ROLES = "roles.sql"  # in this package: the groups of all sets, which are made before their tables


@dataclass(frozen=True, slots=True)
class TableSet:
    """Tables that belong together.

    `package` holds their folder of migrations, `versions` is the table of those applied, and `command` applies them.
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
    """Return the statement that makes the groups which do not exist yet."""
    return (resources.files("ctx_lsp.sharing") / ROLES).read_text("utf-8")


SHARED_ROWS = TableSet("ctx_lsp.sharing", "ctx_lsp.migrations", "ctx-lsp sharing migrate")
REPOSITORIES = TableSet("ctx_lsp.published", "ctx_lsp.repository_migrations", "ctx-lsp sharing migrate --search")
