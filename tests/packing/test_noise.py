"""What a pack leaves out as noise, and that nothing that is asked for by name or word for word is among it."""

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.pack_options import resolved_options
from ctx_lsp.graph.entry import make_entry
from ctx_lsp.packing.answer.line_kinds import import_lines
from ctx_lsp.packing.answer.relevance import Rater
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.retrieval.question.file_topics import is_meant
from ctx_lsp.text.source import SourceText
from tests.packing.shop import ask, find
from tests.workspaces import snapshot_of

COLUMNS = "a column of the table, " * 40
BANK = snapshot_of(f"""\
=== bank/transfer.kt
package bank
import bank.Limits

class Transfers(private val limits: Limits) {{
    fun validate(amount: Long) {{
        require(amount > 0) {{ "amount must be positive" }}
        require(amount <= limits.daily) {{ "daily limit exceeded" }}
        require(!limits.frozen) {{ "account is frozen" }}
    }}
}}
=== bank/report.py
def triage_query(ids):
    return (
{chr(10).join(f'        "{COLUMNS}{n}"' for n in range(8))}
    )
=== bank/texts.py
PROMPT = "{" ".join(f"Weigh what customer {n} says about {n * n}." for n in range(150))}"

{chr(10).join(f"def answer_{n}(customer):{chr(10)}    return customer.said({n}){chr(10)}" for n in range(60))}
=== Dockerfile
FROM python
RUN install the bank
=== locales/en.json
{{"cart": {{"empty": "Your cart is empty", "checkout": "Proceed to checkout"}}}}
=== docs/needs.md
# Needs

Some words about the bank and what it needs.

## REQ-7 Transfers

A transfer shall be validated before it is booked.
=== bank/teller.py
class Teller:
    def validate_slip(self, slip):
        return slip.signed

def validate_form(form):
    return form.signed
""")


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.kt", "import x.Y\nfun f(a: Int) {\n    require(a > 0)\n    use(a)\n}\n", "10000"),
        ("a.py", "from a import (\n    b,\n    c,\n)\n\nimport d\nfrom_here = 1\nuse = 2\n", "11111100"),
        ("a.go", 'package a\n\nimport (\n\t"fmt"\n\n\t"os"\n)\n\nvar x = fmt.Sprint(os.Args)\n', "111111100"),
        ("a.ts", "import {\n  b,\n} from './b'\nuse(b);\n", "1110"),
        ("a.rs", "use std::{\n    fmt,\n    io,\n};\nfn f() {}\n", "11110"),
        ("a.py", "if TYPE_CHECKING:\n    import a\ntry:\n    import b\nexcept ImportError:\n    b = None\n", "111100"),
        ("a.sql", "select a\nfrom b\n", "00"),
    ],
)
def test_import_lines_are_told_from_calls_and_clauses(path: str, text: str, expected: str) -> None:
    found = import_lines(make_entry(path, SourceText(text.encode())))
    assert "".join(str(int(one)) for one in found[: len(expected)]) == expected


def test_a_body_of_preconditions_is_no_list_of_imports() -> None:
    assert "daily limit exceeded" in ask(BANK, "Transfers.validate", PackOptions(600)).text


def test_a_definition_with_long_lines_is_shown() -> None:
    pack = ask(BANK, "triage_query")
    assert f"{COLUMNS}7" in pack.text
    assert pack.readiness.ready


def test_a_line_that_is_too_long_is_counted_and_is_shown_if_it_is_pinned() -> None:
    pack = ask(BANK, "PROMPT")
    assert pack.shown.of >= 1
    assert pack.shown.main < pack.shown.of
    pinned = ask(BANK, "PROMPT", PackOptions(8_000, pin=("bank/texts.py::PROMPT",)))
    assert "Weigh what customer 3 says" in pinned.text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("what is in locales/en.json", "Proceed to checkout"),
        ('where is "Your cart is empty"', "Your cart is empty"),
        ("what does REQ-7 say", "shall be validated"),
    ],
)
def test_files_that_questions_rarely_mean_are_shown_if_they_are_named_or_quoted(question: str, text: str) -> None:
    assert text in ask(BANK, question, PackOptions(500)).text


def test_files_are_meant_by_their_name() -> None:
    assert is_meant("CODEOWNERS", "what does CODEOWNERS say")
    assert is_meant("sub/go.sum", "why is x in go.sum twice")
    assert not is_meant("sub/go.sum", "how is the sum made")
    assert not is_meant("locales/en.json", "how is the total made")


def test_an_excluded_file_is_not_shown_at_all() -> None:
    for path in ("Dockerfile", "bank/transfer.kt", "bank"):
        options = resolved_options(BANK, PackOptions(exclude=(path,)))
        found = {one.item.path for one in ask(BANK, "install the bank and validate transfers", options).items}
        assert not [one for one in found if one == path or one.startswith(f"{path}/")]


def test_only_passages_of_the_wanted_kinds_are_shown() -> None:
    options = PackOptions(filter=ResultFilter(kinds=("Class",)))
    pack = ask(BANK, "validate the teller's slip and form", options)
    assert "validate_slip" in pack.text, "a member belongs to its class"
    assert "validate_form(form)" not in pack.text


def test_a_signature_with_its_documentation_is_no_body() -> None:
    workspace = snapshot_of('''
=== tax.py
def rounded_tax(price):
    """Round the tax up.

    To whole cents.
    """
    cents = price * 100
    return cents
''')
    pack = ask(workspace, "rounded tax", PackOptions(400, policy="signatures"))
    assert "def rounded_tax" in pack.text
    assert pack.shown.main == 0


GUIDE = snapshot_of("""\
=== docs/systemd.md
# Run workers under systemd

## Unit file

Name the unit `worker@.service` and enable lingering for the account.

## Reload

Reload all units after a change of the configuration.
=== pool/worker.py
class Worker:
    def run(self, units):
        for unit in units:
            unit.reload()


class Account:
    def enable(self, unit):
        self.units.append(unit)
""")


def test_a_document_that_the_search_ranks_first_is_shown() -> None:
    pack = ask(GUIDE, "deploy the workers under systemd", PackOptions(170))
    assert "enable lingering" in pack.text


RELEASE = """\
on: release
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - run: twine upload wheels
"""
STEPS = snapshot_of(f"""\
=== .github/workflows/release.yml
{RELEASE}
=== settings.yml
{RELEASE}
=== shop/upload.py
def upload(wheels):
    for each in wheels:
        each.upload()
""")


def test_a_data_file_that_the_words_suggest_is_worth_more_than_another_one_with_the_same_text() -> None:
    found = find(STEPS, "how does the upload function publish each of the wheels")
    ranked = [(one, 0.5) for one in found.ranked if one.language == "yaml"]
    chances: dict[str, float] = {}
    rated = Rater(STEPS, found.evidence, CancelToken()).rate(ranked)
    for one in rated.rated(range(len(rated.chances))):
        chances[one.path] = max(chances.get(one.path, 0.0), one.chance)
    assert chances[".github/workflows/release.yml"] > chances["settings.yml"] > 0.0
