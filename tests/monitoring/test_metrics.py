"""Metrics of a real server: right numbers, no text, one listener on the loopback interface, nothing loaded when off."""

import re
import stat
from pathlib import Path

import pytest

from ctx_lsp.monitoring import export, exposition
from ctx_lsp.monitoring.monitor import Monitor
from tests.e2e.conftest import SERVER, StartProcess
from tests.monitoring.conftest import QUESTION, Scrape, free_port, is_open, options, read, samples_of
from tests.protocol.wire import until

QUERY = "ctx-lsp.query"


def test_each_answer_and_error_is_counted_by_command(scrape: Scrape) -> None:
    assert scrape.value("ctx_lsp_request_duration_seconds_count", command=QUERY) == 2
    assert scrape.value("ctx_lsp_request_duration_seconds_count", command="ctx-lsp.search") == 2
    errors = "ctx_lsp_request_errors_total"
    assert scrape.value(errors, command="ctx-lsp.search", kind="invalid_params") == 1
    assert scrape.value(errors, command=QUERY, kind="internal_error") == 0


def test_the_stages_of_an_answer_add_up_to_its_time(scrape: Scrape) -> None:
    stages = {
        dict(labels)["stage"]: value
        for (name, labels), value in scrape.samples.items()
        if name == "ctx_lsp_stage_duration_seconds_sum" and ("command", QUERY) in labels
    }
    assert {"waiting", "bm25", "ranking", "rendering", "cached", "other", "encoding"} <= set(stages)
    whole = scrape.value("ctx_lsp_request_duration_seconds_sum", command=QUERY)
    assert 0.3 * whole < sum(stages.values()) < 1.01 * whole, "no stage counts twice"


def test_the_figures_of_packs_are_those_of_the_answer(scrape: Scrape) -> None:
    tokens = scrape.pack["tokens"]
    assert scrape.value("ctx_lsp_pack_tokens_used_total", command=QUERY) == tokens["used"], "the repeat is not counted"
    assert scrape.value("ctx_lsp_pack_tokens_of_files_total", command=QUERY) == tokens["baseline"]
    assert scrape.value("ctx_lsp_pack_confidence_ratio_sum", command=QUERY) == scrape.pack["confidence"]
    assert scrape.value("ctx_lsp_pack_completeness_ratio_sum", command=QUERY) == scrape.pack["completeness"]["score"]


def test_caches_edits_and_the_index_are_measured(scrape: Scrape) -> None:
    lookups = "ctx_lsp_cache_lookups_total"
    assert scrape.value(lookups, cache="packs", result="hit") == 1
    assert scrape.value(lookups, cache="packs", result="miss") == 1
    assert scrape.value(lookups, cache="files", result="miss") == 1
    assert scrape.value("ctx_lsp_edit_to_index_seconds_count") == 1
    assert scrape.value("ctx_lsp_index_files") == 1
    assert scrape.value("ctx_lsp_index_chunks") >= 1
    assert scrape.value("ctx_lsp_index_bytes", component="text") > len(QUESTION)
    assert scrape.value("ctx_lsp_index_bytes", component="lexical") > 0
    assert scrape.value("process_resident_memory_bytes") > 1e7


def test_buckets_are_cumulative(scrape: Scrape) -> None:
    found = {
        float(dict(labels)["le"]): value
        for (name, labels), value in scrape.samples.items()
        if name == "ctx_lsp_request_duration_seconds_bucket" and ("command", QUERY) in labels
    }
    counts = [found[bound] for bound in sorted(found)]
    assert counts == sorted(counts)
    assert counts[-1] == 2


def test_no_word_of_the_question_and_no_path_gets_out(scrape: Scrape) -> None:
    assert "zebrafish" not in scrape.text
    assert str(scrape.server.folder) not in scrape.text
    assert scrape.server.folder.name not in scrape.text


def test_only_the_loopback_interface_is_listened_on(scrape: Scrape) -> None:
    listening = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    listening += [line.split() for line in Path("/proc/net/tcp6").read_text().splitlines()[1:]]
    port = f"{scrape.port:04X}"
    found = {row[1].rpartition(":")[0] for row in listening if row[1].endswith(f":{port}") and row[3] == "0A"}
    assert found == {"0100007F"}


def test_nothing_for_metrics_is_imported_while_they_are_off(start_process: StartProcess) -> None:
    python, *rest = SERVER
    server = start_process([python, "-X", "importtime", *rest])
    (server.folder / "a.py").write_text("def total(): ...\n")
    server.open(server.folder)
    server.ready()
    server.wire.command(QUERY, {"query": "total"})
    assert server.leave() == 0
    imported = set(re.findall(r"\| +([\w.]+)$", server.stderr.read_text(), re.M))
    assert "ctx_lsp.monitoring.monitor" in imported, "the report of the interpreter names imports"
    assert not [one for one in imported if one.startswith(("prometheus_client", "ctx_lsp.monitoring.exposition"))]


def test_the_text_file_is_whole_readable_and_gone_at_the_end(start_process: StartProcess, tmp_path: Path) -> None:
    file = tmp_path / "ctx-lsp.prom"
    server = start_process(SERVER, forked=True)
    server.open(server.folder, options=options(textfile=str(file)))
    until(file.exists)
    assert stat.S_IMODE(file.stat().st_mode) == 0o644, "the node exporter runs as another user"
    assert "ctx_lsp_build_info" in {name for name, _ in samples_of(file.read_text())}
    assert server.leave() == 0
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_for_a_while_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(exposition, "WRITE_SECONDS", 0.01)
    folder = tmp_path / "metrics"
    folder.mkdir()
    exporter = exposition.Exporter(Monitor(), 0, folder / "ctx-lsp.prom")
    try:
        folder.rename(tmp_path / "elsewhere")
        until(lambda: caplog.records)
        folder.mkdir()
        until((folder / "ctx-lsp.prom").exists)
    finally:
        exporter.close()
    assert len(caplog.records) == 1
    assert list(folder.iterdir()) == []


def test_a_taken_port_is_a_warning_and_no_reason_to_stop(start_process: StartProcess, scrape: Scrape) -> None:
    server = start_process(SERVER, forked=True)
    server.open(server.folder, options=options(port=scrape.port))
    [warning] = server.wire.wait(lambda: server.wire.received("window/logMessage"))
    assert f"metrics cannot be exported to port {scrape.port}" in warning["message"]
    assert server.wire.command("ctx-lsp.status")["state"] in {"indexing", "ready"}


def test_an_export_that_failed_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(export, "RETRY_SECONDS", 0.01)
    exports = export.MetricsExport(Monitor())
    try:
        exports.use(0, str(tmp_path / "later" / "ctx-lsp.prom"))
        until(lambda: caplog.records)
        exports.use(0, str(tmp_path / "metrics" / "ctx-lsp.prom"))
        until(lambda: len(caplog.records) == 2)
        (tmp_path / "metrics").mkdir()
        until((tmp_path / "metrics" / "ctx-lsp.prom").exists)
        (tmp_path / "later").mkdir()
    finally:
        exports.close()
    assert len(caplog.records) == 2, "one problem is logged once"
    until(lambda: not list((tmp_path / "metrics").iterdir()))
    assert list((tmp_path / "later").iterdir()) == []


def test_a_changed_setting_starts_and_stops_the_metrics(start_process: StartProcess) -> None:
    server, port = start_process(SERVER, forked=True), free_port()
    server.open(server.folder)
    server.wire.notify("workspace/didChangeConfiguration", {"settings": options(port=port)})
    until(lambda: is_open(port))
    assert "ctx_lsp_build_info" in read(port)
    server.wire.notify("workspace/didChangeConfiguration", {"settings": options(port=0)})
    until(lambda: not is_open(port))
