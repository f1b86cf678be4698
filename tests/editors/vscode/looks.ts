// Pictures of each state of the panel at three widths and in four themes, and a sheet a state with all twelve. A command,
// because eyes judge them: `run.sh PYTHON looks`, with IMAGES=FOLDER.

import { mkdirSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { CodeServer } from "./codeServer";
import { images, places } from "./environment";
import { STATES } from "./sideBar";
import { Workbench } from "./workbench";
import { copyPackage } from "./workspace";

const WIDTHS = [250, 300, 500];
const THEMES = [
  ["dark", "Dark Modern", "vs-dark"],
  ["light", "Light Modern", "vs"],
  ["contrast-dark", "Dark High Contrast", "hc-black"],
  ["contrast-light", "Light High Contrast", "hc-light"],
] as const;

async function main(): Promise<void> {
  if (!images) throw new Error("IMAGES is not set");
  mkdirSync(images, { recursive: true });
  const wanted = process.argv.slice(2);
  const code = await CodeServer.start(places);
  const folder = copyPackage(places.python, code.state);
  const bench = await Workbench.open(code, folder, { hasScrollbars: true });
  try {
    await bench.page.setViewportSize({ width: 1060, height: 900 });
    await bench.openFile("tenacity/nap.py");
    await bench.idle().waitFor();
    for (const [name, reach, before] of STATES) {
      const stage = { code, bench, folder };
      await reach(stage);
      if (!wanted.length || wanted.includes(name)) await pictures(bench, name, images, () => before?.(stage));
      process.stdout.write(`${name}\n`);
    }
  } finally {
    await bench.shot(path.join(images, "last.png"));
    for (const pid of code.languageServers()) process.kill(pid, "SIGCONT"); // or it would outlive the editor
    await bench.close();
    await code.close();
  }
}

async function pictures(bench: Workbench, state: string, to: string, before: () => Promise<void> | undefined): Promise<void> {
  const rows: string[] = [];
  for (const [theme, label, css] of THEMES) {
    await bench.run("Preferences: Color Theme");
    await bench.type(label);
    await bench.choice(label).first().click();
    await bench.page.locator(`.monaco-workbench.${css}`).waitFor();
    const cells: string[] = [];
    for (const width of WIDTHS) {
      await bench.resizeSideBar(width);
      await bench.page.mouse.move(1000, 30); // or the edge would be lit
      await before();
      const file = path.join(to, `${state}-${theme}-${width}.png`);
      await bench.page.locator(".part.sidebar").screenshot({ path: file });
      cells.push(`<img src="data:image/png;base64,${readFileSync(file).toString("base64")}">`);
    }
    rows.push(`<div>${cells.join("")}</div>`);
  }
  const sheet = await bench.page.context().newPage();
  await sheet.setViewportSize({ width: WIDTHS.reduce((sum, one) => sum + one + 12, 0), height: 800 });
  await sheet.setContent(`<style>body { margin: 0; background: #888; } img { margin: 4px; vertical-align: top; }</style>${rows.join("")}`);
  await sheet.screenshot({ path: path.join(to, `sheet-${state}.png`), fullPage: true });
  await sheet.close();
}

void main();
