// Published repositories as a user sees them: a pinned definition, and the pieces of a pack that are not on this machine.

import { writeFileSync } from "node:fs";
import * as path from "node:path";
import { after, before, test } from "node:test";
import { CodeServer } from "./codeServer";
import { places } from "./environment";
import { closeAfterTests, keepImage } from "./hooks";
import { type PublishedPlace, publishedPlace } from "./published";
import { Workbench } from "./workbench";
import { copyPackage } from "./workspace";

const USE = "from parcels import send_parcel\n\nsend_parcel(1, 2)\n";

let place: PublishedPlace;
let code: CodeServer;
let bench: Workbench;

before(async () => {
  place = await publishedPlace();
  code = await CodeServer.start(places, {}, [], [], {
    "ctx-lsp.sharing.repositories": place.url,
    "ctx-lsp.sharing.searchSeconds": 20, // on a busy machine
    "ctx-lsp.search.scope": "everywhere",
  });
  const folder = copyPackage(places.python, code.state);
  writeFileSync(path.join(folder, "requirements.txt"), "acme-parcels==1.4.0\n");
  writeFileSync(path.join(folder, "deliver.py"), USE);
  bench = await Workbench.open(code, folder);
});

closeAfterTests(() => ({ code, bench }));
after(() => place?.end()); // after the editor, which asks it

test("F12 on an imported name opens the published file of the pinned version, which cannot be changed", async () => {
  await bench.openFile("deliver.py");
  await bench.idle().waitFor();
  await bench.goToLine(3, 5);
  await bench.insist("the definition does not open", async () => {
    await bench.page.keyboard.press("F12");
    await bench.page.locator('.tab.active[data-resource-name="route.py"]').waitFor({ timeout: 10_000 });
  });
  await isShown();
  await keepImage(bench, "published-definition");
});

test("the panel lists what another repository adds to a pack, and a click opens it", async () => {
  await bench.openFile("deliver.py");
  await bench.ask("which van leaves next with the parcel");
  const row = bench.panel().locator(".elsewhere .piece", { hasText: "acme/parcels: parcels/route.py:" }).first();
  await row.waitFor();
  await row.locator("summary").first().click({ position: { x: 4, y: 4 } });
  await row.locator("pre", { hasText: "def send_parcel(parcel, van):" }).waitFor();
  await keepImage(bench, "published-pack");
  await row.locator("button.name", { hasText: "send_parcel" }).click();
  await bench.page.locator('.tab.active[data-resource-name="route.py"]').waitFor();
  await isShown();
});

/** Waits until the published file is shown with the cursor in the definition, and says that it is read-only. */
async function isShown(): Promise<void> {
  await bench.page.locator("#status\\.editor\\.selection", { hasText: /^Ln 4, / }).waitFor();
  await bench.page.locator(".view-line", { hasText: "def send_parcel(parcel, van):" }).waitFor();
  await bench.page.keyboard.insertText("x");
  await bench.page.locator(".monaco-editor-overlaymessage", { hasText: "read-only" }).waitFor();
}
