// The pieces on the panel's page: names, places, code, marks and order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { announcement, panelHtml } from "../src/core/pack/packHtml";
import * as state from "../src/core/pack/packState";
import { item, pack } from "./pack";
import { all, html, shown } from "./page";

test("a piece without a symbol has the name of its file, as people read it", () => {
  const uri = "vscode-notebook-cell:/home/me/my%20notes.ipynb#W0sZmlsZQ";
  assert.match(html(shown(pack("a", { items: [item("", { symbol: null, uri })] }))), /<button class="link name"[^>]*>my notes\.ipynb<\/button>/);
});

test("code that two items hold is shown once, by the name that it has", () => {
  const whole = item("", { symbol: null, kind: "File", text: "def tax(x): ...\n" });
  const other = item("", { symbol: null, kind: "File", text: "import money\n" });
  const page = html(shown(pack("a", { items: [whole, other, item("tax"), { ...other }] })));
  assert.deepEqual([...page.matchAll(/data-do="jump" data-index="(\d)"/g)].map(([, index]) => index).sort(), ["1", "2"]);
  assert.match(page, /2 pieces/);
});

test("what is folded open belongs to a piece, not to its place", () => {
  const idsOf = (names: readonly string[]): string[] =>
    [...html(shown(pack("a", { items: names.map((name) => item(name)) }))).matchAll(/<details id="(piece-[^"]*)"/g)].map(([, id = ""]) => id);
  const [, total] = idsOf(["tax", "total"]);
  assert.deepEqual(idsOf(["total"]), [total]);
});

test("a piece says its role, relation, place, tokens and the parts of its score that count", () => {
  const page = html(shown(pack("a")));
  for (const text of ["caller", "calls ← tax", "money.py:4", "1,234", "Score 1.500", "<dt>bm25</dt><dd>1.000</dd>"]) {
    assert.ok(page.includes(text), text);
  }
  assert.ok(!page.includes("dense"));
});

test("a piece of another repository names it, is opened by a click, and is no piece of the workspace", () => {
  const uri = "ctx-lsp:/parcels/route%20a.py?repository=acme%2Fparcels&revision=0f9c31d2ab47ee&path=parcels%2Froute+a.py";
  const { role, relation, level, ...piece } = item("", { symbol: "parcels/route a.py::send<b>", uri, text: "def send<b>" });
  const remote = { ...piece, repository: "acme/<parcels>", revision: "0f9c31d2ab47ee" };
  const of = shown(pack("a", { elsewhere: [remote] }));
  const page = html(of);
  const [, section = ""] = /<h3 id="elsewhere">From other repositories<\/h3>([\s\S]*)/.exec(page) ?? [];
  assert.match(section, /data-do="elsewhere" data-index="0"[^>]*>send&lt;b&gt;</);
  assert.match(section, /class="where">acme\/&lt;parcels&gt;: parcels\/route a\.py:4</);
  assert.match(section, /read-only · revision 0f9c31d2ab47<[\s\S]*<code>def send&lt;b&gt;</);
  assert.match(page, />2 pieces</);
  assert.match(announcement(of), /^2 pieces and 1 from other repositories, /);
  assert.ok(page.indexOf('id="elsewhere"') > page.indexOf('id="pieces"'));
  const led = html(shown(pack("a", { elsewhere: [remote], confidence: null })));
  assert.ok(led.indexOf('id="elsewhere"') < led.indexOf('id="pieces"'), "the best result is elsewhere");
  assert.doesNotMatch(html(shown(pack("a", { elsewhere: [{ ...remote, revision: "" }] }))), /revision/);
  const ids = html(shown(pack("a", { elsewhere: [remote, { ...remote, revision: "17" }] }))).match(/(?<= id=")elsewhere-[^"]*/g) ?? [];
  assert.equal(new Set(ids).size, ids.length, "one name at two revisions: folds and focus are kept by id");
  const nothingHere = shown(pack("a", { items: [], elsewhere: [remote], reason: "nothing found", warnings: ["text <alone>"] }));
  assert.match(announcement(nothingHere), /^1 piece from other repositories, /);
  const alone = html(nothingHere);
  assert.match(alone, /Text &lt;alone&gt;[\s\S]*From other repositories/);
  assert.doesNotMatch(alone, /class="empty"/);
  assert.ok(!html(shown(pack("a"))).includes("From other"));
  assert.deepEqual([role, relation, level], ["primary", "", "full"]);
});

test("a section of Markdown is named by its heading, and a piece says only what is not whole", () => {
  const section = item("", { symbol: null, uri: "file:///AGENTS.md", kind: "String", language: "markdown", role: "style", text: "# All\n## Code style\nShort." });
  const page = html(shown(pack("a", { items: [section, item("tax", { level: "signature", uri: "file:///tax.py" }), item("Fee.of")] })));
  assert.match(page, />All<\/button>[\s\S]*class="sub relation">section</);
  assert.match(page, /function, signature only</);
  assert.match(page, /<span class="owner">Fee\.<\/span><span class="member">of<\/span>/);
  assert.doesNotMatch(page, /string|, full/);
});

test("pieces of a file that was added by hand are marked", () => {
  const page = html(state.added(shown(pack("a")), ["money.py"]));
  assert.equal(page.match(/class="role mark">added</g)?.length, 2);
});

test("a piece of a pack about a revision names the commits that changed it", () => {
  const commit = { commit: "0123456789abcdef", author: "<Ada>", time: 0, subject: "Round <late>" };
  const page = html(shown(pack("a", { commits: { "money.py::tax": [commit] } })));
  assert.equal(page.split('<ul class="sub commits" aria-label="Commits"><li title="0123456789abcdef, &lt;Ada&gt;">0123456789 Round &lt;late&gt;</li></ul>').length, 2);
  assert.ok(!html(shown(pack("a"))).includes("commits"));
});

test("pieces are sorted by relevance, or stand below their files", () => {
  const items = [item("one", { uri: "file:///b.py" }), item("two", { uri: "file:///a.py", score: 9 }), item("three", { uri: "file:///b.py" })];
  const names = (page: string): string[] => [...page.matchAll(/class="(?:link name"[^>]*|file"[^>]*><svg .*?<\/svg)>([^<]+)</g)].map(([, name]) => name ?? "");
  const given = shown(pack("a", { items }));
  assert.deepEqual(names(html(given)), ["two", "one", "three"]);
  const byFile = html(state.ordered(given, "file"));
  assert.match(byFile, /<span class="where">line \d+<\/span>/); // the file is named above
  assert.deepEqual(names(byFile), ["b.py", "one", "three", "a.py", "two"]);
  assert.match(byFile, /data-index="2"[^>]*>three</); // a click goes to the same piece
});

test("only a role other than the usual one is said, and the kind has a sign", () => {
  const page = html(shown(pack("a", { items: [item("tax", { role: "primary", kind: "Class" }), item("fee", { role: "base", kind: "Function" })] })));
  assert.deepEqual([...page.matchAll(/class="role">(\w+)</g)].map(([, role]) => role), ["base"]);
  assert.match(page, /<span class="kind of-class" title="class" aria-hidden="true">c<\/span><button[^>]*>tax</);
});

test("code is shown in colours once it has them", () => {
  const coloured = '<span class="hljs-keyword">def</span> tax';
  const given = { state: shown(pack("a", { items: [item("tax", { text: "def tax" })] })), recent: [], problem: "", can: all, nameOf: String };
  assert.ok(panelHtml({ ...given, codeOf: () => coloured }).includes(`<code>${coloured}</code>`));
  assert.ok(panelHtml({ ...given, codeOf: () => undefined }).includes("<code>def tax</code>"));
});

test("the code of a piece is behind a click, and in a tooltip", () => {
  const text = Array.from({ length: 20 }, (_, line) => `line_${line} < 2`).join("\n");
  const page = html(shown(pack("a", { items: [item("tax", { text })] })));
  assert.match(page, /<pre[^>]*><code>line_0 &lt; 2\nline_1[\s\S]*line_19 &lt; 2<\/code>/);
  assert.match(page, /title="line_0 &lt; 2[\s\S]*line_11 &lt; 2\n…"/);
});

test("pinned and left-out pieces look so, and can be taken back", () => {
  const changed = state.excludeToggled(state.pinToggled(shown(pack("a")), "money.py::tax"), "money.py::gone");
  const page = html(changed);
  assert.match(page, /data-symbol="money\.py::tax" aria-pressed="true"><svg/);
  assert.match(page, /class="role mark">pinned</);
  assert.match(page, /1 excluded[\s\S]*data-do="visit"[^>]*>gone[\s\S]*data-do="exclude"[^>]*data-symbol="money\.py::gone"[^>]*>Restore/);
});
