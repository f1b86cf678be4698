// The packaged extension in a real VS Code, on a copy of a real package, used as a user would. In order: each test goes
// on where the one before has ended, because a start takes longer than all of them.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import * as path from "node:path";
import { before, test } from "node:test";
import type { FrameLocator, Locator } from "playwright-core";
import { CodeServer } from "./codeServer";
import { places } from "./environment";
import { closeAfterTests, keepImage } from "./hooks";
import { until } from "./until";
import { Workbench } from "./workbench";
import { copyPackage } from "./workspace";

const QUESTION = "How long does it wait between two attempts?";

let code: CodeServer;
let bench: Workbench;
let folder: string;

before(async () => {
  process.env["CTX_LSP_MODEL_EMBEDDING"] = "bundled"; // as users have it
  code = await CodeServer.start(places);
  folder = copyPackage(places.python, code.state);
  bench = await Workbench.open(code, folder);
});

closeAfterTests(() => ({ code, bench }));

test("the server is found, started, and says how far it is", async () => {
  await bench.openFile("tenacity/wait.py");
  await bench.idle().waitFor();
  assert.equal(code.languageServers().length, 1);
  await bench.goToLine(await lineOf("class wait_fixed("));
  await bench.lens(/^[\d,]+ tokens/).nth(2).waitFor();
});

test("a question from the palette fills the panel", async () => {
  await bench.ask(QUESTION);
  const panel = await answered();
  assert.equal(await panel.locator("h2").innerText(), QUESTION);
  assert.ok((await pieces(panel)).some((name) => name.startsWith("wait_")), String(await pieces(panel)));
  assert.match(await panel.locator("#spoken").innerText(), /^\d+ pieces, [\d,]+ of 4,096 tokens\. (Ready|Not ready: .+) · \d+% sure · \d+ of \d+ best results shown$/);
  await bench.status().filter({ hasText: /[\d,]+ tokens, −\d+%/ }).waitFor();
  await keepImage(bench, "panel");
});

test("a piece that is left out is gone, and comes back", async () => {
  const panel = bench.panel();
  const first = panel.locator(".piece:has(button[data-do=exclude])").first();
  const name = await first.locator("button.name").textContent();
  const before = await spoken(panel);
  const second = await panel.locator(".piece").nth(1).getAttribute("data-symbol");
  const opened = panel.locator(`.piece[data-symbol="${second}"] > details[open]`);
  await panel.locator(".piece").nth(1).locator("summary .line").click({ position: { x: 4, y: 4 } }); // its actions lie over the right of the first one
  await opened.waitFor();
  await opened.locator("code [class^=hljs-]").first().waitFor(); // its code is in colours
  await first.hover();
  await first.locator("button[data-do=exclude]").click();
  await panel.locator("#content:not([aria-busy=true]) .left-out .name", { hasText: name ?? "" }).waitFor();
  assert.ok(name && !(await pieces(panel)).includes(name));
  await panel.locator(".piece button.name:focus").waitFor(); // the keyboard goes on from there
  assert.notEqual(await spoken(panel), before);
  assert.deepEqual([await opened.count(), await panel.locator(".piece > details[open]").count()], [1, 1]); // not what is in its place
  await panel.locator(".left-out button").first().click();
  await panel.locator("#content:not([aria-busy=true]):not(:has(.left-out))").waitFor();
  assert.equal(await spoken(panel), before);
});

test("code that gets its colours takes neither the keyboard nor the place in other code", async () => {
  const panel = bench.panel();
  const [first, second] = [panel.locator(".piece:not(:has(> details[open]))").first(), panel.locator(".piece:not(:has(> details[open]))").nth(1)];
  const [one, other] = [await first.locator("> details").getAttribute("id"), await second.locator("> details").getAttribute("id")];
  const details = (id: string | null): Locator => panel.locator(`details[id="${id}"]`);
  const coloured = (id: string | null): Promise<void> => details(id).locator("code [class^=hljs-]").first().waitFor();
  const focused = (): Promise<string | null> => panel.locator(":focus").getAttribute("id");
  await details(one).locator("> summary").press("Enter");
  await coloured(one);
  assert.equal(await focused(), one?.replace(/^piece/, "summary"));
  const code = details(one).locator("pre");
  await code.focus();
  const before = await code.evaluate((pre) => {
    pre.scrollTo(7, 5);
    return [pre.scrollLeft, pre.scrollTop];
  });
  assert.notDeepEqual(before, [0, 0]); // or the code is too small to tell
  await details(other).locator("> summary").evaluate((summary: HTMLElement) => summary.click());
  await coloured(other);
  assert.equal(await focused(), one?.replace(/^piece/, "code"));
  assert.deepEqual(await code.evaluate((pre) => [pre.scrollLeft, pre.scrollTop]), before);
  for (const id of [one, other]) await details(id).locator("> summary").press("Enter");
});

test("a piece can be pinned, and the keyboard stays on it", async () => {
  const panel = bench.panel();
  const id = await panel.locator(".piece > .actions button[data-do=pin]").last().getAttribute("id"); // another piece may be last later
  const pin = panel.locator(`button[id="${id}"]`);
  await pin.press("Space");
  const answeredWith = (pressed: boolean): Promise<void> => // the button says so at once, the pack comes later
    panel.locator(`#content:not([aria-busy=true]) button[id="${id}"][aria-pressed=${pressed}]`).waitFor();
  await answeredWith(true);
  assert.equal(await panel.locator(":focus").getAttribute("id"), id);
  await pin.press("Space");
  await answeredWith(false);
});

test("a pack that comes leaves the keyboard where it is meanwhile", async () => {
  const panel = bench.panel();
  const id = await panel.locator(".piece > .actions button[data-do=pin]").first().getAttribute("id");
  const pin = panel.locator(`button[id="${id}"]`);
  const pids = code.languageServers();
  for (const pid of pids) process.kill(pid, "SIGSTOP"); // the answer comes when the list is open
  await pin.click({ force: true });
  await panel.locator("#content[aria-busy=true]").waitFor();
  await bench.page.keyboard.press("F1");
  await bench.type(">ctx-lsp: Sh");
  for (const pid of pids) process.kill(pid, "SIGCONT");
  await panel.locator(`#content:not([aria-busy=true]) button[id="${id}"][aria-pressed=true]`).waitFor();
  await bench.type(">ctx-lsp: Show Status");
  await bench.choice("ctx-lsp: Show Status").waitFor();
  await bench.page.keyboard.press("Escape");
  await pin.click({ force: true });
  await panel.locator("#content:not([aria-busy=true]):not(:has(.piece.pinned))").waitFor();
});

test("a verdict is taken and shown", async () => {
  const panel = bench.panel();
  const useful = panel.locator("button[data-verdict=useful]").first();
  const id = await useful.getAttribute("id");
  await useful.click();
  await panel.locator(`button[id="${id}"][aria-pressed=true]`).waitFor();
});

test("the question is kept for the team, with what answered it", async () => {
  const told = (text: string): Promise<void> => bench.page.locator(".notification-toast", { hasText: text }).first().waitFor();
  await bench.run("ctx-lsp: Keep Question for the Team");
  await told("the question was kept in .ctx-lsp/eval.jsonl, with 1 answer");
  const [line = "", ...rest] = readFileSync(path.join(folder, ".ctx-lsp/eval.jsonl"), "utf8").split("\n");
  assert.deepEqual(rest, [""]);
  const task = JSON.parse(line) as { readonly query: string; readonly relevant: readonly unknown[] };
  assert.equal(task.query, QUESTION);
  assert.equal(task.relevant.length, 1);
  await bench.run("ctx-lsp: Keep Question for the Team");
  await told("this question is kept already, in .ctx-lsp/eval.jsonl");
  await bench.page.locator(".notification-toast", { hasText: "is kept already" }).locator(".monaco-button", { hasText: "Open" }).click();
  await bench.page.locator(".tab.active", { hasText: "eval.jsonl" }).waitFor();
  await bench.run("View: Close Editor");
  await bench.run("Notifications: Clear All Notifications");
});

test("the budget is moved by the keyboard, and the pack follows", async () => {
  const panel = bench.panel();
  await panel.locator("#controls summary").click();
  await panel.locator("#budget").press("Home");
  await panel.locator("#spoken", { hasText: "of 500 tokens" }).waitFor({ state: "attached" });
  const small = await pieces(panel);
  await panel.locator("#budget").press("End");
  await panel.locator("#spoken", { hasText: "of 131,072 tokens" }).waitFor({ state: "attached" });
  assert.ok((await pieces(panel)).length > small.length);
});

test("a click at a piece goes to its code", async () => {
  const panel = bench.panel();
  const piece = panel.locator(".piece", { hasText: "tenacity/wait.py" }).first();
  const [, line] = /wait\.py:(\d+)/.exec(await piece.locator(".where").innerText()) ?? [];
  await piece.locator("button.name").click();
  await bench.page.locator("#status\\.editor\\.selection", { hasText: `Ln ${line},` }).waitFor();
});

test("above a definition stand its callers, its tests and its cost, and a click opens them", async () => {
  await bench.openFile("tenacity/wait.py");
  await bench.goToLine(await lineOf("class wait_fixed("));
  await bench.lens(/^\d+ tests?$/).first().waitFor();
  await bench.lens(/^[\d,]+ tokens(, \d+% complete)?$/).nth(3).waitFor();
  await keepImage(bench, "lens");
  await bench.clickLens(bench.lens(/^[1-9]\d* tests?$/).first(), bench.row("test_a_fixed_wait_is_the_same_each_time"));
  const whole = bench.lens(/^[\d,]+ tokens/).nth(1); // the first may be cut off by the editor's edge
  await bench.clickLens(whole, bench.panel().locator("h2", { hasText: /^wait_\w+/ }));
});

test("hover tells what a symbol is and what its context costs", async () => {
  await bench.goToLine(await lineOf("class wait_fixed("), "class wait_".length + 1);
  const hover = bench.page.locator(".monaco-hover-content:visible", { hasText: "Context pack:" });
  await bench.insist("there is no hover", async () => {
    await bench.run("Show or Focus Hover");
    await hover.waitFor({ timeout: 20_000 });
  });
  await keepImage(bench, "hover");
  await bench.page.keyboard.press("Escape");
});

test("the symbol under the cursor is a question", async () => {
  await bench.goToLine(await lineOf("class wait_fixed("), "class wait_".length + 1);
  await bench.run("ctx-lsp: Context for This Symbol");
  const panel = bench.panel();
  await panel.locator("h2", { hasText: /^wait_fixed$/ }).waitFor();
  assert.ok((await pieces(panel)).includes("wait_base"));
});

test("what depends on a symbol is listed by distance", async () => {
  await bench.goToLine(await lineOf("class wait_base("), "class wait_".length + 1);
  await bench.run("ctx-lsp: Show Impact of This Symbol");
  await bench.row(/^Direct \(\d+\)/).waitFor();
  await bench.row("wait_chain").first().waitFor();
  await keepImage(bench, "impact");
});

test("an edit that is not saved is in the next answer", async () => {
  await bench.openFile("tenacity/wait.py");
  await bench.goToLine(1);
  await bench.page.keyboard.insertText("def hibernate_like_a_bear(winter):\n    return winter\n\n\n");
  await bench.ask("hibernate_like_a_bear", async () => {
    await bench.page.keyboard.press("Control+k");
    await bench.page.keyboard.press("q");
  });
  const panel = await answered();
  await panel.locator("button.name", { hasText: "hibernate_like_a_bear" }).first().waitFor();
  assert.ok(!readFileSync(path.join(folder, "tenacity/wait.py"), "utf8").includes("hibernate"));
  await keepImage(bench, "unsaved");
});

test("a pack is compared with the one before", async () => {
  await bench.run("ctx-lsp: Compare with Previous Pack");
  await bench.row("Added").waitFor();
  await bench.page.locator(".tab.active", { hasText: "Previous pack" }).waitFor();
  await keepImage(bench, "compare");
});

test("why a symbol is there is said in a document", async () => {
  const panel = bench.panel();
  await panel.locator(".piece").first().hover();
  await panel.locator("button[data-do=why]").first().click();
  await bench.page.locator(".tab.active", { hasText: "Why" }).waitFor();
});

test("a pack is copied as XML", async () => {
  const panel = bench.panel();
  await panel.locator("#more > summary").click();
  await panel.locator("#copy-xml").click();
  await until(async () => /^<\w+/.test(await bench.page.evaluate(() => navigator.clipboard.readText()))); // what is said of it goes away
});

test("my changes, as they are in the editor, are a question too", async () => {
  await bench.run("ctx-lsp: Context for My Changes");
  const panel = bench.panel();
  await panel.locator("h2", { hasText: "My changes" }).waitFor();
  await panel.locator("button.name", { hasText: "hibernate_like_a_bear" }).first().waitFor();
});

test("what a killed server was asked, the next one answers", async () => {
  const [killed] = code.languageServers();
  assert.ok(killed);
  process.kill(killed, "SIGSTOP"); // so that the question is under way
  await bench.ask("hibernate_like_a_bear winter");
  const panel = bench.panel();
  await panel.locator("#content[aria-busy=true]").waitFor();
  process.kill(killed, "SIGKILL");
  await panel.locator("h2", { hasText: "hibernate_like_a_bear winter" }).waitFor();
  await panel.locator("button.name", { hasText: "hibernate_like_a_bear" }).first().waitFor();
  assert.equal(await panel.locator(".error").count(), 0);
  assert.equal(code.languageServers().length, 1);
});

test("the tests that reach a file are listed", async () => {
  await bench.openFile("tenacity/wait.py");
  await bench.choose("ctx-lsp: Tests to Run", "For tenacity/wait.py");
  await bench.row("test_a_fixed_wait_is_the_same_each_time").waitFor();
  await bench.page.locator(".pane-header", { hasText: /\d tests? in 1 file/ }).waitFor();
});

test("what packs have saved is summed up by week", async () => {
  await bench.page.locator(".pane-header", { hasText: "Savings" }).click();
  await bench.row(/^Week of \d{4}-\d\d-\d\d/).waitFor();
  await keepImage(bench, "savings");
});

test("the status is shown as a document", async () => {
  await bench.run("ctx-lsp: Show Status");
  await bench.page.locator(".tab.active", { hasText: "ctx-lsp status" }).waitFor();
});

test("the dashboard is shown as a document", async () => {
  await bench.run("ctx-lsp: Show Dashboard");
  await bench.page.locator(".tab.active", { hasText: "ctx-lsp dashboard" }).waitFor();
});

test("activation reads little: the language client is not in it", () => {
  const size = (name: string): number => statSync(path.join(code.installed(), "dist", name)).size;
  assert.ok(size("extension.js") < 100_000 && size("client.js") > 200_000, `${size("extension.js")}, ${size("client.js")}`);
});

test("how long activation took", async (context) => {
  await bench.page.setViewportSize({ width: 1060, height: 2400 }); // so that the list shows all
  await bench.run("Developer: Show Running Extensions");
  const row = bench.page.locator(".runtime-extensions-editor .monaco-list-row", { hasText: "ctx-lsp" });
  await row.waitFor();
  context.diagnostic((await row.innerText()).replace(/\s+/g, " "));
});

async function answered(): Promise<FrameLocator> {
  const panel = bench.panel();
  await panel.locator("#content:not([aria-busy=true]) .piece").first().waitFor();
  return panel;
}

function pieces(panel: FrameLocator): Promise<string[]> {
  return panel.locator(".piece button.name").allTextContents();
}

function spoken(panel: FrameLocator): Promise<string> {
  return panel.locator("#spoken").innerText();
}

/** The line of the file on disk on which a text begins, counted from 1. */
async function lineOf(text: string): Promise<number> {
  const lines = readFileSync(path.join(folder, "tenacity/wait.py"), "utf8").split("\n");
  const line = lines.findIndex((one) => one.startsWith(text)) + 1;
  assert.ok(line > 0, text);
  return line;
}
