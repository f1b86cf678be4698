"""Branches that only one system takes, by forms of conditions."""

import pytest

from ctx_lsp.syntax.preprocessing.branches import branches_of_system

MACROS = ("_WIN32", "_MSC_VER")


@pytest.mark.parametrize(
    ("condition", "first", "second"),
    [
        ("#ifdef _WIN32", True, False),
        ("#ifndef _WIN32", False, True),
        ("#if defined(_WIN32)", True, False),
        ("# if defined _WIN32 && !defined(X) /* why */", True, False),
        ("#if defined(_WIN32) || defined(_MSC_VER)", True, False),
        ("#if defined(_WIN32) || defined(X)", False, False),
        ("#if !defined(_WIN32)", False, True),
        ("#if !defined(_WIN32) && defined(X)", False, False),
        ("#if _MSC_VER < 1900", True, False),
        ("#if defined(_WIN32) \\\n || defined(__linux__)", False, False),
        ("#if defined(_WIN32) \\\r\n && defined(X)", True, False),
        ("#if X", False, False),
        ("#if NOT_WIN32", False, False),
    ],
)
def test_a_condition_says_which_branch_is_for_the_system(condition: str, first: bool, second: bool) -> None:
    data = f"{condition}\nAAA\n#else\nBBB\n#endif\nCCC\n".encode()
    branches = branches_of_system(data, MACROS)
    texts = [data[start:end].strip() for start, end in branches]
    assert (b"AAA" in texts, b"BBB" in texts) == (first, second)
    assert not any(b"CCC" in text for text in texts)


def test_later_branches_and_inner_conditions() -> None:
    data = b"#ifndef _WIN32\nA\n#elif X\nB\n#if Y\nC\n#endif\n#else\nD\n#endif\n#endif\n#else\n"
    texts = [data[start:end].split() for start, end in branches_of_system(data, MACROS)]
    assert texts == [[b"B", b"#if", b"Y", b"C", b"#endif"], [b"D"]]
