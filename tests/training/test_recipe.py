"""The recipe: rows of packages."""

from pathlib import Path

from ctx_lsp.training.packages.recipe import Package, hash_share, read_recipe, write_recipe

ROWS = [
    Package("pypi", "two", "2.0", "MIT", "b" * 64),
    Package("npm", "@scope/one", "1.0", 'Apache "2.0"', "a" * 64),
]


def test_written_rows_are_read_in_order(tmp_path: Path) -> None:
    write_recipe(tmp_path / "packages.toml", ROWS)
    first = (tmp_path / "packages.toml").read_bytes()
    write_recipe(tmp_path / "packages.toml", ROWS[::-1])
    assert (tmp_path / "packages.toml").read_bytes() == first
    assert read_recipe(tmp_path / "packages.toml") == sorted(ROWS)


def test_a_missing_file_means_no_packages(tmp_path: Path) -> None:
    assert read_recipe(tmp_path / "none.toml") == []


def test_folders_are_apart_and_flat() -> None:
    assert {row.folder for row in ROWS} == {"pypi--two", "npm--@scope+one"}


def test_shares_look_random_and_stay() -> None:
    shares = [hash_share(str(number)) for number in range(10_000)]
    assert 0.45 < sum(shares) / len(shares) < 0.55
    assert hash_share("a") == hash_share("a") != hash_share("b")


def test_about_one_package_in_twenty_is_held_out() -> None:
    splits = [Package("npm", f"name-{number}", "1", "MIT", "").split for number in range(10_000)]
    assert 400 < splits.count("validation") < 600
    assert Package("npm", "Name-7", "1", "MIT", "").split == Package("pypi", "name-7", "2", "ISC", "").split
