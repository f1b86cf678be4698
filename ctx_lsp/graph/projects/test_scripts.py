"""Launchers of test runners: how the scripts of a package.json start Node or Mocha, such as with a TypeScript loader.

Tests that are started otherwise may not even be parsed.
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import chain, takewhile, zip_longest

from ctx_lsp.graph.projects.texts import table

MAX_SCRIPT = 2_000  # characters of a script that are read

# Programs that run tests, with the option that makes them do so, if they do other things as well.
_PROGRAMS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "node": {"node": ("node", "--test"), "tsx": ("npx tsx", "--test")},
    "mocha": {"mocha": ("npx mocha", "")},
}
STARTED_BY_SCRIPTS = frozenset(_PROGRAMS)
_LOADING = frozenset(
    {"-r", "--require", "--import", "--loader", "--experimental-loader", "-C", "--conditions", "--env-file"}
)
_LOADING_FLAG = re.compile(r"--experimental-[\w-]+(?:=.*)?")
_OPTIONS_OF_NODE = re.compile(r"NODE_OPTIONS=(.*)", re.DOTALL)
_SEPARATORS = frozenset({"&&", "||", ";", "|", "&"})


def launcher(package: Mapping[str, object], runner: str, path: str) -> str:
    """Return the command that starts a test runner, `node` or `mocha`, as the scripts of a package do.

    If several scripts start it, the one that names the file at `path` (relative to the package) counts, or else the
    first that has options. Without such a script, the command has no options.
    """
    default, _ = next(iter(_PROGRAMS[runner].values()))
    found = list(_launches(package, runner))
    naming = (line for line, files in found if any(_covers(one, path) for one in files))
    return next(chain(naming, (line for line, _ in found if line != default)), default)


def _launches(package: Mapping[str, object], runner: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield how each script starts a runner, with the arguments that may name files."""
    for script in table(package.get("scripts")).values():
        words = _words(script[:MAX_SCRIPT]) if isinstance(script, str) else []
        for index, word in enumerate(words):
            program, needed = _PROGRAMS[runner].get(word.rpartition("/")[2], ("", ""))
            arguments = list(takewhile(lambda one: one not in _SEPARATORS, words[index + 1 :]))
            if program and (not needed or needed in arguments):
                before = takewhile(lambda one: one not in _SEPARATORS, reversed(words[:index]))
                given = " ".join(match[1] for one in before if (match := _OPTIONS_OF_NODE.fullmatch(one)))
                options = [*_loading(_words(given)), *_loading(arguments)]
                yield " ".join([program, *map(shlex.quote, options)]), [one for one in arguments if one[:1] != "-"]


def _loading(words: Sequence[str]) -> Iterator[str]:
    """Yield the options that say how code is loaded, with their values."""
    for word, value in zip_longest(words, words[1:], fillvalue=""):
        if word in _LOADING and value:
            yield from (word, value)
        elif word.partition("=")[0] in _LOADING or _LOADING_FLAG.fullmatch(word):
            yield word


def _words(script: str) -> list[str]:
    lexer = shlex.shlex(script, posix=True, punctuation_chars=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    try:
        return list(lexer)
    except ValueError:  # unbalanced quotation marks
        return []


def _covers(pattern: str, path: str) -> bool:
    """Return whether a path, a folder or a glob pattern covers a file."""
    pattern = pattern.removeprefix("./").rstrip("/")
    return fnmatchcase(path, pattern.replace("**/", "*")) or path.startswith(f"{pattern}/")
