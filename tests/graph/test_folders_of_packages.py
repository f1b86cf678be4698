"""An import of a package leads into the workspace folder that provides the package, in Python, npm and Go."""

from pathlib import Path

import pytest

from ctx_lsp.settings import ModelSettings, Settings
from ctx_lsp.workspace import Workspace

TIMEOUT = 60.0
FOLDERS = {
    "python": {
        "app/main.py": "from mylib import greet\n\ndef main():\n    greet('x')\n",
        "lib/pyproject.toml": '[project]\nname = "my-lib"\nversion = "1.2.0"\n',
        "lib/mylib/__init__.py": "from mylib.core import greet\n",
        "lib/mylib/core.py": "def greet(name):\n    return name\n",
    },
    "npm": {
        "app/package.json": '{"name": "app", "dependencies": {"@acme/util": "^2.0.0"}}',
        "app/main.js": 'import { pad } from "@acme/util"\nexport function main() { return pad("x") }\n',
        "lib/package.json": '{"name": "@acme/util", "version": "2.0.0", "main": "index.js"}',
        "lib/index.js": "export function pad(s) { return s }\n",
    },
    "go": {
        "app/go.mod": "module example.com/app\n\ngo 1.22\n\nrequire example.com/lib v1.0.0\n",
        "app/main.go": 'package main\n\nimport "example.com/lib"\n\nfunc main() { lib.Sum(1) }\n',
        "lib/go.mod": "module example.com/lib\n\ngo 1.22\n",
        "lib/sum.go": "package lib\n\nfunc Sum(a int) int { return a }\n",
    },
}


@pytest.mark.parametrize(
    ("language", "user", "expected"),
    [
        ("python", "main.py::main", "lib/mylib/core.py::greet"),
        ("npm", "main.js::main", "lib/index.js::pad"),
        ("go", "main.go::main", "lib/sum.go::Sum"),
    ],
)
def test_a_call_leads_into_the_folder_of_the_package(tmp_path: Path, language: str, user: str, expected: str) -> None:
    for path, text in FOLDERS[language].items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    workspace = Workspace([tmp_path / "app", tmp_path / "lib"], Settings(model=ModelSettings(embedding="none")))
    workspace.start()
    try:
        assert workspace.wait_ready(TIMEOUT)
        edges = workspace.analysis().result().snapshot.graph.outgoing(user)
        assert [(edge.target, edge.kind) for edge in edges] == [(expected, "calls")]
    finally:
        workspace.close()
