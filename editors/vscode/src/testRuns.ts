// Runs the tests that the Relations view lists: by the editor's own test controller where one knows them, else by their
// commands in a terminal. In a folder that is not trusted, the commands are copied instead.

import vscode = require("vscode");
import type { Row } from "./core/relations";
import { byFolder, lines } from "./core/testRuns";
import { inform } from "./notices";
import { toRange } from "./places";

const KNOWN = "vscode.testing.getTestsInFile"; // of the editor's own; it is in no documentation
const RUN = "testing.runAtCursor";
const NAME = "ctx-lsp: Tests";

/** Runs one test. */
export async function runTest(row: Row): Promise<void> {
  if (row.range && (await isKnownToController(row.uri))) {
    const { start } = toRange(row.range);
    // The keyboard stays in the list, so that a user who goes on typing does not type into the test.
    await vscode.window.showTextDocument(vscode.Uri.parse(row.uri), { selection: new vscode.Range(start, start), preserveFocus: true });
    await vscode.commands.executeCommand(RUN);
    return;
  }
  await inTerminal([row]);
}

/** Runs all of them in a terminal, which shows one report. */
export async function runTests(rows: readonly Row[]): Promise<void> {
  await inTerminal(rows);
}

async function isKnownToController(uri: string): Promise<boolean> {
  const commands = await vscode.commands.getCommands(true);
  if (!commands.includes(KNOWN) || !commands.includes(RUN)) return false;
  const found = await vscode.commands.executeCommand<readonly unknown[] | undefined>(KNOWN, vscode.Uri.parse(uri));
  return (found?.length ?? 0) > 0;
}

async function inTerminal(rows: readonly Row[]): Promise<void> {
  const known = rows.flatMap(({ run, uri }) => (run ? [{ command: run, folder: folderOf(uri) }] : []));
  if (!known.length) {
    void inform("ctx-lsp: no known command runs only these tests. Open one of them, and run it as usual.");
    return;
  }
  const isPosix = process.platform !== "win32";
  const runs = [...byFolder(known)].map(([folder, commands]) => ({ folder, lines: lines(commands, isPosix) }));
  if (!vscode.workspace.isTrusted) {
    await vscode.env.clipboard.writeText(runs.flatMap((one) => one.lines).join("\n"));
    void inform("ctx-lsp: this folder is not trusted, so the command was copied and not run.");
    return;
  }
  for (const run of runs) {
    const terminal = terminalIn(run.folder);
    terminal.show(true);
    for (const line of run.lines) terminal.sendText(line);
  }
}

function folderOf(uri: string): string | undefined {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri))?.uri.toString();
}

/** The terminal for tests of a workspace folder, opened if there is none. */
function terminalIn(folder: string | undefined): vscode.Terminal {
  const isOpen = ({ name, exitStatus, creationOptions }: vscode.Terminal): boolean => {
    const cwd = "cwd" in creationOptions ? creationOptions.cwd?.toString() : undefined;
    return name === NAME && !exitStatus && cwd === folder;
  };
  return vscode.window.terminals.find(isOpen) ?? vscode.window.createTerminal({ name: NAME, ...(folder ? { cwd: vscode.Uri.parse(folder) } : {}) });
}
