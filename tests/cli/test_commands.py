"""Every command on real packages whose answers are known: text, JSON, exit codes."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run

QUESTION = "wait exponentially longer between attempts"
ANSWER = "tenacity/wait.py::wait_exponential"


def test_search_prints_the_known_answer_with_its_place(run: Run, tenacity_root: Path) -> None:
    ran = run("search", tenacity_root, QUESTION)
    assert ran.code == 0
    answers = [line for line in ran.out.splitlines() if "class wait_exponential" in line]
    assert answers
    assert "tenacity/wait.py:" in answers[0]


def test_search_as_json_has_ranges_that_hold_the_definition(run: Run, tenacity_root: Path) -> None:
    answer = run("search", tenacity_root, QUESTION, "--limit", "5", "--json").json
    assert len(answer["items"]) == 5
    item = next(item for item in answer["items"] if item["symbol"] == ANSWER)
    assert (item["path"], item["kind"], item["language"]) == ("tenacity/wait.py", "Class", "python")
    assert sum(item["scores"].values()) == pytest.approx(item["score"])
    lines = (tenacity_root / item["path"]).read_text("utf-8").splitlines()
    assert lines[item["range"]["startLine"] - 1].startswith("class wait_exponential(")
    assert lines[item["range"]["endLine"] - 1].strip()


def test_search_can_be_filtered(run: Run, tenacity_root: Path) -> None:
    answer = run("search", tenacity_root, "wait", "--kind", "Class", "--include", "tenacity/wait.py", "--json").json
    assert {(item["kind"], item["path"]) for item in answer["items"]} == {("Class", "tenacity/wait.py")}


def test_several_folders_are_searched_at_once_or_one_by_its_name(
    run: Run, tenacity_root: Path, structlog_root: Path
) -> None:
    def found(*options: str) -> set[str]:
        asked = "search", tenacity_root, structlog_root, "format log entries, wait", "--no-semantic", "--json", *options
        return {item["path"].split("/")[0] for item in run(*asked, "--limit", "200").json["items"]}

    name = structlog_root.name
    first = found("--root", tenacity_root.name)
    assert name in found() > first
    assert name not in first
    assert found("--root", name) == {name}
    pack = run("query", tenacity_root, structlog_root, "LogfmtRenderer", "--root", name, "--no-semantic", "--json").json
    assert {item["path"].split("/")[0] for item in pack["items"]} == {name}
    unknown = run("search", tenacity_root, structlog_root, "wait", "--root", "nowhere", "--no-semantic")
    known = f"Known: {tenacity_root.name}, {name}"
    assert (unknown.code, f"'nowhere' is not a folder of the workspace. {known}" in unknown.err) == (1, True)
    neither = run("search", tenacity_root, structlog_root, "wait", "--scope", "nowhere", "--no-semantic")
    assert "Not searched: nowhere. The workspace has no such folder, and sharing.repositories is not" in neither.err


@pytest.mark.parametrize("command", ["search", "query"])
@pytest.mark.parametrize(("option", "name", "meant"), [("--kind", "class", "Class"), ("--language", "Go", "go")])
def test_a_filter_that_nothing_can_pass_is_a_problem(
    run: Run, tmp_path: Path, command: str, option: str, name: str, meant: str
) -> None:
    ran = run(command, tmp_path, "anything", option, name, "--no-semantic")
    assert (ran.code, ran.out) == (1, "")
    assert f"'{name}' is not a" in ran.err
    assert f"Did you mean '{meant}'?" in ran.err


def test_search_names_a_heading_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text("# Guide\n\n## Sending letters\n\nLetters are sent at night.\n")
    (tmp_path / "post.py").write_text("def send(letter): ...\n")
    lines = run("search", tmp_path, "how are letters sent", "--no-semantic").out.splitlines()
    assert sum("Sending letters" in line for line in lines) == 1
    assert "     def send(letter)" in lines


def test_search_without_vectors_does_not_wait_for_them(run: Run, structlog_root: Path) -> None:
    ran = run("search", structlog_root, "LogfmtRenderer", "--no-semantic", "--limit", "1", "--json")
    assert ran.json["items"][0]["symbol"] == "structlog/processors.py::LogfmtRenderer"


def test_the_answer_to_a_misspelt_question_shows_the_correction(run: Run, tenacity_root: Path) -> None:
    question = "wait longer betwen atempts"
    read_as = "betwen → between, atempts → attempts"
    assert f"read as: {read_as}" in run("search", tenacity_root, question, "--no-semantic").err
    assert f"Read as: {read_as}\n" in run("query", tenacity_root, question, "--no-semantic").out
    assert f"read as: {read_as}" in run("explain", tenacity_root, question, ANSWER, "--no-semantic").err
    assert "read as" not in run("search", tenacity_root, QUESTION, "--no-semantic").err


def test_words_that_nothing_mentions_are_named(tenacity_root: Path, run: Run) -> None:
    question, remark = "where are attempts reported to Prometheus?", 'Nothing here mentions "Prometheus".\n'
    assert remark in run("search", tenacity_root, question, "--no-semantic").err
    assert remark in run("query", tenacity_root, question, "--no-semantic").out
    assert "Nothing here" not in run("search", tenacity_root, QUESTION, "--no-semantic").err


def test_nothing_found_ends_with_1(run: Run, tmp_path: Path) -> None:
    for command in ("search", "query"):
        ran = run(command, tmp_path, "anything")
        assert ran.code == 1
        assert "nothing found" in ran.err


def test_query_prints_a_pack_within_its_budget(run: Run, tenacity_root: Path) -> None:
    text = run("query", tenacity_root, QUESTION, "--max-tokens", "800")
    pack = run("query", tenacity_root, QUESTION, "--max-tokens", "800", "--json").json
    assert text.code == 0
    assert "class wait_exponential" in text.out
    assert pack["tokens"]["used"] <= pack["tokens"]["budget"] == 800
    assert pack["text"] == text.out.removesuffix("\n")
    assert ANSWER in {item["symbol"] for item in pack["items"] if item["role"] == "primary"}
    assert f"{pack['tokens']['used']:,} of 800 tokens" in text.err


def test_dependencies_are_counted_as_in_the_head_of_the_pack(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mail.py").write_text("def send_mail(debt):\n    return 1\n")
    (tmp_path / "debt.py").write_text("from mail import send_mail\n\n\ndef settle_debt(debt):\n    send_mail(debt)\n")
    lacking = run("query", tmp_path, "settle_debt", "--depth", "0", "--no-guidance")
    assert "0 of 1 dependencies shown" in lacking.err
    assert "0 of 1 dependencies · " in lacking.out
    alone = run("query", tmp_path, "send_mail", "--no-guidance")
    assert "dependencies" not in alone.err + alone.out, "there is nothing to count"


def test_context_for_files_and_for_changes(run: Run, tmp_path: Path) -> None:
    def git(*arguments: str) -> str:
        command = ["git", *arguments]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stdout.decode()

    (tmp_path / "a.py").write_text("def f(): ...\ndef g(): ...\n")
    (tmp_path / "b.py").write_text("from a import f\ndef h(): f()\n")
    about_file = run("context", tmp_path, "a.py", "--json").json
    assert {item["symbol"]: item["role"] for item in about_file["items"]} == {
        "a.py::f": "primary",
        "a.py::g": "primary",
        "b.py::h": "caller",
    }
    without_git = run("context", tmp_path)
    assert without_git.code == 1
    assert f"{tmp_path.name} is not a Git repository, so there are no changes to show" in without_git.err
    git("init", "--quiet")
    git("add", "--all")
    git("-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "--quiet", "--message", "x")
    assert "Nothing has changed." in run("context", tmp_path).err
    (tmp_path / "a.py").write_text("def f(): return 1\ndef g(): ...\n")
    since_head = run("context", tmp_path)
    assert (since_head.code, since_head.out.splitlines()[0]) == (0, "# Changes since HEAD")
    assert run("test-scope", tmp_path, "--json").json["changed"] == [{"symbol": "a.py::f", "change": "changed"}]
    wishes = ["--pin", "g", "--leave-out", "h", "--policy", "signatures", "--encoding", "cl100k_base"]
    wished = run("context", tmp_path, *wishes, "--json").json
    assert {item["symbol"] for item in wished["items"]} == {"a.py::f", "a.py::g"}
    (tmp_path / "the.diff").write_text(git("diff"))
    about_diff = run("context", tmp_path, "--diff", str(tmp_path / "the.diff"), "--json").json
    assert {item["symbol"] for item in about_diff["items"]} == {"a.py::f", "b.py::h"}


def test_impact_finds_what_only_the_history_knows(run: Run, tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True, capture_output=True)  # noqa: S607 - the git that is there

    git("init", "--quiet")
    for number in range(4):
        for name in ("tax", "fee"):
            (tmp_path / f"{name}.py").write_text(f"def {name}(amount):\n    return amount * {number}\n")
        git("add", "--all")
        git("-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "--quiet", "--message", f"Rate {number}")
    ran = run("impact", tmp_path, "tax")
    assert ran.code == 0
    assert "fee.py::fee  changed with it 3 of the last 3 times" in ran.out, "the first commit has none to compare with"
    assert "fee.py  changed with tax.py 4 of 4 times" in ran.out
    assert "nothing found" not in ran.err


def test_explain_names_the_channels_of_a_symbol(run: Run, tenacity_root: Path) -> None:
    ran = run("explain", tenacity_root, QUESTION, "wait_exponential")
    assert ran.code == 0
    assert ANSWER in ran.out


def test_an_unknown_symbol_is_reported_in_one_line(run: Run, tenacity_root: Path) -> None:
    for arguments in (["explain", tenacity_root, QUESTION, "no_such_name"], ["impact", tenacity_root, "no_such_name"]):
        ran = run(*arguments)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith("Error: ")
        assert "symbol" in ran.err
        assert len(ran.err.splitlines()) == 1


def test_impact_lists_subclasses_and_callers(run: Run, tenacity_root: Path) -> None:
    ran = run("impact", tenacity_root, "wait_base")
    assert ran.code == 0
    assert "wait_fixed" in ran.out


def test_impact_says_through_which_base_a_caller_leads(run: Run, tenacity_root: Path) -> None:
    arguments = ["impact", tenacity_root, "AsyncRetrying._add_action_func", "--depth", "1"]
    assert "calls tenacity/asyncio/__init__.py::AsyncRetrying._add_action_func" in (out := run(*arguments).out)
    assert "tenacity/__init__.py::BaseRetrying._begin_iter" in out
    assert " through BaseRetrying._add_action_func" in out
    through = {one["symbol"]: one["through"] for one in run(*arguments, "--json").json["dependants"]}
    base = "tenacity/__init__.py::BaseRetrying._add_action_func"
    assert through["tenacity/__init__.py::BaseRetrying._begin_iter"] == base


def test_impact_of_an_external_module_lists_its_users(run: Run, tenacity_root: Path) -> None:
    answer = run("impact", tenacity_root, "functools", "--depth", "1", "--json").json
    assert (answer["symbol"], answer["external"]) == (None, "functools")
    assert ("tenacity/_utils.py", "importer") in {(one["symbol"], one["relation"]) for one in answer["dependants"]}


def test_impact_of_a_file_lists_its_importers(run: Run, tenacity_root: Path) -> None:
    answer = run("impact", tenacity_root, "tenacity/wait.py", "--depth", "1", "--json").json
    assert answer["files"] == ["tenacity/wait.py"]
    assert ("tenacity/__init__.py", "importer") in {(one["symbol"], one["relation"]) for one in answer["dependants"]}


def test_graph_shows_edges_of_the_kinds_that_are_asked_for(run: Run, tenacity_root: Path) -> None:
    arguments = ["graph", tenacity_root, "wait_base", "--direction", "in", "--kind", "inherits"]
    answer = run(*arguments, "--json").json
    assert {edge["kind"] for edge in answer["edges"]} == {"inherits"}
    assert "tenacity/wait.py::wait_fixed" in {node["symbol"] for node in answer["nodes"]}
    assert all(node["range"]["startLine"] >= 1 for node in answer["nodes"])
    assert "class tenacity/wait.py::wait_fixed" in run(*arguments).out


def test_test_scope_names_the_tests_and_the_way(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\n")
    (tmp_path / "test_a.py").write_text("from a import f\ndef test_f(): f()\n")
    ran = run("test-scope", tmp_path, "a.py")
    assert ran.code == 0
    assert "test_a.py::test_f" in ran.out
    assert "calls a.py::f" in ran.out
    assert "2 tests, 1 file" in ran.err
    assert run("test-scope", tmp_path, "a.py", "--json").json["files"] == ["test_a.py"]
    assert run("test-scope", tmp_path, "test_a.py").code == 0
    unknown = run("test-scope", tmp_path, "b.py")
    assert (unknown.code, "b.py is not in the index" in unknown.err) == (1, True)


def test_cycles_are_shown_as_a_round_trip(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import b\n")
    assert "nothing found" in run("cycles", tmp_path).err
    (tmp_path / "b.py").write_text("import a\n")
    assert "2 files: a.py → b.py → a.py" in run("cycles", tmp_path).out
    [cycle] = run("cycles", tmp_path, "--json").json["cycles"]
    assert cycle == {"files": ["a.py", "b.py"], "way": ["a.py", "b.py", "a.py"]}


def test_index_and_status_count_the_same(run: Run, structlog_root: Path) -> None:
    indexed = run("index", structlog_root, "--json").json
    known = run("status", structlog_root, "--json").json
    assert indexed["state"] == known["state"] == "ready"
    assert indexed["coverage"] == known["coverage"] == {"lexical": 1.0, "semantic": 1.0}
    assert indexed["files"] == known["files"] == len([file for file in structlog_root.rglob("*") if file.is_file()])
    assert known["chunks"] > 100
    assert known["importCycles"]
    assert all(len(cycle) > 1 for cycle in known["importCycles"])


@pytest.mark.parametrize("command", ["query", "search"])
def test_without_waiting_an_answer_has_all_cached_vectors_and_reports_missing_ones(
    run: Run, structlog_root: Path, tmp_path: Path, command: str
) -> None:
    run("index", structlog_root)
    cached = run(command, structlog_root, "merge contexts", "--no-semantic", "--json").json
    assert (cached["coverage"], cached["warnings"]) == ({"lexical": 1.0, "semantic": 1.0}, [])
    for number in range(300):
        (tmp_path / f"{command}{number}.py").write_text(f"def {command}_{number}(): return '{tmp_path} {number}'\n")
    ran = run(command, tmp_path, f"{command}_7", "--no-semantic")
    [said] = [line for line in ran.err.splitlines() if "of the code" in line]
    assert re.fullmatch(r"warning: Semantic search covers \d+% of the code\.", said)
    assert "100%" not in said


def test_savings_are_shown_if_there_are_any(run: Run, tenacity_root: Path, tmp_path: Path) -> None:
    assert "less than the whole files" in run("query", tenacity_root, QUESTION, "--no-semantic").err
    (tmp_path / "tiny.py").write_text("def tiny(): ...\n")
    ran = run("query", tmp_path, "tiny", "--no-semantic")
    assert " of 4,096 tokens; " in ran.err, "a pack is larger than a file of one line"


def test_doctor_finds_this_installation_well(run: Run) -> None:
    ran = run("doctor", "--json")
    failed = [check for check in ran.json if not check["ok"] and check["name"] != "file watches"]
    assert failed == []
