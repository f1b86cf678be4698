// A workspace of two folders: one server answers about both.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { after, before, test } from "node:test";
import { CodeServer } from "./codeServer";
import { places } from "./environment";
import { Workbench } from "./workbench";
import { copyPackage } from "./workspace";

let code: CodeServer;
let bench: Workbench;

before(async () => {
  code = await CodeServer.start(places);
  const letters = path.join(code.state, "letters");
  mkdirSync(letters);
  writeFileSync(path.join(letters, "envelope.py"), "def seal_the_envelope(letter):\n    return letter\n");
  const workspace = path.join(code.state, "two.code-workspace");
  const folders = [copyPackage(places.python, code.state), letters].map((folder) => ({ path: folder }));
  writeFileSync(workspace, JSON.stringify({ folders }));
  bench = await Workbench.open(code, workspace);
  await bench.idle().waitFor();
});

after(async () => {
  await bench?.close();
  await code?.close();
});

test("one server answers about both folders", async () => {
  for (const name of ["seal_the_envelope", "wait_incrementing"]) {
    await bench.ask(name);
    await bench.panel().locator("h2", { hasText: name }).waitFor();
    await bench.panel().locator("button.name", { hasText: name }).first().waitFor();
    const where = await bench.panel().locator(".piece .where").allInnerTexts();
    assert.deepEqual(where.filter((one) => !/^(letters|tenacity-copy)\//.test(one)), []);
  }
  assert.equal(code.languageServers().length, 1);
});

test("a click goes to the file in its folder", async () => {
  await bench.ask("seal_the_envelope");
  await bench.panel().locator("button.name", { hasText: "seal_the_envelope" }).first().click();
  await bench.page.locator('.tab.active[data-resource-name="envelope.py"]').waitFor();
});
