"""The tables in PostgreSQL: numbered SQL files in `migrations`, which are applied in order, each once, never undone."""

from importlib import resources

MIGRATIONS = "migrations"


def migrations() -> list[tuple[int, str]]:
    """Return the number and the text of each migration, in order."""
    files = (resources.files("ctx_lsp.sharing") / MIGRATIONS).iterdir()
    return sorted(
        (int(file.name.split("_")[0]), file.read_text("utf-8")) for file in files if file.name.endswith(".sql")
    )


VERSION = max(number for number, _ in migrations())
