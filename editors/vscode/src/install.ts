// The environment of the server's own: made, or made anew, when the user agrees.

import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import * as path from "node:path";
import { promisify } from "node:util";
import vscode = require("vscode");
import { interpreterOf } from "./core/discovery";
import { requirement, requirementName, whyNotInstalled } from "./core/requirement";
import { ownEnvironment } from "./find";
import { SECTION } from "./names";
import { alarm } from "./notices";

const DOWNLOAD = "150 MB";
const INSTALLED = "650 MB";
const INSTALL_MS = 15 * 60_000; // that much over a slow line
const execute = promisify(execFile);
let isInstalling = false; // two at once would delete each other's environment

/** Asks; on agreement makes the environment and installs the server. Returns whether it is there now. */
export async function offerInstallation(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<boolean> {
  const what = await wanted(context);
  const agreed = await vscode.window.showInformationMessage(
    "Install the ctx-lsp server in a private Python environment?",
    {
      modal: true,
      detail: `Creates a Python environment in ${ownEnvironment(context)} and installs ${requirementName(what)} there with pip, which downloads about ${DOWNLOAD}. It takes about ${INSTALLED} on the disk. Nothing else on this machine changes.`,
    },
    "Install",
  );
  if (agreed !== "Install" || isInstalling) return false;
  isInstalling = true;
  const aborted = new AbortController();
  try {
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: "ctx-lsp", cancellable: true },
      (progress, token) => {
        token.onCancellationRequested(() => aborted.abort());
        return install(context, what, log, progress, aborted.signal).finally(() => (isInstalling = false));
      },
    );
    return true;
  } catch (error) {
    if (aborted.signal.aborted) return false; // nobody needs to be told what they have done
    const reason = error instanceof Error ? error.message : String(error);
    log.error(`installation: ${reason}`);
    const answer = await alarm(`ctx-lsp could not be installed: ${whyNotInstalled(reason)}`, "Show Log", "Settings");
    if (answer === "Show Log") log.show();
    if (answer === "Settings") await vscode.commands.executeCommand("workbench.action.openSettings", `${SECTION}.server`);
    return false;
  }
}

async function install(
  context: vscode.ExtensionContext,
  what: string,
  log: vscode.LogOutputChannel,
  progress: vscode.Progress<{ message: string }>,
  signal: AbortSignal,
): Promise<void> {
  const run = async (message: string, command: string, args: readonly string[]): Promise<void> => {
    progress.report({ message });
    log.info([command, ...args].join(" "));
    const { stdout, stderr } = await execute(command, args, {
      timeout: INSTALL_MS,
      signal,
      windowsHide: true,
      maxBuffer: 10_000_000,
    });
    log.info(`${stdout}${stderr}`.trim());
  };
  const folder = ownEnvironment(context);
  const [python, ...args] = basePython();
  await run("creating an environment…", python, [...args, "-m", "venv", "--clear", folder]);
  const own = interpreterOf(folder, process.platform);
  await run(`installing ${requirementName(what)}…`, own, ["-m", "pip", "install", "--disable-pip-version-check", what]);
}

async function wanted(context: vscode.ExtensionContext): Promise<string> {
  const folder = path.join(context.extensionPath, "server");
  const bundled = await readdir(folder).catch(() => []); // no such folder: the server was not shipped along
  const setting = vscode.workspace.getConfiguration(`${SECTION}.server`).get("requirement", "");
  const version = (context.extension.packageJSON as { readonly version: string }).version;
  return requirement(setting, bundled.map((name) => path.join(folder, name)), version);
}

function basePython(): readonly [string, ...string[]] {
  const setting = vscode.workspace.getConfiguration(`${SECTION}.server`).get("basePython", "");
  if (setting) return [setting];
  return process.platform === "win32" ? ["py", "-3"] : ["python3"];
}
