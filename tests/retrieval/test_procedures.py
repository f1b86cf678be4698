"""Questions that documents answer, recognised by their words; packs that answer them."""

import pytest

from ctx_lsp.packing.model import PackOptions
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.file_topics import asked_roles, procedure_fit
from ctx_lsp.retrieval.question.procedures import asks_for_decision, asks_for_procedure
from tests.packing.shop import ask
from tests.workspaces import snapshot_of

PROCEDURES = [
    "How do I run the tests?",
    "how can I run all unit tests locally",
    "which command runs the tests",
    "how do I set up the development environment",
    "what do I need to build the docs",
    "How to build the project from source",
    "how do I cut a release",
    "how is a new version released?",
    "what is the release process",
    "describe the contribution guidelines",
    "what are the prerequisites for building the project",
    "how can I contribute to this project?",
]
CODE = [
    "how do I run a job",
    "how are jobs run in parallel",
    "how is a connection released",
    "what is the process of matching a route",
    "how do I build a query",
    "how does the test client build a request",
    "where are tests collected",
    "how do I set up logging",
    "install",
    "how does the build process work",
    "how does the commit process work",
    "how are tests run",
    "how does a worker run the tests",
    "how is coverage generated",
    "what is the review workflow",
]


@pytest.mark.parametrize("question", PROCEDURES)
def test_a_task_of_developers_is_a_procedure(question: str) -> None:
    assert asks_for_procedure(question)
    assert analyse(question).procedure
    assert analyse(question).code == 0.0
    assert asked_roles(question) == {"docs", "data"}


@pytest.mark.parametrize("question", CODE)
def test_what_the_program_does_is_no_procedure(question: str) -> None:
    assert not asks_for_procedure(question)


def test_a_question_that_names_a_symbol_is_about_code() -> None:
    assert not analyse("how do I build the project with ProjectBuilder").procedure


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("why was Redis chosen for the queue", True),
        ("What is the rationale for two caches?", True),
        ("why did we decide to drop threads", True),
        ("why does the cache return None", False),
        ("why is the first item selected", False),
    ],
)
def test_reasons_for_a_choice_are_in_documents(question: str, asks: bool) -> None:
    assert asks_for_decision(question) == asks
    assert ("docs" in asked_roles(question)) == asks


def test_guides_and_scripts_fit_a_procedure() -> None:
    assert procedure_fit("CONTRIBUTING.md", "docs") == 1.0
    assert procedure_fit("docs/contributing/tests.rst", "docs") == 1.0
    assert procedure_fit("README.md", "docs") == 1.0
    assert procedure_fit("plugins/mail/README.md", "docs") == 0.0
    assert procedure_fit("CODE_OF_CONDUCT.md", "docs") == 0.0
    assert procedure_fit("Makefile", "source") == 0.0
    assert procedure_fit("package.json", "data") == 0.0
    assert procedure_fit("src/release.py", "source") == -1.0
    assert procedure_fit("tests/test_release.py", "test") == -1.0


SHIP = snapshot_of("""\
=== CONTRIBUTING.md
# Contributing

Be kind.

## Tests

Run the tests with `tox`, after the database. Slow tests need `--slow`.

## Style

Lines have 100 columns.
=== docs/decisions/0001-queue.md
# Keep jobs in Postgres

We chose Postgres for the queue of jobs because backups are in place.
=== ship/runner.py
class Runner:
    def run(self, tests):
        '''Run the tests of a suite.'''
        for test in tests:
            self.run_test(test)

    def run_test(self, test):
        return test.run()
=== ship/queue.py
class Queue:
    '''The queue of jobs.'''

    def put(self, job):
        self.postgres.insert(job)
=== tests/test_runner.py
def test_run():
    assert run_the_tests(["test"])


def test_run_all_the_tests():
    assert run_the_tests([])
""")


def test_the_guide_answers_a_procedure() -> None:
    pack = ask(SHIP, "how do I run the tests", PackOptions(260))
    assert "with `tox`" in pack.text
    assert "with `tox`" not in ask(SHIP, "how does a runner run tests", PackOptions(260)).text


def test_the_decision_is_in_the_pack() -> None:
    pack = ask(SHIP, "why was Postgres chosen for the queue of jobs", PackOptions(1_000))
    assert "because backups are in place" in pack.text
