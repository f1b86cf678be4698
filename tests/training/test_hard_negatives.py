"""Mining: pools of packages, and what is found in them."""

from pathlib import Path

from ctx_lsp.index.embedder import load_embedder
from ctx_lsp.training.hard_negatives import PACKAGE_LIMIT, POOL, SMALLEST, find, pools
from ctx_lsp.training.pairs_reader import Example

MODEL = Path(__file__).parents[2] / "ctx_lsp" / "models" / "minilm"


def example(query: str, text: str, language: str = "go", package: str = "p") -> Example:
    return Example(query, text, "x.go", language, package, "doc", "train")


def test_a_pool_is_of_one_language_and_of_whole_packages() -> None:
    pairs = [
        example(f"q{n}", f"t{n}", language, f"{language}{n % 8}") for language in ("go", "lua") for n in range(760)
    ]
    made = list(pools(pairs, 10_000))
    assert all(len({pair.language for pair in pool}) == 1 and len(pool) >= POOL for pool in made)
    assert len(made) == 2 * 2
    assert all(len([pair for pair in pool if pair.package == pool[0].package]) == 95 for pool in made)
    assert len(list(pools(pairs, 4 * 95 + 1))) == 2


def test_what_is_left_of_a_language_is_a_pool_unless_it_is_too_small() -> None:
    left = [example(f"q{n}", f"t{n}") for n in range(SMALLEST)]
    assert [len(pool) for pool in pools(left, 1_000)] == [SMALLEST]
    assert list(pools(left[1:], 1_000)) == []


def test_a_large_package_gives_a_part_of_its_pairs() -> None:
    pairs = [example(f"q{n}", f"t{n}", package="large") for n in range(2 * PACKAGE_LIMIT)]
    pairs += [example(f"q{n}", f"s{n}", package="other") for n in range(PACKAGE_LIMIT)]
    (pool,) = pools(pairs, 1)
    assert len([pair for pair in pool if pair.package == "large"]) == PACKAGE_LIMIT


def test_texts_are_found_best_first_and_likely_answers_are_left_out() -> None:
    pool = [
        example("open a file for reading", "io.go OpenFile\nfunc OpenFile(path string) File { return open(path) }"),
        example("open a directory", "io.go OpenFile\nfunc OpenFile(path Path) File { return openPath(path) }"),
        example("open a file for reading", "fs.go Open\nfunc Open(name string) File { return syscall(name) }"),
        example("copy a file", "cp.go OpenFile\nfunc OpenFile(path string) File { return open(path) }"),
        example("multiply two matrices", "math.go Multiply\nfunc Multiply(a, b Matrix) Matrix { return dot(a, b) }"),
        example("close the file", "io.go CloseFile\nfunc CloseFile(file File) error { return file.close() }"),
    ]
    found = find(pool, load_embedder(MODEL), threads=1, first=100)
    first = found[0]
    assert (first.answer, first.texts) == (0, (100, 105, 104))
    assert list(first.scores) == sorted(first.scores, reverse=True)
    assert found == find(pool, load_embedder(MODEL), threads=2, first=100)
