// Packs that stay: a window is loaded again, a server is killed, a pack is shaped by hand and leaves the panel, tests run.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
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
const OTHER = "When does it stop to retry?";

let code: CodeServer;
let bench: Workbench;
let folder: string;

before(async () => {
  code = await CodeServer.start(places, {
    "terminal.integrated.gpuAcceleration": "off", // rows of text to read
    "chat.disableAIFeatures": false,
  });
  folder = copyPackage(places.python, code.state);
  bench = await Workbench.open(code, folder);
  await bench.openFile("tenacity/nap.py");
  await bench.idle().waitFor();
});

closeAfterTests(() => ({ code, bench }));

test("after the window is loaded again the pack is there, and says what has changed since", async () => {
  await ask(OTHER);
  await ask(QUESTION);
  await keepImage(bench, "panel-new");
  const file = path.join(folder, "tenacity/wait.py");
  writeFileSync(file, readFileSync(file, "utf8").replace("self.wait_fixed = ", "self.wait_fixed = 1.0 * "));
  const [old] = code.languageServers();
  await bench.run("Developer: Reload Window"); // unlike a reload of the page, lets the editor store its state
  await until(() => code.languageServers().length === 1 && !code.languageServers().includes(old ?? 0));
  const panel = bench.panel();
  await panel.locator("h2", { hasText: QUESTION }).waitFor();
  const since = panel.locator(".since", { hasText: /Since this pack was made: .*changed/ });
  await since.waitFor();
  assert.match((await since.locator(".changes").textContent()) ?? "", /Changed: .*wait_fixed/);
  await keepImage(bench, "replayed");
});

test("recent packs are named by their questions, and one is shown again", async () => {
  await bench.run("ctx-lsp: Recent Packs…");
  await bench.choice(OTHER).waitFor();
  const labels = await bench.page.locator(".quick-input-list .monaco-list-row .label-name").allInnerTexts();
  assert.deepEqual(labels.filter((one) => /[0-9a-f]{16}/.test(one)), []);
  await keepImage(bench, "recent");
  await bench.choose("ctx-lsp: Recent Packs…", OTHER);
  await settled(OTHER);
});

test("a pack is asked for in another shape by the controls", async () => {
  const panel = bench.panel();
  await panel.locator("#controls summary").click();
  await panel.locator("#shape-format").selectOption("xml");
  await panel.locator("#content:not([aria-busy=true]) #controls summary", { hasText: "Format: XML" }).waitFor();
  await panel.locator("#copy").click();
  await until(async () => (await clipboard()).startsWith("<"));
  await panel.locator("#shape-format").selectOption("markdown");
  await panel.locator("#content:not([aria-busy=true]) #controls summary", { hasText: "Format: Markdown" }).waitFor();
  await panel.locator("#shape-dependencyDepth").selectOption("0");
  await panel.locator("#content:not([aria-busy=true]) #controls summary", { hasText: "Dependency steps: 0" }).waitFor();
  await panel.locator("#controls summary").click();
});

test("the symbol at the cursor and a file are added by hand, and can be taken back", async () => {
  await bench.openFile("tenacity/nap.py");
  const line = readFileSync(path.join(folder, "tenacity/nap.py"), "utf8").split("\n").findIndex((one) => one.startsWith("class sleep_using_event")) + 1;
  await bench.goToLine(line, 10);
  await bench.run("ctx-lsp: Add Symbol or Selection to Pack");
  const panel = bench.panel();
  await panel.locator("#content:not([aria-busy=true]) .piece.pinned button.name", { hasText: "sleep_using_event" }).waitFor();
  await bench.openFile("tenacity/after.py");
  await bench.run("ctx-lsp: Add to Pack");
  const added = panel.locator("#content:not([aria-busy=true]) .by-hand li", { hasText: "tenacity/after.py" });
  await added.waitFor();
  await panel.locator(".piece .where", { hasText: "after.py" }).first().waitFor();
  await keepImage(bench, "by-hand");
  await added.locator("button").click();
  await panel.locator("#content:not([aria-busy=true]):not(:has(.by-hand))").waitFor();
});

test("a row of the Relations view is added by its button, and by a drag onto the panel", async () => {
  const panel = bench.panel();
  const pinned = (name: string): Locator => panel.locator("#content:not([aria-busy=true]) .piece.pinned button.name", { hasText: name });
  await bench.openFile("tenacity/wait.py");
  const line = readFileSync(path.join(folder, "tenacity/wait.py"), "utf8").split("\n").findIndex((one) => one.startsWith("class wait_base(")) + 1;
  await bench.goToLine(line, 10);
  await bench.run("ctx-lsp: Show Impact of This Symbol");
  const [chain, combine] = ["wait_chain", "wait_combine"].map((name) => bench.row(new RegExp(`^${name}tenacity`)).first());
  await combine?.hover();
  await combine?.locator(".action-label[aria-label^='Add to Pack']").click();
  await pinned("wait_combine").first().waitFor();
  if (chain) await bench.drag(chain, bench.panelFrame());
  await pinned("wait_chain").first().waitFor();
});

test("a file of the explorer is added by a drag over the icon of the panel", async () => {
  const panel = bench.panel();
  await bench.run("View: Show Explorer");
  const file = bench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "after.py" });
  await bench.drag(file, bench.panelFrame(), bench.page.locator(".activitybar .action-item:has([aria-label^='ctx-lsp'])"));
  await panel.locator("#content:not([aria-busy=true]) .by-hand li", { hasText: "tenacity/after.py" }).waitFor();
  await panel.locator(".piece .where", { hasText: "after.py" }).first().waitFor();
});

test("a server that is killed leaves the pack as it is, and copies are what is shown", async () => {
  const panel = bench.panel();
  const [killed] = code.languageServers();
  assert.ok(killed);
  process.kill(killed, "SIGKILL");
  await until(() => code.languageServers().length === 1 && !code.languageServers().includes(killed));
  await until(async () => { // once the new server has indexed everything
    await unfoldMore();
    await panel.locator("#content:not([aria-busy=true]) #copy-xml").click();
    await until(async () => (await clipboard()).startsWith("<"));
    const xml = await clipboard();
    return (await pieces(panel)).every((name) => xml.includes(name.split(".").at(-1) ?? name));
  });
  await bench.indexed().waitFor(); // a pack from a part of the texts is asked for again by then
  await unfoldMore();
  await panel.locator("#prompt").click();
  await until(async () => (await clipboard()).startsWith(`${OTHER}\n\n`));
  assert.match(await clipboard(), /Answer from this code/);
});

test("a pack goes to the agent in a terminal as a reference, and is a file with what is shown", async () => {
  await unfoldMore();
  await bench.panel().locator("#terminal").click();
  await bench.page.locator(".terminal-wrapper.active .xterm-rows", { hasText: "@" }).waitFor();
  const stored = findFile(path.join(code.state, "user"), "when-does-it-stop-to-retry.md");
  assert.ok(stored);
  await bench.panel().locator("#copy").click();
  await until(async () => (await clipboard()) === readFileSync(stored, "utf8"));
});

test("a pack is saved where the dialog says, and no question finds it there", async () => {
  const panel = bench.panel();
  const saved = path.join(folder, "when-does-it-stop-to-retry.md");
  await unfoldMore();
  await writeClipboard("");
  await panel.locator("#content:not([aria-busy=true]) #copy").click();
  await until(async () => (await clipboard()) !== "");
  await panel.locator("#save").click();
  await until(async () => (await bench.page.locator(".quick-input-widget:visible input.input").inputValue()) === saved);
  await bench.page.keyboard.press("Enter");
  await until(() => existsSync(saved));
  assert.equal(readFileSync(saved, "utf8"), await clipboard());
  await bench.openFile("when-does-it-stop-to-retry.md");
  await ask(OTHER);
  assert.deepEqual((await panel.locator(".piece .where").allInnerTexts()).filter((one) => one.includes(".md")), []);
});

test("a pack is attached to the chat", async () => {
  await bench.panel().locator("#chat").click();
  await bench.page.locator(".chat-attached-context-attachment", { hasText: "when-does-it-stop-to-retry.md" }).first().waitFor();
  await keepImage(bench, "chat");
});

test("the tests that reach a file are run in a terminal", async () => {
  await bench.openFile("tenacity/wait.py");
  await bench.choose("ctx-lsp: Tests to Run", "For tenacity/wait.py");
  await bench.row("test_a_fixed_wait_is_the_same_each_time").waitFor();
  await bench.run("ctx-lsp: Run These Tests");
  await bench.page.locator(".terminal-wrapper.active .xterm-rows", { hasText: /pytest.*test_wait\.py::test_a_fixed_wait/ }).waitFor();
  await keepImage(bench, "tests");
});

for (const width of [250, 300, 500]) {
  test(`at ${width} pixels no piece takes more than two lines`, async () => {
    const panel = bench.panel();
    await bench.resizeSideBar(width);
    const [tallest, line] = await panel.locator("#content").evaluate((content) => {
      const heights = [...content.querySelectorAll(".piece > details > summary")].map((one) => one.getBoundingClientRect().height);
      return [Math.max(...heights), parseFloat(getComputedStyle(content).lineHeight)] as const;
    });
    assert.ok(tallest < 2.4 * line, `${tallest} is more than two lines of ${line}`);
    const overflow = await panel.locator("body").evaluate((body) => body.scrollWidth - body.clientWidth);
    assert.ok(overflow <= 0, `${overflow} pixels stick out`);
    await panel.locator(".piece").first().hover();
    await keepImage(bench, `width-${width}`);
  });
}

async function ask(question: string): Promise<void> {
  await bench.ask(question);
  await settled(question);
}

async function settled(question: string): Promise<FrameLocator> {
  const panel = bench.panel();
  await panel.locator("#content:not([aria-busy=true]) h2", { hasText: question }).waitFor();
  await panel.locator(".piece").first().waitFor();
  return panel;
}

function pieces(panel: FrameLocator): Promise<string[]> {
  return panel.locator(".piece button.name").allTextContents();
}

function clipboard(): Promise<string> {
  return bench.page.evaluate(() => navigator.clipboard.readText());
}

function writeClipboard(text: string): Promise<void> {
  return bench.page.evaluate((one) => navigator.clipboard.writeText(one), text);
}

function findFile(below: string, name: string): string | undefined {
  return readdirSync(below, { recursive: true, encoding: "utf8" }).map((one) => path.join(below, one)).find((one) => path.basename(one) === name);
}

/** Shows the actions behind "More", which fold after each. */
async function unfoldMore(): Promise<void> {
  const more = bench.panel().locator("#more");
  if ((await more.getAttribute("open")) === null) await more.locator("summary").click();
}
