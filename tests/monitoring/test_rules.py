"""The alerts and the board: each expression is PromQL, and each metric in it is one that a real server exports."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml

import ctx_lsp.monitoring
from tests.monitoring.conftest import Scrape

FOLDER = Path(ctx_lsp.monitoring.__file__).parent
ALERTS, BOARD = FOLDER / "alerts.yml", FOLDER / "grafana.json"
CASES = Path(__file__).with_name("alert_cases.yml")
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="promtool (Debian's package prometheus) is not installed")


def rules() -> list[Any]:
    return [rule for group in yaml.safe_load(ALERTS.read_text("utf-8"))["groups"] for rule in group["rules"]]


def board_expressions() -> list[str]:
    board = json.loads(BOARD.read_text("utf-8"))
    found = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return [one.replace("$__rate_interval", "5m") for one in found]


def selectors(expression: object) -> Iterator[promql_parser.VectorSelector]:
    """The selectors of a parsed expression, at any depth."""
    if isinstance(expression, promql_parser.VectorSelector):
        yield expression
    for name in ("expr", "lhs", "rhs", "vector_selector", "args"):
        inner = getattr(expression, name, None)
        for one in inner if isinstance(inner, list) else [inner]:
            if one is not None:
                yield from selectors(one)


@pytest.mark.parametrize("expression", [rule["expr"] for rule in rules()] + board_expressions())
def test_each_metric_and_label_is_exported(scrape: Scrape, expression: str) -> None:
    used = list(selectors(promql_parser.parse(expression)))
    assert used
    for one in used:
        assert one.name in scrape.names
        labels = {name for series, pairs in scrape.samples if series == one.name for name, _ in pairs}
        named = {matcher.name for matcher in one.matchers.matchers} - {"instance"}  # Prometheus adds the instance
        assert named <= labels


def test_a_wrong_name_would_be_noticed(scrape: Scrape) -> None:
    [one] = selectors(promql_parser.parse('sum(rate(ctx_lsp_requests_seconds_count{command="x"}[5m]))'))
    assert one.name not in scrape.names
    with pytest.raises(ValueError, match="parenthes"):
        promql_parser.parse("sum(rate(up[5m])")


def test_every_metric_of_the_product_is_on_the_board(scrape: Scrape) -> None:
    shown = {one.name for expression in board_expressions() for one in selectors(promql_parser.parse(expression))}
    exported = {name for name in scrape.names if name.startswith("ctx_lsp_")}
    assert set(map(family, exported)) == {family(name) for name in shown if name and name.startswith("ctx_lsp_")}


def family(series: str) -> str:
    """The name of a metric, given that of one of its series."""
    return re.sub("_(bucket|sum|count)$", "", series)


def test_each_alert_says_what_happened_and_how_grave_it_is() -> None:
    names = [rule["alert"] for rule in rules()]
    assert names == ["CtxLspSlowAnswers", "CtxLspSlowEdits", "CtxLspLowConfidence", "CtxLspLargeIndex", "CtxLspErrors"]
    for rule in rules():
        assert rule["labels"]["severity"] in {"info", "warning", "critical"}
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["annotations"]["description"].endswith(".")


def test_the_panels_of_the_board_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in json.loads(BOARD.read_text("utf-8"))["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken, panel["title"]
        taken |= cells
    assert max(x for x, _ in taken) < 24


@needs_promtool
def test_promtool_accepts_the_rules_and_the_metrics(scrape: Scrape) -> None:
    assert PROMTOOL is not None
    checked = subprocess.run([PROMTOOL, "check", "rules", ALERTS], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "SUCCESS: 5 rules found" in checked.stdout
    linted = subprocess.run(
        [PROMTOOL, "check", "metrics"], input=scrape.text, capture_output=True, text=True, check=False
    )
    assert linted.returncode == 0, linted.stdout + linted.stderr


@needs_promtool
def test_the_alerts_fire_when_they_should_and_not_before(tmp_path: Path) -> None:
    assert PROMTOOL is not None
    cases = yaml.safe_load(CASES.read_text("utf-8")) | {"rule_files": [str(ALERTS)]}
    (tmp_path / "cases.yml").write_text(yaml.safe_dump(cases))
    ran = subprocess.run(
        [PROMTOOL, "test", "rules", tmp_path / "cases.yml"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
