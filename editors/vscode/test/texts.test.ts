// Numbers, names, the status bar, listings, savings, reports and the texts for agents.

import assert from "node:assert/strict";
import { test } from "node:test";
import { explanationMarkdown } from "../src/core/explanation";
import { folderNames } from "../src/core/folderNames";
import { count, escapeMarkdown, escapeNotice, percent, readableUri, shortName, splitSymbol } from "../src/core/format";
import { ofImpact, ofNeighbourhood, ofPackDiff, ofTests } from "../src/core/relations";
import { savingsRows } from "../src/core/savings";
import { statusReport, statusText } from "../src/core/statusText";
import { contextText, impactText, searchText } from "../src/core/toolText";
import type { Impact, Status } from "../src/protocol";
import { RANGE, item, pack } from "./pack";

const STATUS: Status = {
  state: "ready",
  searchable: true,
  revision: 7,
  coverage: { lexical: 1, semantic: 0.42 },
  counts: { files: 1200, symbols: 1, chunks: 1, edges: 3, keptBack: 0, summaries: 0, outdatedBuffers: 0 },
  languages: { python: 3, go: 9 },
  skipped: {},
  cache: { path: "", bytes: 0, shared: "", sharedFound: 0, sharedMissing: 0 },
  memory: { rssBytes: 250_000_000 },
  model: "bundled",
  reranker: "",
  work: {},
  warnings: [],
  failures: [],
  latencies: { "ctx-lsp.query": { p50: 12.34, p95: 20, p99: 21, n: 5 } },
  agents: 0,
  watching: "client",
  versions: { "ctx-lsp": "0.1.0" },
  settings: { problems: ["editor: x: expected y"] },
  brokenInvariants: {},
};
const IDLE = { server: "running", status: STATUS, progress: undefined, pack: undefined } as const;

test("a notice shows links as text, for a link could run a command", () => {
  const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i; // what the editor looks for
  for (const text of ["[a](command:b) usually changes with c.py", "[a](https://b)", "[[a](command:b)](command:c)"]) {
    assert.match(text, link);
    assert.doesNotMatch(escapeNotice(text), link);
    assert.equal(escapeNotice(text).replaceAll("\u200B", ""), text);
  }
  assert.equal(escapeNotice("f[0] (of 2)"), "f[0] (of 2)");
});

test("folders of one name are distinguished by those above them", () => {
  const named = (...paths: string[]): string[] => folderNames(paths.map((path) => ({ name: path.split("/").at(-1) ?? "", path })));
  assert.deepEqual(named("/x/a/core", "/x/b/core", "/x/web"), ["a/core", "b/core", "web"]);
  assert.deepEqual(named("/x/a/lib/core", "/x/b/lib/core"), ["a/lib/core", "b/lib/core"]);
  assert.deepEqual(named("/core", "/x/core"), ["/core", "x/core"]);
});

test("numbers and names", () => {
  assert.deepEqual([count(1, "file"), count(1200, "file"), count(0, "file")], ["1 file", "1,200 files", "0 files"]);
  assert.deepEqual([percent(0.999), percent(1), percent(0.29)], ["99%", "100%", "29%"]);
  assert.deepEqual([shortName("a/b.py::C.d"), shortName("a/b.py")], ["C.d", "b.py"]);
  const numbered = ["a.ts::C#2.raw", "a.ts::C.on#3", "a.ts::C.#own", "a.md::Fix #12"].map(shortName);
  assert.deepEqual(numbered, ["C.raw", "C.on", "C.#own", "Fix #12"]);
  assert.equal(escapeMarkdown("C.__init__ <T> a|b\n# c"), "C.\\_\\_init\\_\\_ \\<T\\> a\\|b \\# c");
  assert.deepEqual([readableUri("file:///a%20b"), readableUri("file:///a%FF")], ["file:///a b", "file:///a%FF"]);
  assert.deepEqual(splitSymbol("a.cpp::std::x"), ["a.cpp", "std::x"]);
});

test("the status bar says what is the case", () => {
  assert.equal(statusText(IDLE).text, "$(layers) ctx");
  assert.equal(statusText({ ...IDLE, pack: pack("a") }).text, "$(layers) 1,500 tokens, −75%");
  const shares = [[0, 0], [0.5, 0.25], [1, 0.25], [1, 0.999]].map(([lexical = 0, semantic = 0]) =>
    statusText({ ...IDLE, status: { ...STATUS, state: "indexing", coverage: { lexical, semantic } } }).text);
  assert.deepEqual(shares, ["0%", "37%", "62%", "99%"].map((share) => `$(sync~spin) ${share} ctx`));
  const small = pack("a", { tokens: { used: 300, budget: 4096, baseline: 250, savings: -0.2 } });
  assert.equal(statusText({ ...IDLE, pack: small }).text, "$(layers) 300 tokens");
  assert.ok(!statusText({ ...IDLE, pack: small }).tooltip.includes("less than"));
  assert.match(statusText({ ...IDLE, pack: pack("a") }).tooltip, /Last pack: 1,500 of 4,096 tokens, 75% less than whole files\n\nNot ready: raise/);
  assert.match(statusText({ ...IDLE, progress: "embedding 3/9" }).tooltip, /^Embedding 3\/9\n\nReady: /);
  const status = { ...STATUS, agents: 2 };
  assert.equal(statusText({ ...IDLE, status }).text, "$(layers) ctx $(hubot) 2");
  assert.match(statusText({ ...IDLE, status }).tooltip, /2 agents attached/);
  assert.match(statusReport(status, "ctx-lsp"), /2 agents attached/);
  assert.ok(!statusReport(STATUS, "ctx-lsp").includes("attached"));
  assert.equal(statusText({ ...IDLE, server: "starting" }).text, "$(sync~spin) ctx-lsp");
  assert.equal(statusText({ ...IDLE, status: undefined }).text, "$(sync~spin) ctx-lsp");
  assert.ok(statusText({ ...IDLE, server: "missing" }).isProblem);
  assert.ok(statusText({ ...IDLE, server: "stopped" }).isProblem);
  assert.ok(statusText({ ...IDLE, status: { ...STATUS, state: "failed" } }).isProblem);
});

test("the report of a status", () => {
  const report = statusReport(STATUS, "python -m ctx_lsp");
  for (const text of ["go 9, python 3", "| ctx-lsp.query | 12.3 ms | 20.0 ms | 5 |", "- editor: x: expected y", "250 MB"]) {
    assert.ok(report.includes(text), text);
  }
  assert.match(statusReport({ ...STATUS, model: "small@31dbacb78f7b2d1f" }, ""), /Model: small ·/);
});

test("dependants are grouped by distance", () => {
  const node = { symbol: "a.py::f", kind: "calls", relation: "caller", via: "b.py::g", confidence: 1, test: false, through: null, uri: "file:///a.py" } as const;
  const dependants = [{ ...node, distance: 1 }, { ...node, distance: 2, through: "b.py::Base.g" }];
  const file = { path: "docs/d.md", of: "b.py", together: 5, changes: 6, hidden: true, uri: "file:///docs/d.md" };
  const often = { symbol: "c.py::h", together: 3, changes: 4, uri: "file:///c.py" };
  const answer = { symbol: "b.py::g", files: [], revision: 1, warnings: ["cut"], dependants, external: null, partners: [file], definitions: [often] };
  const listing = ofImpact(answer);
  assert.equal(listing.title, "g: 2 dependants");
  assert.equal(ofImpact({ ...answer, symbol: null, external: "requests" }).title, "requests: 2 dependants");
  const tooltips = listing.groups.flatMap((group) => group.rows.map((row) => row.tooltip));
  assert.deepEqual(tooltips.slice(0, 2), ["f\ncaller of g", "f\ncaller of g, through Base.g"]);
  assert.deepEqual(tooltips.slice(2), ["h\nchanged with it 3 of the last 4 times", "d.md\nchanged with b.py 5 of 6 times"]);
  const history = "history: c.py::h (changed with it 3 of the last 4 times)\nhistory: docs/d.md (changed with b.py 5 of 6 times)";
  assert.ok(impactText(answer).endsWith(`2 caller: a.py::f (of g, through Base.g)\n${history}`));
  const { partners: _partners, definitions: _definitions, ...older } = answer;
  assert.equal(ofImpact(older as unknown as Impact).groups.length, 2, "an older server does not know the past");
  assert.deepEqual(listing.groups.map((group) => group.label), ["Direct (1)", "2 steps away (1)", "Often changed with it (2)"]);
  assert.deepEqual(listing.warnings, ["cut"]);
});

test("of a neighbourhood the symbol itself is not listed", () => {
  const node = { uri: "file:///a.py", range: RANGE, kind: "Function", signature: "def f()", role: "source" };
  const edges = [{ source: "a.py::f", target: "b.py::g", kind: "calls", confidence: 1, through: "b.py::Base.g" }];
  const nodes = [{ ...node, symbol: "b.py::g", distance: 0 }, { ...node, symbol: "a.py::f", distance: 1 }];
  const listing = ofNeighbourhood({ root: "b.py::g", revision: 1, nodes, edges, warnings: [] });
  assert.equal(listing.title, "g: calls, 1 symbol");
  assert.deepEqual(listing.groups.flatMap((group) => group.rows.map((row) => row.label)), ["f"]);
  assert.match(listing.groups[0]?.rows[0]?.tooltip ?? "", /def f\(\), through Base\.g$/);
});

test("tests to run say on which way they reach the change", () => {
  const way = [{ symbol: "t.py::test_f", kind: "calls", through: null }, { symbol: "a.py::f", kind: null, through: null }] as const;
  const tests = [{ symbol: "t.py::test_f", distance: 1, confidence: 1, way, run: null, uri: "file:///t.py" }];
  const listing = ofTests({ revision: 1, changed: [], tests, files: ["file:///t.py"], warnings: [], unchanged: false, groups: [] });
  assert.equal(listing.title, "1 test in 1 file");
  assert.match(listing.groups[0]?.rows[0]?.tooltip ?? "", /test_f → f/);
  const file = { ...tests[0]!, symbol: "t.py" };
  assert.equal(ofTests({ revision: 1, changed: [], tests: [...tests, file], files: [file.uri], warnings: [], unchanged: false, groups: [] }).title, "1 test in 1 file");
  assert.equal(ofTests({ revision: 1, changed: [], tests: [file], files: [file.uri], warnings: [], unchanged: false, groups: [] }).title, "Tests in 1 file");
  assert.equal(ofTests({ revision: 1, changed: [], tests: [], files: [], warnings: [], unchanged: false, groups: [] }).title, "0 tests in 0 files");
});

test("differences of packs, and none", () => {
  const one = { uri: "file:///a.py", range: RANGE, symbol: null, role: "primary", level: "full" } as const;
  const diff = { before: "a", packId: "b", revision: 1, entered: [one], left: [], changed: [], same: 4 };
  assert.equal(ofPackDiff(diff).title, "1 difference, 4 unchanged");
  assert.deepEqual(ofPackDiff(diff).groups.map((group) => group.rows[0]?.label), ["a.py"]);
  assert.equal(ofPackDiff({ ...diff, entered: [] }).title, "No difference");
});

test("savings are listed by the server's weeks, each with its days", () => {
  const day = { packs: 1, used: 100, baseline: 400, savings: 0.75 };
  const days = ["2026-11-23", "2026-11-22", "2026-11-16", "2026-11-10"].map((date) => ({ ...day, date }));
  const weeks = [
    { ...day, date: "2026-11-23" },
    { date: "2026-11-16", packs: 2, used: 200, baseline: 800, savings: 0.75 },
    { date: "2026-11-09", packs: 3, used: 500, baseline: 400, savings: 0 }, // it has days before the period of 56 days
    { date: "2026-11-02", packs: 0, used: 0, baseline: 0, savings: 0 },
  ];
  const rows = savingsRows({ weeks, commands: [], days: [...days, { ...day, date: "2026-11-09", packs: 0 }], packs: 4, used: 400, baseline: 1600, savings: 0.75, kept: true });
  assert.deepEqual(rows.map((row) => [row.label, row.days.map((one) => one.label)]), [
    ["Week of 2026-11-23", ["2026-11-23"]],
    ["Week of 2026-11-16", ["2026-11-22", "2026-11-16"]],
    ["Week of 2026-11-09", ["2026-11-10"]],
  ]);
  assert.equal(rows[1]?.detail, "75% saved, 2 packs");
  assert.equal(rows[1]?.tooltip, "Week of 2026-11-16: 200 tokens instead of 800");
  assert.equal(rows[2]?.detail, "3 packs");
});

test("why a symbol is there, in Markdown", () => {
  const one = { symbol: "a.py::f", rank: 2, score: 1.5, parts: { bm25: 1.5, dense: 0 }, role: "primary", level: "full", relation: "", reason: "it is found by name", patterns: [], warnings: ["Still indexing."], readAs: "", channels: [{ channel: "bm25", rank: 0, score: 0, candidates: 9 }] };
  const text = explanationMarkdown("where?", one);
  assert.match(explanationMarkdown("a <b>?", { ...one, symbol: "a.py::C.__init__" }), /^# a\.py::C\.\\_\\_init\\_\\_\n\nAsked: a \\<b\\>\?\n/);
  for (const part of ["It is found by name.", "Rank 2, score 1.500.", "| bm25 | 1.500 |", "| bm25 | – | 0.000 | 9 |", "\n\nWarning: Still indexing."]) assert.ok(text.includes(part), part);
  assert.ok(!text.includes("| dense | 0.000 |"));
  assert.ok(!text.includes("Read as"));
  assert.ok(explanationMarkdown("wher?", { ...one, readAs: "wher → where" }).includes("Asked: wher?\n\nRead as: wher → where\n"));
});

test("agents get what they can use", () => {
  const unresolved = [{ symbol: "a.py::g", neededBy: "a.py::f", reason: "budget" as const }];
  const text = contextText(pack("a", { warnings: ["still indexing"], completeness: { score: 0.5, symbolResolution: 1, dependencyCoverage: 1, unresolved } }));
  assert.equal(text, "1500 tokens · Not ready: raise the budget to 8,192 · 62% sure · 3 of 4 best results shown\nwarning: still indexing\nmissing: a.py::g, needed by a.py::f (budget)\n# where is the tax?");
  const found = { revision: 1, query: pack("a").query, items: [item("tax")], coverage: STATUS.coverage, timings: {}, warnings: [], commits: {} };
  assert.equal(searchText(found), "1 result\nmoney.py::tax (Function, line 4): def tax(x)");
  const respelt = { ...found, query: { ...found.query, meant: "where is the tax?", readAs: "taks → tax" } };
  assert.equal(searchText(respelt), "1 result\nread as: taks → tax\nmoney.py::tax (Function, line 4): def tax(x)");
  const remarked = { ...found, query: { ...found.query, remark: 'Nothing here mentions "S3".' } };
  assert.equal(searchText(remarked), '1 result\nNothing here mentions "S3".\nmoney.py::tax (Function, line 4): def tax(x)');
  assert.equal(impactText({ symbol: "a.py::f", files: [], revision: 1, dependants: [], warnings: [], external: null, partners: [], definitions: [] }), "0 dependants of a.py::f");
});
