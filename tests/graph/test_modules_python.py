"""Modules of Python, found from source roots."""

import pytest

from tests.graph.imports import meanings

PACKAGE = """
=== pyproject.toml
[project]
name = "shop"
=== src/shop/__init__.py
from . import cart
=== src/shop/cart.py
import json
import logging
import types
from click import echo
from shop.json import dumps
from .utils import logging as log
from ..outside import gone
from . import prices
from .... import far
import shop.utils.logging
=== src/shop/types.py
=== src/shop/json/__init__.py
=== src/shop/utils/__init__.py
=== src/shop/utils/logging.py
=== src/shop/utils/click.py
=== src/shop/prices.py
=== src/shop/prices.pyi
=== tests/test_cart.py
from shop import cart
import shop.prices
import shop.utils.click
import click
import cart
from tests.helpers import one
import helpers
=== tests/helpers.py
"""


def test_a_package_in_src() -> None:
    assert meanings(PACKAGE, "src/shop/cart.py") == [
        "json ->",
        "logging ->",
        "types ->",
        "click ->",
        "shop.json -> src/shop/json/__init__.py",
        ".utils -> src/shop/utils/__init__.py",
        "..outside ->",
        ". -> src/shop/__init__.py",
        ".... ->",
        "shop.utils.logging -> src/shop/utils/logging.py",
    ]


def test_tests_import_from_the_source_roots() -> None:
    assert meanings(PACKAGE, "tests/test_cart.py") == [
        "shop -> src/shop/__init__.py",
        "shop.prices -> src/shop/prices.py, src/shop/prices.pyi",
        "shop.utils.click -> src/shop/utils/click.py",
        "click ->",
        "cart ->",
        "tests.helpers -> tests/helpers.py",
        "helpers -> tests/helpers.py",
    ]


SCRIPTS = """
=== tools/run.py
import types
import common.names
=== tools/types.py
=== tools/common/names.py
=== tools/deep/other.py
import types
import common.names
=== docs/conf.py
import run
import tools.run
"""


def test_a_scripts_own_folder_comes_before_the_standard_library() -> None:
    assert meanings(SCRIPTS, "tools/run.py") == ["types -> tools/types.py", "common.names -> tools/common/names.py"]


def test_other_scripts_folders_do_not() -> None:
    assert meanings(SCRIPTS, "tools/deep/other.py") == ["types ->", "common.names -> tools/common/names.py"]
    assert meanings(SCRIPTS, "docs/conf.py") == ["run ->", "tools.run -> tools/run.py"]


CONFIGURED = """
=== app/main.py
import models
import models.user
=== {config}
{text}
=== {folder}/models/__init__.py
=== {folder}/models/user.py
"""


@pytest.mark.parametrize(
    ("config", "text", "folder"),
    [
        ("pyproject.toml", '[tool.setuptools.package-dir]\n"" = "code"', "code"),
        ("pyproject.toml", '[tool.setuptools.packages.find]\nwhere = ["code/py"]', "code/py"),
        ("pyproject.toml", '[tool.hatch.build.targets.wheel]\npackages = ["code/models"]', "code"),
        ("pyproject.toml", '[[tool.poetry.packages]]\ninclude = "models"\nfrom = "code"', "code"),
        ("pyproject.toml", '[tool.uv.build-backend]\nmodule-root = "code"', "code"),
        ("pyproject.toml", '[tool.pytest.ini_options]\npythonpath = "code"', "code"),
        ("setup.cfg", "[options]\npackage_dir =\n    =code", "code"),
        ("setup.cfg", "[options.packages.find]\nwhere = code", "code"),
        ("setup.py", 'setup(package_dir={"": "code"}, packages=find_packages("code"))', "code"),
        ("parts/one/setup.py", "setup()", "parts/one"),
        ("parts/one/pyproject.toml", "[project]", "parts/one/src"),
    ],
)
def test_source_roots_that_projects_name(config: str, text: str, folder: str) -> None:
    files = CONFIGURED.format(config=config, text=text, folder=folder)
    assert meanings(files, "app/main.py") == [
        f"models -> {folder}/models/__init__.py",
        f"models.user -> {folder}/models/user.py",
    ]


@pytest.mark.parametrize("text", ["[tool.setuptools.package-dir", "[tool]\nsetuptools = 1", "tool = []", ""])
def test_a_folder_that_no_project_names_is_not_a_source_root(text: str) -> None:
    files = CONFIGURED.format(config="pyproject.toml", text=text, folder="code")
    assert meanings(files, "app/main.py") == ["models ->", "models.user ->"]


MONOREPO = """
=== libs/core/setup.py
=== libs/core/core/__init__.py
=== services/a/pyproject.toml
=== services/a/app/__init__.py
=== services/a/app/main.py
import app.models
import core
import pkg
=== services/a/app/models.py
=== services/b/pyproject.toml
=== services/b/app/__init__.py
=== services/b/app/models.py
=== services/b/app/main.py
import app.models
=== services/b/tests/fixtures/pkg/setup.py
=== services/b/tests/fixtures/pkg/pkg.py
"""


def test_of_namesakes_in_several_projects_the_nearest_is_meant() -> None:
    assert meanings(MONOREPO, "services/a/app/main.py") == [
        "app.models -> services/a/app/models.py",
        "core -> libs/core/core/__init__.py",
        "pkg ->",
    ]
    assert meanings(MONOREPO, "services/b/app/main.py") == ["app.models -> services/b/app/models.py"]


NAMESPACES = """
=== one/pyproject.toml
=== one/acme/tools/saw.py
import acme.tools.hammer
from acme.tools import hammer
=== two/pyproject.toml
=== two/acme/tools/hammer.py
=== two/acme/tools/main.py
=== two/acme/__main__.py
import acme.tools.main
"""


def test_packages_without_init_span_projects() -> None:
    assert meanings(NAMESPACES, "one/acme/tools/saw.py") == [
        "acme.tools.hammer -> two/acme/tools/hammer.py",
        "acme.tools ->",
    ]
    assert meanings(NAMESPACES, "two/acme/__main__.py") == ["acme.tools.main -> two/acme/tools/main.py"]


STANDARD = """
=== Lib/json/__init__.py
from json import decoder
import json.decoder
=== Lib/json/decoder.py
=== Lib/test/test_json.py
import json
from test import support
=== Lib/test/support.py
=== test/helpers.py
=== test/unit/test_it.py
from test.helpers import help
"""


def test_a_package_that_is_called_like_a_standard_one_knows_itself() -> None:
    assert meanings(STANDARD, "Lib/json/__init__.py") == [
        "json -> Lib/json/__init__.py",
        "json.decoder -> Lib/json/decoder.py",
    ]
    assert meanings(STANDARD, "Lib/test/test_json.py") == ["json ->", "test ->"]
    assert meanings(STANDARD, "test/unit/test_it.py") == ["test.helpers -> test/helpers.py"]
