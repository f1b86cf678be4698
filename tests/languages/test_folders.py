"""The folders of languages: every key is read, and errors name the file."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

import ctx_lsp.languages
from ctx_lsp.graph.modules import RULES
from ctx_lsp.graph.modules.rules import Modules, Paths
from ctx_lsp.graph.resolution.registration import RegistrationRules
from ctx_lsp.graph.resolution.type_names import TypeNames
from ctx_lsp.graph.resolution.visibility import Visibility
from ctx_lsp.graph.test_symbols import RulesForTests
from ctx_lsp.languages.folders import FOLDERS, SECTIONS, SEPARATE, BadLanguage, Folders, converted
from ctx_lsp.languages.table import LanguageFiles, files
from ctx_lsp.patterns.idioms import Idioms
from ctx_lsp.patterns.roles import Role, roles_of
from ctx_lsp.syntax.alternatives import Alternative, alternatives_of
from ctx_lsp.syntax.rules import Syntax

ROOT = Path(ctx_lsp.languages.__file__).parent
README = (ROOT / "README.md").read_text("utf-8")
LANGUAGES = [name for name in FOLDERS.names() if name in files()]
FORMS: dict[str, type] = {
    "files": LanguageFiles,
    "syntax": Syntax,
    "visibility": Visibility,
    "modules": Modules,
    "registration": RegistrationRules,
    "tests": RulesForTests,
    "patterns": Idioms,
}
FORMS_APART: dict[str, type] = {"types": TypeNames}


@pytest.mark.parametrize("folder", FOLDERS.names())
def test_every_key_of_a_folder_is_read(folder: str) -> None:
    for section, form in (FORMS | FORMS_APART).items():
        FOLDERS.section(folder, section, form)
    for row in roles_of(folder):
        assert row.holds_for(folder)
    rows = alternatives_of(folder).rows
    assert len({(row.category, row.name) for row in rows}) == len(rows)
    assert {row.role for row in rows} <= {"source", "test", "any"}


def test_every_section_has_a_form_and_every_key_is_explained() -> None:
    assert set(FORMS) == SECTIONS
    assert set(FORMS_APART) == SEPARATE
    for section, form in FORMS.items():
        table = README.split(f"### [{section}]")[1].split("\n#")[0]
        assert {field.name for field in fields(form)} == set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE))
    paths = set(re.findall(r"^\| `paths\.(\w+)`", README, re.MULTILINE))
    assert paths == {field.name for field in fields(Paths)}
    assert _explained("types.toml") == {field.name for field in fields(TypeNames)}
    assert _explained("roles.toml") | {"callee"} == {field.name for field in fields(Role)}
    assert _explained("alternatives.toml") == {field.name for field in fields(Alternative)}


def _explained(file: str) -> set[str]:
    table = README.split(f"## {file}")[1].split("\n#")[0]
    return {key for row in re.findall(r"^\| (`[^|]+`) \|", table, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)}


def test_each_folder_is_a_language_or_a_family_of_some() -> None:
    inherited = {parent for name in FOLDERS.names() for parent in FOLDERS.inherited(name)[:-1]}
    assert set(FOLDERS.names()) == set(LANGUAGES) | inherited


def test_no_language_is_in_a_folder_and_in_the_table_of_those_without() -> None:
    rows = tomllib.loads((ROOT / "without_outline.toml").read_text("utf-8"))
    assert not rows.keys() & set(FOLDERS.names())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_for_modules_exists(language: str) -> None:
    rule = FOLDERS.section(language, "modules", Modules).rule
    assert rule in ("", *RULES), f"{language}/language.toml: there is no rule {rule}"


@pytest.mark.parametrize("file", sorted(ROOT.glob("*/roles.toml")), ids=lambda file: file.parent.name)
def test_roles_are_for_languages_that_inherit_the_folder(file: Path) -> None:
    heirs = {name for name in LANGUAGES if file.parent.name in FOLDERS.inherited(name)}
    for row in tomllib.loads(file.read_text("utf-8"))["role"]:
        assert set(row.get("languages", ())) <= heirs, f"{file}: {row['role']}"


def test_every_rule_for_modules_is_used() -> None:
    assert {FOLDERS.section(name, "modules", Modules).rule for name in LANGUAGES} >= set(RULES)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[visibility]\nglobal_name = true\n", "one/language.toml: nobody reads global_name in [visibility]"),
        ("[visibilty]\n", "one/language.toml: there is no section visibilty"),
        ('inherits = ["two"]\n', "one/language.toml: there is no folder two to inherit"),
        ('[visibility]\nglobal_names = "no"\n', "one/language.toml: [visibility]: Expected `bool`, got `str`"),
        ('[visibility]\nbare_members = "all"\n', "one/language.toml: [visibility]: Invalid enum value 'all'"),
    ],
)
def test_an_error_names_the_file(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "language.toml").write_text(text, "utf-8")
    with pytest.raises(BadLanguage, match=re.escape(message)):
        Folders(tmp_path).section("one", "visibility", Visibility)


def test_an_unknown_key_about_files_is_an_error() -> None:
    with pytest.raises(BadLanguage, match="one: nobody reads extension"):
        converted({"extension": ["x"]}, LanguageFiles, "one")


def test_sets_add_up_and_other_values_are_replaced(tmp_path: Path) -> None:
    texts = {
        "base": '[syntax]\nkey_words = ["if"]\nseparators = ["."]\n',
        "own": 'inherits = ["base"]\n\n[syntax]\nkey_words = ["for"]\nseparators = ["->"]\n',
    }
    for name, text in texts.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "language.toml").write_text(text, "utf-8")
    found = Folders(tmp_path).section("own", "syntax", Syntax)
    assert (found.key_words, found.separators) == (frozenset({"if", "for"}), ("->",))
