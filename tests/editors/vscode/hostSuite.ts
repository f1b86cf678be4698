// Runs inside the extension host: what other extensions and chat agents get. Started by `host.test.ts`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { publishedPlace } from "./published";
import { ScriptedAgent } from "./scriptedAgent";

type Test = () => Promise<void>;

const tests: Readonly<Record<string, Test>> = {
  "the extension is active, and its commands are there": async () => {
    const extension = vscode.extensions.getExtension("ctx-lsp.ctx-lsp");
    assert.ok(extension);
    await extension.activate();
    const commands = await vscode.commands.getCommands(true);
    for (const { command } of (extension.packageJSON as Manifest).contributes.commands) assert.ok(commands.includes(command), command);
  },
  "the server's own commands can be called by other extensions": async () => {
    await until(async () => (await vscode.commands.getCommands(true)).includes("ctx-lsp.status")); // once it has started
    await until(async () => (await run<{ readonly state: string }>("ctx-lsp.status", {})).state === "ready");
    const impact = await run<{ readonly dependants: readonly unknown[] }>("ctx-lsp.impact", { symbol: "tenacity/wait.py::wait_fixed" });
    assert.ok(impact.dependants.length > 0); // it is answered, not shown
  },
  "agents can search": async () => {
    const text = await invoke("ctx-lsp_search", { query: "wait a fixed time", limit: 5 });
    assert.match(text, /^5 results\n/);
    assert.match(text, /tenacity\/wait\.py::wait_fixed/);
  },
  "agents get context within their budget": async () => {
    const text = await invoke("ctx-lsp_context", { query: "wait a fixed time", maxTokens: 600 });
    const used = Number(/^(\d+) tokens · (?:Ready|Not ready: .+) · \d+% sure /.exec(text)?.[1]);
    assert.ok(used > 0 && used <= 600, text.slice(0, 100));
    assert.match(text, /class wait_fixed/);
  },
  "questions of agents are not the user's in the history, and not in the journal": async () => {
    await run("ctx-lsp.journal", { action: "start", title: "Wait longer" });
    await invoke("ctx-lsp_context", { query: "wait a random time", maxTokens: 600 });
    const { packs } = await run<{ readonly packs: readonly { readonly askedBy: string }[] }>("ctx-lsp.history", {});
    assert.equal(packs[0]?.askedBy, "VS Code chat");
    const { text } = await run<{ readonly text: string }>("ctx-lsp.journal", { action: "export", format: "json" });
    assert.deepEqual((JSON.parse(text) as { tasks: { entries: unknown[] }[] }).tasks.map(({ entries }) => entries), [[]]);
    await run("ctx-lsp.journal", { action: "erase", all: true });
  },
  "agents learn what depends on a symbol": async () => {
    assert.match(await invoke("ctx-lsp_impact", { symbol: "tenacity/wait.py::wait_fixed" }), /1 test: tests\/test_wait\.py::test_a_fixed_wait/);
  },
  "agents learn what they did wrong": async () => {
    await assert.rejects(invoke("ctx-lsp_impact", { symbol: "no_such_symbol" }), /no symbol or imported module named 'no_such_symbol'/);
  },
  "definitions, symbols and lenses come through the editor's own commands": async () => {
    const uri = vscode.Uri.joinPath(folder().uri, "tests/test_wait.py");
    await vscode.workspace.openTextDocument(uri);
    const places = await run<readonly (vscode.Location | vscode.LocationLink)[]>("vscode.executeDefinitionProvider", uri, new vscode.Position(4, 14));
    const targets = places.map((one) => ("targetUri" in one ? one.targetUri : one.uri).path);
    assert.ok(targets.some((one) => one.endsWith("/tenacity/wait.py")), String(targets));
    const lenses = await run<readonly vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 10);
    const titles = lenses.map((one) => one.command?.title); // in the order in which they were resolved
    assert.deepEqual(["0 callers", "0 tests"].filter((title) => !titles.includes(title)), [], String(titles));
  },
  "without navigation the editor's other extensions are left alone": async () => {
    const settings = vscode.workspace.getConfiguration("ctx-lsp");
    const uri = vscode.Uri.joinPath(folder().uri, "tests/test_wait.py");
    await settings.update("navigation", "off", vscode.ConfigurationTarget.Global);
    assert.deepEqual(await run("vscode.executeDefinitionProvider", uri, new vscode.Position(4, 14)), []);
    await settings.update("navigation", undefined, vscode.ConfigurationTarget.Global);
  },
  "what another repository publishes is found, defined and opened at its revision": async () => {
    const settings = vscode.workspace.getConfiguration("ctx-lsp");
    const place = await publishedPlace();
    try {
      await settings.update("sharing.repositories", place.url, vscode.ConfigurationTarget.Global);
      const uri = vscode.Uri.joinPath(folder().uri, "deliver.py");
      writeFileSync(vscode.Uri.joinPath(folder().uri, "requirements.txt").fsPath, "acme-parcels==1.4.0\n");
      writeFileSync(uri.fsPath, "from parcels import send_parcel\n\nsend_parcel(1, 2)\n");
      await vscode.workspace.openTextDocument(uri);
      const parcel = async (found: vscode.Uri | undefined): Promise<void> => {
        assert.equal(found?.scheme, "ctx-lsp", String(found));
        const document = await vscode.workspace.openTextDocument(found);
        assert.match(document.getText(), /def send_parcel\(parcel, van\):/);
      };
      const search = { query: "send_parcel", scope: ["acme/parcels"] };
      const searched = (): Promise<Found> => run("ctx-lsp.search", search);
      await until(async () => (await searched()).items.length > 0); // the setting has arrived
      await parcel(vscode.Uri.parse((await searched()).items[0]?.uri ?? ""));
      const defined = async (): Promise<vscode.Uri | undefined> => {
        const [first] = await run<readonly (vscode.Location | vscode.LocationLink)[]>("vscode.executeDefinitionProvider", uri, new vscode.Position(2, 4));
        return first && ("targetUri" in first ? first.targetUri : first.uri);
      };
      await until(async () => (await defined())?.scheme === "ctx-lsp"); // the database is asked beside the answer
      await parcel(await defined());
    } finally {
      await settings.update("sharing.repositories", undefined, vscode.ConfigurationTarget.Global);
      place.end();
    }
  },
  "files become a pack, which opens as a document": async () => {
    await run("ctxLsp.files", vscode.Uri.joinPath(folder().uri, "tenacity"));
    await run("ctxLsp.openPack");
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, "ctx-lsp-report");
    assert.ok(!/[0-9a-f]{32}/.test(document.uri.path), document.uri.path);
    assert.match(document.getText(), /tenacity\/\w+\.py/);
  },
  "a folder is a pack also where it holds what is not indexed": async () => {
    const made = vscode.Uri.joinPath(folder().uri, "tenacity", "__pycache__");
    await vscode.workspace.fs.createDirectory(made);
    writeFileSync(path.join(made.fsPath, "wait.cpython-311.pyc"), Buffer.from([0, 1, 2]));
    await run("ctxLsp.files", vscode.Uri.joinPath(folder().uri, "tenacity"));
    await run("ctxLsp.openPack");
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? "", /tenacity\/wait\.py/);
  },
  "the cells of a notebook have hovers, definitions and a pack": async () => {
    const file = vscode.Uri.joinPath(folder().uri, "naps.ipynb");
    const cell = (source: string): object => ({ cell_type: "code", source, metadata: {}, outputs: [], execution_count: null });
    const cells = [cell("def doze(seconds):\n    return seconds"), cell("doze(1)")];
    writeFileSync(file.fsPath, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: { kernelspec: { name: "python3", language: "python", display_name: "" } }, cells }));
    const notebook = await vscode.workspace.openNotebookDocument(file);
    await vscode.window.showNotebookDocument(notebook);
    const [defined, used] = notebook.getCells().map(({ document }) => document.uri);
    assert.ok(defined && used);
    const at = new vscode.Position(0, 1);
    await until(async () => (await run<readonly vscode.Hover[]>("vscode.executeHoverProvider", used, at)).length > 0);
    const [place] = await run<readonly (vscode.Location | vscode.LocationLink)[]>("vscode.executeDefinitionProvider", used, at);
    assert.ok(place);
    assert.equal(("targetUri" in place ? place.targetUri : place.uri).toString(), defined.toString());
    assert.ok((await run<readonly vscode.CodeLens[]>("vscode.executeCodeLensProvider", defined, 10)).length > 0);
    await run("workbench.action.closeActiveEditor");
  },
  "hover can be switched off": async () => {
    const settings = vscode.workspace.getConfiguration("ctx-lsp");
    const uri = vscode.Uri.joinPath(folder().uri, "tests/test_wait.py");
    const hovers = (): Promise<readonly vscode.Hover[]> => run("vscode.executeHoverProvider", uri, new vscode.Position(4, 14));
    assert.ok((await hovers()).length > 0);
    await settings.update("editor.hover", false, vscode.ConfigurationTarget.Workspace);
    await until(async () => (await hovers()).length === 0);
    await settings.update("editor.hover", undefined, vscode.ConfigurationTarget.Workspace);
  },
  "a setting reaches the server": async () => {
    const settings = vscode.workspace.getConfiguration("ctx-lsp");
    const uri = vscode.Uri.joinPath(folder().uri, "tests/test_wait.py");
    const lenses = (): Promise<readonly vscode.CodeLens[]> => run("vscode.executeCodeLensProvider", uri);
    await settings.update("editor.codeLens", false, vscode.ConfigurationTarget.Workspace);
    await until(async () => (await lenses()).length === 0);
    await settings.update("editor.codeLens", undefined, vscode.ConfigurationTarget.Workspace);
    await until(async () => (await lenses()).length > 0);
  },
  "a test that a controller knows is run by it, any other in a terminal": async () => {
    const uri = vscode.Uri.joinPath(folder().uri, "tests/test_wait.py");
    const start = { line: 3, character: 4 };
    const row = { uri: uri.toString(), range: { start, end: start }, run: "echo run by its command" };
    const ran: string[] = [];
    const controller = vscode.tests.createTestController("ctx-lsp-host-suite", "Host suite");
    const item = controller.createTestItem("fixed", "a fixed wait", uri);
    item.range = new vscode.Range(3, 0, 4, 10);
    controller.items.add(item);
    const profile = controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, (request) => {
      const testRun = controller.createTestRun(request);
      ran.push(...(request.include ?? []).map(({ id }) => id));
      testRun.passed(item);
      testRun.end();
    }, true);
    const known = async (): Promise<boolean> => (await run<readonly unknown[]>("vscode.testing.getTestsInFile", uri)).length > 0;
    const terminals = (): number => vscode.window.terminals.filter(({ name }) => name === "ctx-lsp: Tests").length;
    await until(known); // the editor learns of tests a little later
    await run("ctxLsp.runTest", row);
    await until(() => Promise.resolve(ran.length > 0));
    assert.deepEqual([ran, terminals()], [["fixed"], 0]);
    profile.dispose();
    controller.dispose();
    await until(async () => !(await known()));
    await run("ctxLsp.runTest", row);
    await until(() => Promise.resolve(terminals() === 1));
    assert.deepEqual(ran, ["fixed"]);
  },
  "a statement that an unsaved change of the code makes false is shown once, and goes with the setting": async () => {
    const settings = vscode.workspace.getConfiguration("ctx-lsp");
    const [shop, guide] = ["shop.py", "guide.md"].map((name) => vscode.Uri.joinPath(folder().uri, name)) as [vscode.Uri, vscode.Uri];
    writeFileSync(shop.fsPath, "class Cart:\n    def total_price(self): ...\n");
    writeFileSync(guide.fsPath, "# Guide\n\n`Cart.total_price` sums.\n");
    const code = await vscode.workspace.openTextDocument(shop);
    await vscode.window.showTextDocument(guide);
    await settings.update("checks.diagnostics", true, vscode.ConfigurationTarget.Workspace);
    const shown = (): vscode.Diagnostic[] => vscode.languages.getDiagnostics(guide).filter(({ source }) => source === "ctx-lsp");
    const lenses = (): Promise<readonly vscode.CodeLens[]> => run("vscode.executeCodeLensProvider", guide, 10);
    await until(async () => (await lenses()).some((one) => one.command?.title === "1 statement, none false"));
    const change = new vscode.WorkspaceEdit();
    change.replace(shop, new vscode.Range(1, 8, 1, 19), "sum_prices");
    await vscode.workspace.applyEdit(change);
    await until(() => Promise.resolve(shown().length > 0));
    const [problem] = shown() as [vscode.Diagnostic];
    assert.deepEqual([shown().length, problem.code, problem.range.start.line], [1, "member", 2]);
    await until(async () => (await lenses()).some((one) => one.command?.title === "1 statement, 1 false"));
    const fixes = await run<readonly vscode.CodeAction[]>("vscode.executeCodeActionProvider", guide, problem.range, "quickfix");
    assert.ok(fixes.some(({ title }) => title === "Remove the sentence"), fixes.map(({ title }) => title).join(", "));
    await code.save();
    await settings.update("checks.diagnostics", undefined, vscode.ConfigurationTarget.Workspace);
    await until(() => Promise.resolve(shown().length === 0));
    await until(async () => (await lenses()).length === 0);
  },
  "a rare library in a new line is a hint, which can be hidden": async () => {
    const root = folder().uri.fsPath;
    mkdirSync(path.join(root, "clients"));
    for (const number of [1, 2, 3, 4, 5, 6]) writeFileSync(path.join(root, "clients", `m${number}.py`), "import httpx\n");
    const git = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
    for (const args of [["add", "clients"], [...git, "commit", "-q", "-m", "Add clients"]]) execFileSync("git", args, { cwd: root });
    const file = vscode.Uri.joinPath(folder().uri, "clients", "new.py");
    writeFileSync(file.fsPath, "import requests\n");
    const settings = vscode.workspace.getConfiguration("ctx-lsp");
    await settings.update("checks.patterns", true, vscode.ConfigurationTarget.Workspace);
    await vscode.window.showTextDocument(file);
    const shown = (): vscode.Diagnostic[] => vscode.languages.getDiagnostics(file).filter(({ code }) => code === "pattern");
    await until(() => Promise.resolve(shown().length === 1));
    const [hint] = shown() as [vscode.Diagnostic];
    assert.deepEqual([hint.severity, hint.range.start.line], [vscode.DiagnosticSeverity.Hint, 0]);
    const fixes = await run<readonly vscode.CodeAction[]>("vscode.executeCodeActionProvider", file, hint.range, "quickfix");
    const hide = fixes.find(({ title }) => title === "Not this time: requests in this file")?.command;
    assert.ok(hide, fixes.map(({ title }) => title).join(", "));
    await run(hide.command, ...((hide.arguments ?? []) as unknown[]));
    await until(() => Promise.resolve(shown().length === 0));
    await settings.update("checks.patterns", undefined, vscode.ConfigurationTarget.Workspace);
  },
  "edits that the language client has queued are in an agent's next answer": async () => {
    const files = await vscode.workspace.findFiles("tenacity/*.py");
    const documents = await Promise.all(files.map((uri) => vscode.workspace.openTextDocument(uri)));
    const agent = new ScriptedAgent(process.env["TEST_PYTHON"] ?? "", folder().uri.fsPath);
    const first = await agent.tell<{ readonly engine: { readonly source: string } }>("how does it begin?");
    assert.equal(first.engine.source, "editor");
    for (let number = 1; number <= 20; number++) {
      const changes = new vscode.WorkspaceEdit();
      for (const document of documents) changes.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, `\n\ndef queued_${number}(): ...\n`);
      assert.ok(await vscode.workspace.applyEdit(changes)); // a message for each document, in one turn
      const last = vscode.workspace.asRelativePath(documents.at(-1)?.uri ?? "");
      const answer = await agent.tell<{ readonly text?: string }>(`symbol ${last}::queued_${number}`);
      assert.match(answer.text ?? "", new RegExp(`def queued_${number}\\(`));
    }
    agent.end();
  },
};

interface Found {
  readonly items: readonly { readonly uri: string }[];
}

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** The editor calls this function. It leaves the outcome of each test beside the workspace, where `host.test.ts` reads it. */
export async function suite(): Promise<void> {
  const outcomes: Record<string, string> = {};
  for (const [name, test] of Object.entries(tests)) {
    outcomes[name] = await test().then(
      () => "",
      (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
  }
  writeFileSync(path.join(path.dirname(folder().uri.fsPath), "host-outcomes.json"), JSON.stringify(outcomes));
}

export { suite as run };

function folder(): vscode.WorkspaceFolder {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first;
}

async function invoke(tool: string, input: object): Promise<string> {
  const answer = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
  return answer.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
}

async function run<Answer>(command: string, ...args: unknown[]): Promise<Answer> {
  return vscode.commands.executeCommand<Answer>(command, ...args);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await condition())) {
    assert.ok(Date.now() < end, "waited in vain");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
