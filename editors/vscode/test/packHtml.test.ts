// The panel's page: what is said, what can be clicked, and that nothing of the code gets out of its quotes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NOT_FOUND } from "../src/core/discovery";
import { budgetStops } from "../src/core/pack/budget";
import { announcement, panelHtml } from "../src/core/pack/packHtml";
import * as state from "../src/core/pack/packState";
import type { Pack } from "../src/protocol";
import { item, pack } from "./pack";
import { ASKING, all, html, shown } from "./page";

test("without a pack there is a way to ask", () => {
  assert.match(html(state.NOTHING), /data-do="ask"[\s\S]*data-do="changes"[\s\S]*data-do="files"[\s\S]*data-do="walkthrough"/);
});

test("each element that takes the focus has an id of its own: the panel finds it again by it", () => {
  const page = html(shown(pack("a")));
  const focusable = [...page.matchAll(/<(?:(?:summary|button|select|input)\b|\w+ [^>]*tabindex=)[^>]*>/g)].map(([tag]) => tag);
  const ids = focusable.map((tag) => / id="([^"]+)"/.exec(tag)?.[1] ?? `none: ${tag}`);
  assert.ok(ids.includes("summary-money.py::tax") && ids.includes("code-money.py::tax"), ids.join("\n"));
  assert.deepEqual(ids.filter((id, at) => id.startsWith("none: ") || ids.indexOf(id) !== at), []);
});

test("without a pack, recent ones are offered by their questions", () => {
  const packId = "c0ffee".repeat(5);
  const recent = [
    { packId, kind: "symbol", title: "money.py::tax<b>", askedAt: "2026-01-01T00:00:00+00:00", askedBy: "" },
    ...Array.from({ length: 9 }, (_, at) => ({ packId: `${at}`, kind: "question", title: `where is ${at}?`, askedAt: "", askedBy: "" }) as const),
  ] as const;
  const page = panelHtml({ state: state.NOTHING, recent, problem: "", can: all, nameOf: (uri) => uri });
  assert.match(page, new RegExp(`data-do="replay" data-pack="${packId}"[^>]*>tax&lt;b&gt;<`));
  assert.equal(page.match(/data-do="replay"/g)?.length, 5);
  assert.doesNotMatch(page.replace(/data-pack="[^"]*"/g, ""), /c0ffee/);
});

test("while the first answer is awaited, the question stands there", () => {
  const page = html(state.asked(state.NOTHING, ASKING));
  assert.match(page, /Where is &lt;tax&gt;\?[\s\S]*Asking…<\/span> <button[^>]*data-do="cancel"/);
  const other: state.Asking = { command: "ctx-lsp.query", params: { query: "fee?" }, title: "Where is <fee>?" };
  assert.match(html(state.asked(shown(pack("a")), other)), /Asking: Where is &lt;fee&gt;\?<\/span> <button[^>]*data-do="cancel"/);
  assert.doesNotMatch(html(shown(pack("a"))), /data-do="cancel"/);
  const nothing = shown(pack("a", { items: [], shown: { main: 0, of: 0 } }));
  assert.match(html(state.asked(nothing, other)), /<h2[^>]*>Where is &lt;fee&gt;\?[\s\S]*data-do="cancel"/, "the answer before said that nothing was found");
});

test("where no server was found, the first way on installs it", () => {
  const failed = state.failed(state.asked(state.NOTHING, ASKING), "it is not running");
  const page = panelHtml({ state: failed, recent: [], can: all, nameOf: String, problem: NOT_FOUND });
  assert.match(page, /data-do="install"[\s\S]*data-do="status"/);
  assert.doesNotMatch(page, /data-do="restart"/);
});

test("what went wrong has a way on", () => {
  assert.match(html(state.failed(state.NOTHING, "no server")), /No server[\s\S]*data-do="status"/);
  const page = html(state.failed(shown(pack("a")), "no server"));
  assert.match(page, /No server\.[\s\S]*data-do="status"/);
  assert.doesNotMatch(page, /earlier question/);
});

test("while the server is stopped, a restart is offered first: the same question would fail again", () => {
  const page = html(state.failed(state.asked(state.NOTHING, ASKING), "the server is not running"), all, "The server <crashed>.");
  assert.match(page, /is not running\.<\/p><p class="sub">The server &lt;crashed&gt;\.<\/p>/);
  const offered = [...page.matchAll(/data-do="(\w+)"/g)].map(([, action]) => action);
  assert.deepEqual(offered.slice(0, 2), ["restart", "log"]);
  assert.ok(!offered.includes("refresh"));
});

test("an error names the question that it is about where another pack is on show", () => {
  const other: state.Asking = { command: "ctx-lsp.query", params: { query: "fee?" }, title: "Where is <fee>?" };
  const outdated = state.outdated(shown(pack("a")), "a", true);
  const page = html(state.failed(state.asked(outdated, other), "no server"));
  assert.match(page, /<h2[^>]*>Where is &lt;fee&gt;\?[\s\S]*No server[\s\S]*Pack of an earlier question[\s\S]*<h2[^>]*>Where is &lt;tax&gt;\?/);
  assert.equal(page.match(/data-do="refresh"/g)?.length, 1); // to try again
  assert.match(html(state.failed(state.asked(state.NOTHING, ASKING), "no server")), /data-do="refresh"[^>]*>Try Again</);
});

test("that the code has changed is said quietly, until there is a newer pack", () => {
  const [stale, other] = ["a", "b"].map((packId) => state.outdated(shown(pack("a")), packId, true));
  assert.match(html(stale as state.PackState), /The code has changed\. <button id="renew" data-do="refresh"/);
  assert.equal(html(stale as state.PackState).match(/data-do="refresh"/g)?.length, 1);
  assert.doesNotMatch(html(other as state.PackState), /has changed/);
  assert.doesNotMatch(html(state.answered(stale as state.PackState, pack("c"))), /has changed/);
});

test("a screen reader hears what has come, what is awaited, and what went wrong", () => {
  assert.equal(announcement(shown(pack("a"))), "2 pieces, 1,500 of 4,096 tokens. Not ready: raise the budget to 8,192 · 62% sure · 3 of 4 best results shown");
  assert.equal(announcement(state.askedAgain(shown(pack("a")))), "Asking…");
  assert.equal(announcement(state.failed(state.NOTHING, "no server")), "no server");
});

test("guidance is one folded line, with the text and the document of each, and no piece of the answer", () => {
  const section = item("", { symbol: null, uri: "file:///home/me/AGENTS.md", role: "style", relation: "applies to all files", text: "Keep <it> short." });
  const advice = [
    { kind: "pattern", text: "http: prefer httpx <3 of 4>", uri: "file:///home/me/a&b.py" },
    { kind: "pattern", text: "imports: both are in use", uri: null },
  ] as const;
  const of = shown(pack("a", { items: [item("tax"), section], advice }));
  const page = html(of);
  const [, fold = "", rest = ""] = /<details id="guidance" class="fold">([\s\S]*?)<\/details>\n?<div class="toolbar"([\s\S]*)/.exec(page) ?? [];
  assert.match(fold, /^<summary id="guidance-summary">2 patterns, 1 style section<\/summary>/);
  assert.match(fold, /Http: prefer httpx &lt;3 of 4&gt; <button class="link" id="advice-0" data-do="advice" data-index="0" title="home\/me\/a&amp;b.py" aria-label="Open home\/me\/a&amp;b.py">a&amp;b.py<\/button>/);
  assert.match(fold, /<li>Imports: both are in use<\/li>/);
  assert.match(fold, /data-do="jump" data-index="1"[\s\S]*>AGENTS\.md<[\s\S]*Keep &lt;it&gt; short\./);
  assert.match(rest, />1 piece</);
  assert.ok(!rest.includes("AGENTS.md"));
  assert.match(announcement(of), /^1 piece, 2 patterns, 1 style section, /);
});

test("a pattern names the file that shows it once, as a link", () => {
  const advice = [{ kind: "pattern", text: "imports: prefer <x>, as in app/b.py", uri: "file:///home/me/app/b.py" }] as const;
  const page = html(shown(pack("a", { advice })));
  assert.match(page, /<li>Imports: prefer &lt;x&gt;, as in <button [^>]*data-do="advice"[^>]*>app\/b\.py<\/button><\/li>/);
  const elsewhere = html(shown(pack("a", { advice: [{ ...advice[0], uri: "file:///home/me/c.py" }] })));
  assert.match(elsewhere, /as in app\/b\.py <button [^>]*>c\.py<\/button>/);
});

test("a pack without guidance, and one of an older server, have no line for it", () => {
  assert.ok(!html(shown(pack("a"))).includes("guidance"));
  const { advice, ...older } = pack("a");
  assert.deepEqual(advice, []);
  assert.ok(!html(shown(older as Pack)).includes("guidance"));
});

test("one line says whether a pack is ready, or else why not, and unfolded the rest", () => {
  const page = html(shown(pack("a", { warnings: ["w"] })));
  assert.match(page, /<summary class="readiness not"[^>]*>Raise the budget to 8,192 · 62% sure · 1 warning<\/summary>/);
  assert.match(page, /class="reason">Raise the budget to 8,192\.<[\s\S]*62% sure · 3 of 4 best results shown</);
  const unresolved = [{ symbol: "money.py::Rate", neededBy: "money.py::tax", reason: "budget" as const }];
  const lacking = { score: 0.5, symbolResolution: 1, dependencyCoverage: 0.5, unresolved };
  const most = pack("a", { ready: true, reason: "", warnings: ["w"], completeness: lacking });
  assert.match(html(shown(most)), /<summary class="readiness"[^>]*>Ready · 62% sure · 1 missing<\/summary>/);
  const completeness = { score: null, symbolResolution: 1, dependencyCoverage: 1, unresolved: [] };
  const ready = pack("a", { ready: true, reason: "", confidence: null, shown: { main: 0, of: 0 }, completeness });
  assert.match(html(shown(ready)), /<summary class="readiness"[^>]*>Ready<\/summary>/);
});

test("a pack with nothing is one sentence and one way on", () => {
  const { query } = pack("a");
  const empty = { items: [], shown: { main: 0, of: 0 }, reason: "nothing to show", warnings: ["No matching <code> found."] };
  const actions = (page: string): string[] => [...page.matchAll(/data-do="(\w+)"/g)].map(([, action]) => action ?? "");
  const plain = html(shown(pack("a", empty)));
  assert.match(plain, /class="empty">No matching &lt;code&gt; found\.<\/p><p><button/);
  assert.deepEqual(actions(plain), ["ask"]);
  assert.doesNotMatch(plain, /details|Nothing to show|warning/);
  const remark = 'Nothing here mentions "zzqx".';
  assert.match(html(shown(pack("a", { ...empty, query: { ...query, remark } }))), /<\/h2><p class="empty">Nothing here mentions &quot;zzqx&quot;\.<\/p><p><button/);
  const indexing = pack("a", { ...empty, query: { ...query, remark }, warnings: ["Still indexing."], coverage: { lexical: 0.5, semantic: 0 } });
  assert.match(html(shown(indexing)), /class="empty">Still indexing\.</);
  assert.match(html(state.excludeToggled(shown(pack("a", empty)), "money.py::tax")), /Restore[\s\S]*id="controls"/);
});

test("a pack without a piece says why", () => {
  const page = html(shown(pack("a", { items: [], reason: "no context needed", warnings: ["general <question>"] })));
  assert.match(page, /class="empty">No context needed<.*class="empty">General &lt;question&gt;</);
  assert.doesNotMatch(page, /0 pieces/);
});

test("what the user has chosen stands above the pieces, and the controls below them", () => {
  const page = html(state.excludeToggled(shown(pack("a")), "money.py::gone"));
  const [line, left, items, controls] = ['id="about"', 'class="left-out"', 'class="items"', 'id="controls"'].map((one) => page.indexOf(one));
  assert.ok(line! < left! && left! < items! && items! < controls!, String([line, left, items, controls]));
});

test("what the user has chosen is said in a line, and the rest is as in the settings", () => {
  assert.match(html(shown(pack("a"))), /<details id="controls" class="fold"><summary[^>]*><span class="values">Budget: 4,096 tokens<\/span><\/summary>/);
  const shaped = state.shaped(shown(pack("a")), { format: "xml", dependencyDepth: 3, includeTests: false });
  assert.match(html(shaped), /<summary[^>]*><span class="values">Budget: 4,096 tokens · Format: XML · Tests: Leave out · Dependency steps: 3<\/span><\/summary>/);
  const asked = state.asked(shaped, { command: "ctx-lsp.replay", params: { packId: "a" }, title: "tax?" });
  const replayed = state.answered(asked, { ...pack("a"), options: { maxTokens: 700, format: "json" }, changes: { entered: [], left: [], changed: [], same: 2 } });
  assert.match(html(replayed), /<summary[^>]*><span class="values">Budget: 700 tokens · Format: JSON<\/span><\/summary>/);
  assert.match(html(shaped), /<option value="xml" selected>/);
  assert.match(html(shaped), /data-name="cursor"><option value="" selected disabled>As in settings/);
});

test("what was added by hand and is no piece can be taken back", () => {
  const page = html(state.added(shown(pack("a")), ["src/money", "money.py::tax"]));
  assert.match(page, /<summary id="choices-summary">1 added<\/summary><ul class="by-hand"><li><span class="name" title="src\/money">src\/money<\/span> <button id="remove-src\/money" data-do="pin"/);
  assert.equal(page.match(/class="by-hand"[\s\S]*?<\/ul>/)?.[0].includes("tax"), false);
  const other = html(state.added(shown(pack("a")), ["file:///other/src/dir.rs"]));
  assert.match(other, /<span class="name" title="other\/src\/dir\.rs">other\/src\/dir\.rs<\/span>/);
});

test("what has changed since a pack was made is said, with the names behind it", () => {
  const changes = { changed: ["money.py::tax"], entered: [], left: ["money.py::a", "money.py::b"], same: 3 };
  const again = state.answered(state.asked(state.NOTHING, ASKING), { ...pack("a"), options: {}, changes });
  assert.match(html(again), /<summary id="since-summary" class="sub">Since this pack was made: 1 piece changed, 2 removed\.<\/summary><ul class="sub changes"><li>Changed: tax<\/li>\n<li>Removed: a, b<\/li><\/ul>[\s\S]*class="role mark">changed</);
  assert.match(html({ ...again, changes: { changed: [], entered: [], left: [], same: 3 } }), /Nothing has changed since/);
});

test("a misspelt question says which words were read as others", () => {
  const { query } = pack("a");
  assert.match(html(shown(pack("a", { query: { ...query, readAs: "taks → tax" } }))), /<p class="sub">Read as: taks → tax<\/p>/);
  assert.doesNotMatch(html(shown(pack("a"))), /Read as/);
});

test("a question says which of its words nothing mentions", () => {
  const { query } = pack("a");
  const remark = 'Nothing here mentions "taks".';
  assert.match(html(shown(pack("a", { query: { ...query, remark } }))), /<p class="sub">Nothing here mentions &quot;taks&quot;\.<\/p>/);
  assert.doesNotMatch(html(shown(pack("a"))), /Nothing here/);
});

test("the share of dependencies is shown where a body is, and an excerpt is named as one", () => {
  const excerpt = item("tax", { level: "excerpt" });
  const completeness = { score: null, symbolResolution: 1, dependencyCoverage: 1, unresolved: [] };
  assert.match(html(shown(pack("a", { items: [excerpt] }))), /Dependencies included[\s\S]*99%[\s\S]*function, excerpt/);
  assert.doesNotMatch(html(shown(pack("a", { completeness }))), /Dependencies included|null|NaN/);
});

const LACKING = { score: 0.5, symbolResolution: 0.5, dependencyCoverage: 0.5 };

test("what is missing is named and can be opened; a reason that all share is said once, with a way on", () => {
  const unresolved = ["Rate", "Limit"].map((name) => ({ symbol: `money.py::${name}`, neededBy: "money.py::tax", reason: "budget" as const }));
  const page = html(shown(pack("a", { completeness: { ...LACKING, unresolved } })));
  assert.match(page, /Missing dependencies: 2<\/h3><p class="sub">Not all dependencies fit the budget\. <button id="raise" data-do="budget"[^>]*data-tokens="8192">Raise to 8,192</);
  assert.match(page, /data-do="visit" data-symbol="money\.py::Rate"[^>]*>Rate<\/button> <span[^>]*>for tax</);
  const mixed = html(shown(pack("a", { completeness: { ...LACKING, unresolved: [unresolved[0]!, { ...unresolved[1]!, reason: "depth" }] } })));
  assert.match(mixed, /id="raise"[\s\S]*>for tax · budget ran out first<[\s\S]*>for tax · too many steps away</);
  const far = unresolved.map((one) => ({ ...one, reason: "depth" as const }));
  assert.doesNotMatch(html(shown(pack("a", { completeness: { ...LACKING, unresolved: far } }))), /id="raise"/);
});

test("what is left out is not called missing", () => {
  const unresolved = ["Rate", "Limit"].map((name) => ({ symbol: `money.py::${name}`, neededBy: "money.py::tax", reason: "filtered" as const }));
  const lacking = shown(pack("a", { ready: true, completeness: { ...LACKING, unresolved } }));
  const page = html(state.excludeToggled(lacking, "money.py::Rate"));
  assert.match(page, /· 1 missing<[\s\S]*Missing dependencies: 1/);
});

test("texts of the code are escaped everywhere", () => {
  const evil = '"><img src=x onerror=alert(1)>';
  const bad = item(evil, { signature: evil, relation: evil, scores: { [evil]: 1 }, text: evil });
  const nameless = { ...bad, symbol: null, uri: evil, kind: evil };
  const unresolved = [{ symbol: evil, neededBy: evil, reason: evil as "budget" }];
  const completeness = { score: 0.5, symbolResolution: 0.5, dependencyCoverage: 0.5, unresolved };
  const left = state.excludeToggled(shown(pack("a", { items: [bad, nameless], warnings: [evil], reason: evil, completeness })), evil);
  const page = html(state.failed(left, evil));
  assert.ok(!page.includes("<img"));
  assert.ok(!html(shown(pack("a"))).includes("<tax>"));
});

test("no style and no script stands in the page, which its policy would forbid", () => {
  assert.doesNotMatch(html(shown(pack("a"))), /style=|<script|onclick|javascript:/);
});

test("ids are unique, so that the focus finds its way back", () => {
  const ids = [...html(shown(pack("a"))).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
});

test("what stands on a button is in its name", () => {
  const unresolved = [{ symbol: "money.py::Rate", neededBy: "money.py::tax", reason: "budget" as const }];
  const lacking = shown(pack("a", { completeness: { score: 0.5, symbolResolution: 0.5, dependencyCoverage: 0.5, unresolved } }));
  const page = html(state.failed(state.excludeToggled(state.pinToggled(lacking, "money.py::tax"), "money.py::gone"), "no"));
  const named = [...page.matchAll(/aria-label="([^"]+)"[^>]*>([^<]*)</g)].filter(([, , text]) => /\w{2}/.test(text ?? ""));
  assert.ok(named.length > 6);
  for (const [, name, text] of named) assert.ok(name?.includes(text ?? ""), `${name}: ${text}`);
});

test("what the server does not announce is not offered", () => {
  const two = state.answered(state.askedAgain(shown(pack("a"))), pack("b"));
  assert.match(html(two), /data-do="compare"[\s\S]*data-do="judge"/);
  assert.doesNotMatch(html(two, () => false), /data-do="(compare|judge)"/);
});

test("only questions have a why", () => {
  const asking: state.Asking = { command: "ctx-lsp.contextForDiff", params: {}, title: "My changes" };
  assert.match(html(shown(pack("a"))), /data-do="why"/);
  assert.doesNotMatch(html(state.answered(state.asked(state.NOTHING, asking), pack("a"))), /data-do="why"/);
  const again: state.Asking = { command: "ctx-lsp.replay", params: { packId: "a" }, title: "" };
  const { query } = pack("a");
  assert.match(html(state.answered(state.asked(state.NOTHING, again), pack("a"))), /data-do="why"/);
  const change = pack("a", { query: { ...query, intent: "change" } });
  assert.doesNotMatch(html(state.answered(state.asked(state.NOTHING, again), change)), /data-do="why"/);
});

test("the slider has a stop for whatever the budget is", () => {
  assert.ok(budgetStops(777).includes(777));
  assert.deepEqual(budgetStops(4096), [...budgetStops(4096)].sort((one, other) => one - other));
  assert.match(html(shown(pack("a", { tokens: { used: 1, budget: 777, baseline: 1, savings: 0 } }))), /aria-valuetext="777 tokens"/);
});
