// The ways of a pack out of the panel: copies, the chat, a terminal, a file. Each has exactly the text that is shown.

import * as path from "node:path";
import vscode = require("vscode");
import { count } from "../core/format";
import { titleOf } from "../core/pack/packHtml";
import { askFirst } from "../core/wayOn";
import { extensionOf, fileNameOf, promptOf, reference } from "../core/pack/prompt";
import { CONTEXTS } from "../names";
import { inform } from "../notices";
import type { Packs } from "./packs";
import type { Pack } from "../protocol";

const CHAT = "workbench.action.chat.open";
const KEPT = 20; // files for chats and terminals
const PROMPT_MS = 3_000; // not every shell tells when its prompt is there

export class PackExports {
  constructor(
    private readonly packs: Packs,
    /** The folder of files for chats and terminals, outside the workspace. */
    private readonly folder: vscode.Uri,
  ) {}

  async copy(format?: "xml"): Promise<void> {
    const pack = this.pack();
    const { text, tokens } = format ? await this.packs.rendered(pack, format) : { text: pack.text, tokens: pack.tokens.used };
    await this.toClipboard(text, `Copied ${count(tokens, "token")}`);
  }

  async copyPrompt(): Promise<void> {
    const pack = this.pack();
    await this.toClipboard(promptOf(this.question(pack), pack.text), "Copied the question, the pack and an instruction");
  }

  /** Attaches the pack to the chat, with its question to be sent. */
  async insertIntoChat(): Promise<void> {
    const pack = this.pack();
    if (!(await hasChat())) {
      await this.copyPrompt();
      void inform("ctx-lsp: this editor's chat is missing or switched off. The question and the pack were copied to the clipboard instead.");
      return;
    }
    const attachFiles = [await this.written(pack)];
    await vscode.commands.executeCommand(CHAT, { query: this.question(pack), isPartialQuery: true, attachFiles });
  }

  /** Types the question and a reference to the pack into a terminal, for the agent that runs there. It is not sent. */
  async sendToTerminal(): Promise<void> {
    const pack = this.pack();
    const open = vscode.window.activeTerminal;
    const terminal = open ?? vscode.window.createTerminal("Agent");
    terminal.show();
    const [file] = await Promise.all([this.written(pack), open ? undefined : prompted(terminal)]);
    terminal.sendText(reference(this.question(pack), file.fsPath), false);
  }

  async save(): Promise<void> {
    const pack = this.pack();
    const name = fileNameOf(this.question(pack), extensionOf(pack.text));
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const to = await vscode.window.showSaveDialog({ ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}), title: "Save Pack" });
    if (!to) return;
    await vscode.workspace.fs.writeFile(to, Buffer.from(pack.text));
    used();
    vscode.window.setStatusBarMessage(`$(check) Saved ${path.basename(to.path)}`, 3_000);
  }

  private async written(pack: Pack): Promise<vscode.Uri> {
    const file = vscode.Uri.joinPath(this.folder, fileNameOf(this.question(pack), extensionOf(pack.text)));
    await vscode.workspace.fs.createDirectory(this.folder);
    await vscode.workspace.fs.writeFile(file, Buffer.from(pack.text));
    await this.dropOld();
    used();
    return file;
  }

  private async dropOld(): Promise<void> {
    const names = (await vscode.workspace.fs.readDirectory(this.folder)).map(([name]) => vscode.Uri.joinPath(this.folder, name));
    if (names.length <= KEPT) return;
    const dated = await Promise.all(names.map(async (uri) => ({ uri, time: (await vscode.workspace.fs.stat(uri)).mtime })));
    const old = dated.sort((one, other) => other.time - one.time).slice(KEPT);
    await Promise.all(old.map(({ uri }) => vscode.workspace.fs.delete(uri)));
  }

  private async toClipboard(text: string, said: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
    used();
    vscode.window.setStatusBarMessage(`$(check) ${said}`, 3_000);
  }

  private question(pack: Pack): string {
    return titleOf(this.packs.state, pack);
  }

  private pack(): Pack {
    const { pack } = this.packs.state;
    if (!pack) throw askFirst("there is no pack yet");
    return pack;
  }
}

/** Whether there is a chat. The editor keeps its command where a setting has switched it off, and does nothing then. */
async function hasChat(): Promise<boolean> {
  const isOff = vscode.workspace.getConfiguration("chat").get("disableAIFeatures", false);
  return !isOff && (await vscode.commands.getCommands(true)).includes(CHAT);
}

/** Waits for the first prompt of a shell: text that is sent earlier appears twice. */
function prompted(terminal: vscode.Terminal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(late);
      listener.dispose();
      resolve();
    };
    const listener = vscode.window.onDidChangeTerminalShellIntegration((event) => event.terminal === terminal && done());
    const late = setTimeout(done, PROMPT_MS);
  });
}

/** Lets the walkthrough know. */
function used(): void {
  void vscode.commands.executeCommand("setContext", CONTEXTS.hasUsed, true);
}
