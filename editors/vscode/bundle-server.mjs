// Ships the server along: builds its wheel into server/, from where the extension installs it when the user agrees.
// The wheel holds no other packages: pip fetches those that it needs. With --clean the wheel is taken out again.

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";

const here = path.dirname(new URL(import.meta.url).pathname);
const folder = path.join(here, "server");
rmSync(folder, { recursive: true, force: true });
if (!process.argv.includes("--clean")) {
  mkdirSync(folder);
  const python = process.env["PYTHON"] ?? "python3";
  const options = ["--no-deps", "--disable-pip-version-check", "--wheel-dir", folder];
  execFileSync(python, ["-m", "pip", "wheel", ...options, path.join(here, "../..")], { stdio: "inherit" });
}
