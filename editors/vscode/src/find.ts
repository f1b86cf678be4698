// Servers on this machine: in settings, environments and the PATH. Their order is in `core/discovery.ts`.

import { execFile } from "node:child_process";
import * as path from "node:path";
import { promisify } from "node:util";
import vscode = require("vscode");
import { type Failure, type Found, firstWorking, interpreterOf, launches } from "./core/discovery";
import { within } from "./core/restart";
import { SECTION } from "./names";

const PROBE_MS = 60_000; // of a first start on a cold disk, or on a busy machine
const PYTHON_MS = 20_000; // in which the Python extension looks through the disk for environments
const execute = promisify(execFile);

/** The part of the Python extension's interface that is used here. */
interface PythonExtension {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(environment: { readonly path: string }): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

/** The folder of the environment that the extension makes for the server. */
export function ownEnvironment(context: vscode.ExtensionContext): string {
  return path.join(context.globalStorageUri.fsPath, "server");
}

export async function findServer(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<Found | readonly Failure[]> {
  const settings = vscode.workspace.getConfiguration(`${SECTION}.server`);
  const command = settings.get<string[]>("command", []);
  const interpreter = settings.get("interpreter", "");
  const all = launches({
    platform: process.platform,
    command,
    interpreter,
    active: command.length || interpreter ? [] : await activeInterpreters(log),
    folders: folderPaths(),
    isTrusted: vscode.workspace.isTrusted,
    own: ownEnvironment(context),
  });
  const cwd = workingDirectory(context);
  await vscode.workspace.fs.createDirectory(vscode.Uri.file(cwd));
  return firstWorking(all, async (command, args) => {
    const { stdout } = await execute(command, args, { cwd, timeout: PROBE_MS, windowsHide: true });
    return stdout;
  });
}

/** The working folder of servers: one of our own, so that nothing of the workspace is found by accident. */
export function workingDirectory(context: vscode.ExtensionContext): string {
  return context.globalStorageUri.fsPath;
}

/** Calls `changed` when the user picks another Python environment. */
export async function onEnvironmentChange(changed: () => void): Promise<vscode.Disposable | undefined> {
  return (await pythonExtension())?.environments.onDidChangeActiveEnvironmentPath(changed);
}

async function activeInterpreters(log: vscode.LogOutputChannel): Promise<string[]> {
  const shell = process.env["VIRTUAL_ENV"];
  const ofShell = shell ? [interpreterOf(shell, process.platform)] : [];
  try {
    const chosen = await within(chosenInterpreter(), PYTHON_MS);
    return chosen ? [chosen, ...ofShell] : ofShell;
  } catch (error) {
    log.warn(`cannot ask the Python extension for its environment: ${String(error)}`); // the other places are left
    return ofShell;
  }
}

async function chosenInterpreter(): Promise<string | undefined> {
  const python = await pythonExtension();
  if (!python) return undefined;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const resolved = await python.environments.resolveEnvironment(python.environments.getActiveEnvironmentPath(folder));
  return resolved?.executable.uri?.fsPath;
}

async function pythonExtension(): Promise<PythonExtension | undefined> {
  return vscode.extensions.getExtension<PythonExtension>("ms-python.python")?.activate();
}

/** The workspace folders on disk. */
export function folderPaths(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).filter((one) => one.uri.scheme === "file").map((one) => one.uri.fsPath);
}
