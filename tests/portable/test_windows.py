"""The program with only the names that Python has on Windows: imports, files, git, the cache, a session over stdio."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import SERVER, ServerProcess, StartProcess, start_process
from tests.protocol.wire import Json, until

__all__ = ["start_process"]  # the fixture

pytestmark = pytest.mark.usefixtures("windows")

IMPORT_ALL = """
import pkgutil, sys
from importlib import import_module
import ctx_lsp
found = (module.name for module in pkgutil.walk_packages(ctx_lsp.__path__, "ctx_lsp."))
names = [name for name in found if ".training" not in name]
for name in names:
    if not name.endswith("__main__"):
        import_module(name)
print(len(names), sys.modules["ctx_lsp.base.system"].PLATFORM)
"""

TRY = """
import sys
def attempt(statement):
    try:
        exec(statement, {"__name__": "ctx_lsp.attempt"})
    except (ImportError, AttributeError):
        return "missing"
    return "there"
for statement in sys.argv[1:]:
    print(attempt(statement))
"""

READ = """
import sys
from pathlib import Path
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.text.disk import Disk, Limits, Skipped
root, *paths = sys.argv[1:]
for path in paths:
    answer = Disk().read(Path(root), path, Limits())
    print(answer.reason if isinstance(answer, Skipped) else answer.data.decode().strip())
print(*(one.path for one in Disk().walk(Path(root), Limits(), CancelToken()) if not isinstance(one, Skipped)))
"""

SHOP = {
    "shop/cart.py": "from shop.price import total_price\n\n\ndef checkout(cart):\n    return total_price(cart)\n",
    "shop/price.py": "def total_price(cart):\n    return sum(cart)\n",
    ".gitignore": "/build/\n*.log.py\n",
    "build/made.py": "def made_by_build(): ...\n",
    "shop/run.log.py": "def made_by_run(): ...\n",
}


def run(program: str, *arguments: str, cwd: Path | None = None) -> list[str]:
    """The lines that a Python program prints."""
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")


def git(root: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments]
    subprocess.run(command, cwd=root, check=True, capture_output=True)


def symbols(server: ServerProcess, name: str) -> list[str]:
    """The URIs of the symbols with a name."""
    return [one["location"]["uri"] for one in server.wire.ask("workspace/symbol", {"query": name})]


def test_names_that_windows_lacks_are_missing_here() -> None:
    lacking = [
        "import resource", "import fcntl", "from inotify_simple import INotify", "import os; os.O_DIRECTORY",
        "from os import O_NOFOLLOW", "import os; os.pidfd_open", "import os; os.fork", "import os; os.getuid",
        "import socket; socket.AF_UNIX", "import select; select.poll", "import signal; signal.SIGKILL",
    ]  # fmt: skip
    there = ["import os; os.O_BINARY", "import sys; assert sys.platform == 'win32'", "import signal; signal.SIGTERM"]
    assert run(TRY, *lacking, *there) == ["missing"] * len(lacking) + ["there"] * len(there)


def test_every_module_can_be_imported() -> None:
    count, platform = run(IMPORT_ALL)[-1].split()
    assert platform == "win32"
    assert int(count) > 300


def test_files_are_read_and_links_are_not_followed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write(root, {"a/b.py": "text\n", "c.py": "more\n"})
    (tmp_path / "secret").write_text("secret")
    (root / "out.py").symlink_to("../secret")
    (root / "out").symlink_to("..")
    (root / "in").symlink_to("a")
    asked = {
        "a/b.py": "text",
        "out.py": "outside",
        "out/secret": "outside",
        "in/b.py": "symlink",
        "a": "special",
        "gone.py": "missing",
        "c.py/d": "missing",
        r"..\secret": "outside",
        r"a\b.py": "outside",
        "C:/secret": "outside",
        "c.py:stream": "outside",
        ".. /secret": "outside",
        ".../secret": "outside",
    }
    *answers, walked = run(READ, str(root), *asked)
    assert dict(zip(asked, answers, strict=True)) == asked
    assert walked.split() == ["c.py", "a/b.py"]


def test_a_session_from_the_first_start_to_the_cached_one(start_process: StartProcess, tmp_path: Path) -> None:
    root = tmp_path / "repo"
    write(root, SHOP)
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "First")
    options: Json = {"model": {"embedding": "none"}, "cache": {"directory": str(tmp_path / "cache")}}
    server = start_process(SERVER)
    server.open(root, options=options)
    status = server.ready()
    assert status["brokenInvariants"] == {}
    assert status["memory"]["rssBytes"] > 10_000_000
    assert symbols(server, "total_price") == [(root / "shop/price.py").as_uri()]
    assert symbols(server, "made_by_build") == symbols(server, "made_by_run") == []
    pack = server.wire.command("ctx-lsp.query", {"query": "How is the total price of a cart computed?"})
    assert "shop/price.py::total_price" in {item["symbol"] for item in pack["items"]}

    uri = (root / "shop/price.py").as_uri()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": SHOP["shop/price.py"]}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    start, end = {"line": 0, "character": 4}, {"line": 0, "character": 15}
    change = {"range": {"start": start, "end": end}, "text": "sum_of_prices"}
    server.wire.notify(
        "textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]}
    )
    assert symbols(server, "sum_of_prices") == [uri]
    assert symbols(server, "total_price") == []
    changed = server.wire.command("ctx-lsp.contextForDiff", {})
    assert "shop/price.py::sum_of_prices" in {item["symbol"] for item in changed["items"]}
    write(root, {"shop/stock.py": "def count_stock(): ...\n"})
    event = {"uri": (root / "shop/stock.py").as_uri(), "type": 1}
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [event]})
    assert symbols(server, "count_stock") == [event["uri"]]
    until(lambda: server.wire.command("ctx-lsp.cache", {"action": "info"})["bytes"] > 0)
    assert server.leave() == 0

    again = start_process(SERVER)
    again.open(root, options=options)
    status = again.ready()
    assert symbols(again, "count_stock") == [event["uri"]]
    assert status["work"]["entry"]["adopted"] >= 2, "of the files that were there at the first start"
    assert again.leave() == 0


def test_a_server_whose_pipe_fails_says_why(start_process: StartProcess, tmp_path: Path) -> None:
    server = start_process(SERVER)
    server.open(tmp_path)
    agents = server.wire.command("ctx-lsp.agents")
    assert not agents["serving"]
    assert agents["reason"].startswith("the socket cannot be opened: _winapi.")
    assert server.leave() == 0


def test_helper_processes_do_their_part(start_process: StartProcess, tmp_path: Path) -> None:
    write(tmp_path, {f"m{number}.py": f"def function_{number}(): ...\n" * 20 for number in range(400)})
    server = start_process(SERVER)
    server.open(tmp_path)
    server.ready()
    assert symbols(server, "function_399") == [(tmp_path / "m399.py").as_uri()] * 20
    assert server.leave() == 0
    assert "worker process failed" not in server.stderr.read_text()


def test_the_end_of_the_client_ends_the_server(start_process: StartProcess) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as client:
        server = start_process(SERVER)
        server.open(process_id=client.pid)
        client.communicate(b"\n")
    assert server.process.wait(30) == 1


def test_git_is_not_taken_from_the_working_folder(tmp_path: Path) -> None:
    (tmp_path / "git.exe").write_text("#!/bin/sh\necho planted\n")
    (tmp_path / "git.exe").chmod(0o755)
    program = "import sys; from ctx_lsp.base.system import program; print(program('git'))"
    (found,) = run(program, cwd=tmp_path)
    assert Path(found).is_absolute()
    assert Path(found).parent != tmp_path
