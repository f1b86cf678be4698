"""Learned odds that a question asks for a certain data file, such as a workflow, a build file or a stylesheet.

The odds depend on the words of the question and of the file's path: "publish" suggests a workflow, "lint" suggests
`.eslintrc.json`, "style" a stylesheet. Words of the question that the path itself contains are counted in the part
`path` of the ranking. `training.figures.fit_data_files` fits the weights to the commit messages of many repositories,
with the files that the commits touched, and to plain questions, with the files that answer them. The weights are in
`data_files.json`. The contents of files are not examined here.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources

from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.syntax.words import terms

SURE = 4.0  # log odds at which a data file is certain to be meant
ANY = "*"  # the feature that all data files have
AT_THE_ROOT = "/"  # the feature of files that are in no folder
MAX_SUFFIX = 12  # letters; longer endings are no file types


DataFileWords = Mapping[str, Mapping[str, float]]
"""Weights of a log-linear model that compares data files with all other files, whose log odds are 0.

Keyed by the words of a question, then by the features of a path.
"""


@cache
def data_file_words() -> DataFileWords:
    """Load the weights from `data_files.json`; the result is cached."""
    data = resources.files("ctx_lsp.retrieval.question").joinpath("data_files.json").read_bytes()
    words: DataFileWords = json.loads(data)
    return words


@lru_cache(maxsize=1 << 14)
def path_features(path: str) -> frozenset[str]:
    """Return the features of a data file's path, and nothing for files with another role.

    The features are the index terms in the names of the file and its folders, the suffix with its dot, `ANY`, and
    `AT_THE_ROOT` if the file is in no folder.
    """
    if file_role(path) != "data":
        return frozenset()
    *folders, name = path.split("/")
    stem, dot, suffix = name.rpartition(".")
    found = {ANY, *terms(stem if stem else name), *(term for folder in folders for term in terms(folder))}
    if dot and len(suffix) <= MAX_SUFFIX:
        found.add(f".{suffix.lower()}")
    return frozenset(found if folders else found | {AT_THE_ROOT})


def degree_asked_for(words: Iterable[str], paths: Iterable[str]) -> dict[str, float]:
    """Return to what degree (0–1) a question with the index terms `words` asks for each of the data files in `paths`.

    Files with another role are left out, and so are files that the question does not ask for.
    """
    known = data_file_words()
    weights = [known[word] for word in sorted(frozenset(words) & known.keys())]
    found: dict[str, float] = {}
    for path in paths:
        features = path_features(path)
        if not features:
            continue
        odds = sum(weight[feature] for weight in weights for feature in sorted(features & weight.keys()))
        if (degree := min(round(odds / SURE, 3), 1.0)) > 0.0:
            found[path] = degree
    return found
