"""Damage to SQLite files."""

from pathlib import Path


def damage_schema(file: Path, table: str) -> None:
    """Write bytes that are no UTF-8 into the schema's statement for `table`, so that SQLite's message quotes them."""
    data, statement = file.read_bytes(), f"CREATE TABLE {table}".encode()
    assert data.count(statement) == 1
    broken = b"CREATE TABLE \xd4\xd4" + b"(" * (len(table) - 2)
    file.write_bytes(
        data.replace(statement, broken).replace(f"table{table}".encode(), b"table\xd4\xd4" + table[2:].encode())
    )
