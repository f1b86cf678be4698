// Bundles the extension and the script of its panel; with --tests, what `node --test` runs; with --editor-tests, the
// tests in a real VS Code. Types are checked by `npm run check`, not here.
import { build } from "esbuild";
import { copyFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const common = { bundle: true, target: "node20", platform: "node", format: "cjs", logLevel: "warning", absWorkingDir: here };

// `import vscode = require("vscode")` in each module: for `import * as` esbuild copies the interface of the editor, a
// property at a time, into every module, which is most of the time that activation takes.
// Two files, because reading the language client takes longer than all else that activation does.
const extension = { ...common, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", external: ["vscode", "./client.js"], minify: true };
const client = { ...common, entryPoints: ["src/client.ts"], outfile: "dist/client.js", external: ["vscode"], minify: true };
const panel = { ...common, entryPoints: ["src/webview/panel.ts"], outfile: "dist/panel.js", platform: "browser", target: "es2022", format: "iife", minify: true };

function tests(folder, outdir) {
  const entryPoints = readdirSync(path.join(here, folder)).filter((name) => name.endsWith(".test.ts"));
  rmSync(path.join(here, outdir), { recursive: true, force: true });
  // Beside node_modules, so that what is not bundled is found from there.
  const external = ["vscode", "playwright-core"];
  return { ...common, entryPoints: entryPoints.map((name) => path.join(folder, name)), outdir, external, sourcemap: "inline" };
}

if (process.argv.includes("--tests")) await build(tests("test", "out/unit"));
else if (process.argv.includes("--editor-tests")) {
  await build(tests("../../tests/editors/vscode", "out/editor"));
  const others = ["agentEdits", "agentEditsSuite", "hostSuite", "looks", "times"].map((name) => `../../tests/editors/vscode/${name}.ts`);
  await build({ ...common, entryPoints: others, outdir: "out/editor", external: ["vscode", "playwright-core"], sourcemap: "inline" });
}
else {
  await Promise.all([build(extension), build(client), build(panel)]);
  copyFileSync(path.join(here, "../../LICENSE"), path.join(here, "LICENSE")); // every package holds its own
}
