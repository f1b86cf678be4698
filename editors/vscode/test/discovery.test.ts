// The order in which servers are tried, and the one that is taken.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Facts, describe, firstWorking, interpreterOf, launches, sameLaunch, whyMissing } from "../src/core/discovery";
import { requirement, requirementName, whyNotInstalled } from "../src/core/requirement";

const FACTS: Facts = {
  platform: "linux",
  command: [],
  interpreter: "",
  active: ["/envs/active/bin/python"],
  folders: ["/home/me/shop"],
  isTrusted: true,
  own: "/storage/server",
};
const MODULE = "-P -m ctx_lsp serve --stdio";

function tried(facts: Partial<Facts>): string[] {
  return launches({ ...FACTS, ...facts }).map((one) => `${one.source}: ${describe(one)}`);
}

test("environments come first, then the PATH, then the environment of our own", () => {
  assert.deepEqual(tried({}), [
    `environment: /envs/active/bin/python ${MODULE}`,
    `environment: /home/me/shop/.venv/bin/python ${MODULE}`,
    `environment: /home/me/shop/venv/bin/python ${MODULE}`,
    "PATH: ctx-lsp serve --stdio",
    `own environment: /storage/server/bin/python ${MODULE}`,
  ]);
});

test("what a setting names is the only one", () => {
  assert.deepEqual(tried({ interpreter: "/opt/python" }), [`setting: /opt/python ${MODULE}`]);
  assert.deepEqual(tried({ command: ["/opt/ctx-lsp", "serve", "--stdio"], interpreter: "/opt/python" }), [
    "setting: /opt/ctx-lsp serve --stdio",
  ]);
});

test("nothing inside a folder that is not trusted is run", () => {
  const active = ["/home/me/shop/env/bin/python", "/home/me/shop/..env/bin/python", "/home/me/shopping/bin/python"];
  assert.deepEqual(tried({ isTrusted: false, active }), [
    `environment: /home/me/shopping/bin/python ${MODULE}`,
    "PATH: ctx-lsp serve --stdio",
    `own environment: /storage/server/bin/python ${MODULE}`,
  ]);
});

test("an environment that is active and in the folder is tried once", () => {
  const active = ["/home/me/shop/.venv/bin/python"];
  assert.equal(tried({ active }).filter((one) => one.includes(".venv")).length, 1);
});

test("interpreters of Windows", () => {
  assert.equal(interpreterOf("C:\\envs\\a", "win32"), "C:\\envs\\a\\Scripts\\python.exe");
});

test("the first that says its version is taken", async () => {
  const asked: string[] = [];
  const found = await firstWorking(launches(FACTS), async (command, args) => {
    asked.push([command, ...args].join(" "));
    if (command.includes("active")) throw new Error("No module named ctx_lsp");
    return command.includes(".venv") ? "Python 3.12" : "ctx-lsp, version 1.2.3\n";
  });
  assert.ok("launch" in found);
  assert.equal(found.launch.command, "/home/me/shop/venv/bin/python");
  assert.equal(found.version, "1.2.3");
  assert.equal(asked[0], "/envs/active/bin/python -P -m ctx_lsp --version");
});

test("where none works, each says why", async () => {
  const failures = await firstWorking(launches({ ...FACTS, interpreter: "/opt/python" }), async () => "Python 3.12\n");
  assert.ok(!("launch" in failures));
  assert.deepEqual(failures.map((one) => one.reason), ['not a ctx-lsp server; it printed "Python 3.12"']);
});

test("a setting that names what does not work is said to be the fault", () => {
  const failures = (facts: Partial<Facts>): string =>
    whyMissing(launches({ ...FACTS, ...facts }).map((launch) => ({ launch, reason: "Command failed: python\nNo module named ctx_lsp\n" })));
  assert.equal(failures({ interpreter: "/opt/python" }), "The ctx-lsp server in your settings does not work: No module named ctx_lsp");
  assert.match(failures({}), /^ctx-lsp server not found\. Install it/);
});

test("a whole command of the user is not asked for its version", async () => {
  const found = await firstWorking(launches({ ...FACTS, command: ["ssh", "host", "ctx"] }), () => assert.fail("asked"));
  assert.ok("launch" in found);
});

test("a launch is the same only with the same arguments", () => {
  const [one, other] = launches(FACTS);
  assert.ok(one && other);
  assert.ok(sameLaunch(one, { ...one, source: "PATH" }));
  assert.ok(!sameLaunch(one, other));
  assert.ok(!sameLaunch(undefined, one));
});

test("what pip installs", () => {
  assert.equal(requirement("ctx-lsp==9", ["/x/ctx_lsp-1.whl"], "1.0.0"), "ctx-lsp==9");
  assert.equal(requirement("", ["/x/README.md", "/x/ctx_lsp-1.whl"], "1.0.0"), "/x/ctx_lsp-1.whl[mcp]");
  assert.equal(requirement("", [], "1.0.0"), "ctx-lsp[mcp]==1.0.0");
  const names = ["/x/ctx_lsp-1.2.0-py3-none-any.whl[mcp]", "C:\\x\\ctx_lsp-1.2.0-py3-none-any.whl", "ctx-lsp[mcp]==1.0.0", "/home/me/ctx-lsp"];
  assert.deepEqual(names.map(requirementName), ["ctx-lsp 1.2.0", "ctx-lsp 1.2.0", "ctx-lsp[mcp]==1.0.0", "/home/me/ctx-lsp"]);
});

test("an installation that fails says why, and what does without the package index", () => {
  assert.equal(whyNotInstalled("Command failed: pip\nERROR: no space left on device\n"), "no space left on device");
  assert.match(whyNotInstalled("ERROR: No matching distribution found for ctx-lsp[mcp]==0.1.0"), /does not have this version.*from a checkout/);
});
