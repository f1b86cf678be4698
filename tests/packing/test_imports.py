"""The lines that import what a piece of a file uses, in many languages' ways to write them."""

import pytest

from ctx_lsp.index.entry import make_entry
from ctx_lsp.packing.imports import CHEAP_BYTES, import_lines
from ctx_lsp.packing.lines import text_of
from ctx_lsp.text.source import SourceText
from tests.packing.shop import about
from tests.workspaces import snapshot_of

PYTHON = '''\
"""Reads json, of which os knows nothing."""
import os
import numpy as np, json
from a.b import (
    one,
    two as second,
)
from c import unused

def f():
    return np.array(second, json)

def g(): ...
'''
TYPESCRIPT = """\
import fs from "node:fs";
import {
  one,
  two as second,
} from "./numbers";
const path = require("node:path");

export function f() { return second(path.join(fs)); }
"""
GO = """\
package main

import (
	"fmt"
	"net/http"
)

func f() { http.Get("x") }
"""
RUST = """\
use std::collections::HashMap;
pub(crate) use crate::{
    a::One,
    b::Two,
};

fn f(map: HashMap<Two, u8>) {}
"""
JAVA = """\
package x;
import java.util.List;
import java.util.Map;

class F { List<String> f; }
"""


@pytest.mark.parametrize(
    ("path", "text", "name", "expected"),
    [
        ("a.py", PYTHON, "f", "import numpy as np, json\nfrom a.b import (\n    …\n    two as second,\n"),
        ("a.py", PYTHON, "g", ""),
        (
            "a.ts",
            TYPESCRIPT,
            "f",
            'import fs from "node:fs";\nimport {\n  …\n  two as second,\n} from "./numbers";\n'
            'const path = require("node:path");\n',
        ),
        ("a.go", GO, "f", 'import (\n\t…\n\t"net/http"\n'),
        ("a.rs", RUST, "f", "use std::collections::HashMap;\npub(crate) use crate::{\n    …\n    b::Two,\n"),
        ("A.java", JAVA, "F", "import java.util.List;\n"),
    ],
)
def test_imports_that_are_used(path: str, text: str, name: str, expected: str) -> None:
    entry = make_entry(path, SourceText(text.encode()))
    span = entry.facts.spans[entry.by_qualname[name].index]
    found = import_lines(entry, span.start, span.end)
    assert (text_of(entry.source, found) if found else "") == expected


def test_only_cheap_ones_are_shown() -> None:
    names = [f"name_number_{number}" for number in range(20)]
    text = "".join(f"from somewhere_far_away import {name}\n" for name in names)
    entry = make_entry("a.py", SourceText(f"{text}\ndef f():\n    return {' + '.join(names)}\n".encode()))
    span = entry.facts.spans[entry.by_qualname["f"].index]
    shown = text_of(entry.source, import_lines(entry, span.start, span.end))
    assert 0 < len(shown) <= CHEAP_BYTES < len(text)


def test_imports_come_with_what_is_whole_in_one_excerpt_with_it() -> None:
    filling = "\n".join(f"def g{number}():\n    return {number}\n" for number in range(30))
    workspace = snapshot_of(f"=== a.py\nimport numpy as np\nimport os\n\n{filling}\ndef f():\n    return np.zeros(3)\n")
    text = about(workspace, "a.py::f").text
    assert (
        "## `a.py:1-95` `f`: primary\n\n```python\nimport numpy as np\n…\ndef f():\n    return np.zeros(3)\n```\n"
        in text
    )
    assert "import os" not in text
