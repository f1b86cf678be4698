// The history of a repository in the editor: the hint after a save, lenses, and changes since a revision.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { before, test } from "node:test";
import type { Locator } from "playwright-core";
import { CodeServer } from "./codeServer";
import { places } from "./environment";
import { closeAfterTests } from "./hooks";
import { Workbench } from "./workbench";

const SINCE = "ctx-lsp: What Has Changed Since…";
const LINK = "[settings](command:workbench.action.openSettings).py"; // a file

let code: CodeServer;
let bench: Workbench;
let folder: string;

before(async () => {
  code = await CodeServer.start(places, { "ctx-lsp.history.lens": true });
  folder = path.join(code.state, "shop");
  mkdirSync(path.join(folder, "app"), { recursive: true });
  execFileSync("git", ["init", "-q"], { cwd: folder });
  const clients = ["a", "b", "c"].map((name) => [`client_${name}.py`, "import httpx\n"] as const);
  commit("Clients", { ...Object.fromEntries(clients), "AGENTS.md": "# Shop\n\n## Code style\n\nKeep functions short.\n" });
  for (let number = 0; number < 6; number++) {
    commit(`Price ${number}`, { "price.py": `import httpx\n\ndef price():\n    return ${number}\n`, "tax.py": `def tax():\n    return ${number}\n` });
  }
  for (let number = 0; number < 6; number++) commit(`Rate ${number}`, { "rate.py": `RATE = ${number}\n`, [LINK]: `S = ${number}\n` });
  for (let number = 0; number < 3; number++) commit(`Other ${number}`, { "other.py": `def other():\n    return ${number}\n` });
  bench = await Workbench.open(code, folder);
});

closeAfterTests(() => ({ code, bench }));

test("a lens says how often a file has changed, and a file without commits has none", async () => {
  await bench.openFile("app/price.py");
  await bench.idle().waitFor();
  await title("file changed 6 × in 90 days · last by Test").waitFor();
  await bench.run("File: New Untitled Text File");
  await bench.page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
  assert.equal(await title("–").count(), 0);
});

test("a file that usually changes too is named once after a save, and opened", async () => {
  await save("app/price.py", "# more");
  const message = "app/tax.py usually changes with price.py (6 of 6 times), but has not been changed";
  await notice(message).locator(".monaco-button", { hasText: /^Open$/ }).click();
  await bench.page.locator('.tab.active[data-resource-name="tax.py"]').waitFor();
  await save("app/price.py", "# and more");
  await new Promise((resolve) => setTimeout(resolve, 2000));
  assert.equal(await notice(message).count(), 0);
});

test("a hint about a file that is named like a link shows the name, and no link to a command", async () => {
  await save("app/rate.py", "# more");
  const hint = notice("usually changes with rate.py");
  await hint.waitFor();
  assert.equal((await hint.locator(".notification-list-item-message").innerText()).replaceAll("\u200B", ""), `app/${LINK} usually changes with rate.py (6 of 6 times), but has not been changed`);
  await hint.locator(".monaco-button", { hasText: "Not this time" }).click();
  await hint.waitFor({ state: "detached" });
});

test("what has changed since a revision is listed with its commits", async () => {
  await since("HEAD~1", "other");
  const row = bench.page.locator(".quick-input-list .monaco-list-row", { hasText: "Other 2" });
  await row.first().waitFor();
  assert.match(await row.first().innerText(), /^other\s*app\/other\.py\s+Other 2$/);
  await bench.page.keyboard.press("Escape");
});

test("an unknown revision, and a revision without changes since, are reported", async () => {
  await since("no-such", "other");
  await notice("no Git revision 'no-such' in this workspace").waitFor();
  await since("HEAD", "tax");
  await notice("no changes since HEAD match this question").waitFor();
});

test("what the team does is shown as a document", async () => {
  await bench.run("ctx-lsp: Show the Team's Patterns");
  await bench.page.locator(".tab.active", { hasText: "Team's patterns" }).waitFor();
});

test("the panel names the team's patterns and style sections of a pack for an edit, and opens them", async () => {
  await bench.ask("add a limit to the price");
  const panel = bench.panel();
  const fold = panel.locator("#content:not([aria-busy=true]) #guidance");
  await fold.waitFor();
  assert.equal(await fold.locator(".piece:visible").count(), 0);
  await fold.locator("summary").first().focus();
  await bench.page.keyboard.press("Enter");
  assert.match(await panel.locator("#guidance-summary").innerText(), /^1 pattern, 1 style section$/);
  const line = fold.locator(".advice li");
  assert.match(await line.innerText(), /^Http: prefer httpx \(4 of 4 files\), as in app\/client_a\.py$/);
  await line.locator("button").click();
  await bench.page.locator('.tab.active[data-resource-name="client_a.py"]').waitFor();
  await fold.locator(".piece button.name", { hasText: "Code style" }).click();
  await bench.page.locator('.tab.active[data-resource-name="AGENTS.md"]').waitFor();
});

function commit(subject: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, "app", name), text);
  const git = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  for (const args of [["add", "."], [...git, "commit", "-q", "-m", subject]]) execFileSync("git", args, { cwd: folder });
}

async function save(file: string, line: string): Promise<void> {
  await bench.openFile(file);
  await bench.goToLine(1);
  await bench.page.keyboard.insertText(`${line}\n`);
  await bench.page.locator(".tab.active.dirty").waitFor();
  await bench.page.keyboard.press("Control+s");
  await bench.page.locator(".tab.active:not(.dirty)").waitFor();
}

/** Answers both boxes of the command. */
async function since(revision: string, question: string): Promise<void> {
  await bench.insist("the question cannot be asked", async () => {
    await bench.run(SINCE);
    await answer("A Git revision", revision);
    await answer("What are you looking for", question);
  });
}

async function answer(prompt: string, text: string): Promise<void> {
  const box = bench.page.locator(".quick-input-widget:visible", { hasText: prompt });
  await box.locator("input.input").fill(text, { timeout: 5_000 });
  await box.locator("input.input").press("Enter", { timeout: 5_000 });
  await box.waitFor({ state: "hidden", timeout: 5_000 });
}

/** A lens that opens nothing. */
function title(text: string): Locator {
  return bench.page.locator(".codelens-decoration span:visible", { hasText: text }).first();
}

function notice(text: string): Locator {
  return bench.page.locator(".notification-list-item", { hasText: text });
}
