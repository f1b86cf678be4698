// The manifest and the code speak of the same commands, views, tools and settings.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import * as path from "node:path";
import { test } from "node:test";
import { CONTEXTS, VIEWS, canContext } from "../src/names";

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly extensionKind: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly menus: Readonly<Record<string, readonly { readonly command?: string; readonly when?: string }[]>>;
    readonly languageModelTools: readonly { readonly name: string }[];
    readonly chatParticipants: readonly { readonly id: string }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, { readonly markdownDescription?: string }>> }[];
    readonly walkthroughs: readonly { readonly steps: readonly { readonly completionEvents: readonly string[]; readonly media: { readonly markdown: string } }[] }[];
  };
}

const root = path.join(process.cwd());
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as Manifest;
const sources = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(path.join(root, "src", name), "utf8"))
  .join("\n");
const { contributes } = manifest;

test("every command of the manifest is registered, and the other way round", () => {
  const table = /const commands: Record[^{]*\{([\s\S]*?)\n  \};/.exec(readFileSync(path.join(root, "src/extension.ts"), "utf8"))?.[1] ?? "";
  const registered = [...table.matchAll(/^    (\w+): /gm)].map(([, name]) => `ctxLsp.${name}`);
  assert.deepEqual(contributes.commands.map((one) => one.command).sort(), registered.sort());
});

test("menus name commands that exist", () => {
  const known = new Set(contributes.commands.map((one) => one.command));
  const used = Object.values(contributes.menus).flatMap((menu) => menu.flatMap((one) => one.command ?? []));
  assert.deepEqual(used.filter((one) => !known.has(one)), []);
});

test("what the server may lack is hidden by its context", () => {
  const whens = JSON.stringify(contributes);
  for (const command of ["ctx-lsp.contextForFiles", "ctx-lsp.contextForDiff", "ctx-lsp.packDiff", "ctx-lsp.savings", "ctx-lsp.agents", "ctx-lsp.remember", "ctx-lsp.recall"]) {
    assert.ok(whens.includes(canContext(command)), command);
  }
});

test("views, tools and the participant are those of the code", () => {
  assert.deepEqual(contributes.views["ctxLsp"]?.map((one) => one.id), Object.values(VIEWS));
  for (const { name } of contributes.languageModelTools) assert.ok(sources.includes(`"${name}"`), name);
  for (const { id } of contributes.chatParticipants) assert.ok(sources.includes(`"${id}"`), id);
});

test("every setting says what it does, and those of the extension are read", () => {
  for (const { properties } of contributes.configuration) {
    for (const [name, { markdownDescription }] of Object.entries(properties)) assert.ok(markdownDescription, name);
  }
  for (const name of Object.keys(contributes.configuration[0]?.properties ?? {})) {
    const [section = "", ...keys] = name.split(".").slice(1);
    const read = [[section, ...keys], keys].some((words) => words.length > 0 && sources.includes(`"${words.join(".")}"`));
    assert.ok(read || section === "trace", name); // trace.server is read by the language client
  }
});

test("it runs where the workspace is, and does not hold up the start", () => {
  assert.deepEqual(manifest.extensionKind, ["workspace"]);
  assert.deepEqual(manifest.activationEvents, ["onStartupFinished"]);
});

test("each step of the walkthrough ticks itself when what it is about has happened, before or after the page was opened", () => {
  const events = contributes.walkthroughs.flatMap((one) => one.steps.flatMap((step) => step.completionEvents));
  const { running, hasPack, hasShaped, hasUsed, walkthrough } = CONTEXTS;
  assert.deepEqual(events, [running, hasPack, hasShaped, hasUsed].map((context) => `onContext:${context} && ${walkthrough}`));
});

test("pages of the walkthrough are there", () => {
  for (const { media } of contributes.walkthroughs.flatMap((one) => one.steps)) assert.ok(readFileSync(path.join(root, media.markdown), "utf8"));
});
