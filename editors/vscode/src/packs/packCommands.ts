// Commands that ask for a pack, and those that use the one on show.

import vscode = require("vscode");
import { shortName } from "../core/format";
import type { Asking } from "../core/pack/packState";
import { askFirst } from "../core/wayOn";
import { questionFrom } from "../core/questions";
import { ofPackDiff } from "../core/relations";
import type { History } from "./history";
import type { Packs } from "./packs";
import type { Panel } from "./panel";
import { identifier, isKnown, knownEditor, nameOf, position, range } from "../places";
import type { Pack, Position, QueryParams } from "../protocol";
import { type Picked, pickQuestion } from "./questionPick";
import type { RelationsView } from "../views/relationsView";
import type { Reports } from "../reports";
import type { Server } from "../server";

export class PackCommands {
  constructor(
    private readonly server: Server,
    private readonly packs: Packs,
    private readonly panel: () => Panel,
    private readonly relations: RelationsView,
    private readonly reports: Reports,
    private readonly history: History,
  ) {}

  async ask(given?: unknown): Promise<void> {
    const editor = knownEditor(); // before the question takes the focus
    const place = editor && placeIn(editor);
    const picked: Picked = typeof given === "string" ? { question: given } : await pickQuestion(this.server, this.history.questions(), selectedBy(editor));
    const { question: query, closed } = picked;
    if (query?.trim()) await this.show({ command: "ctx-lsp.query", params: { query, ...place }, title: query }, closed);
    else await closed;
  }

  async here(): Promise<void> {
    const editor = knownEditor();
    if (!editor) throw askFirst("put the cursor on a symbol in a file of the workspace, or ask a question");
    const at = editor.selection.active;
    const word = editor.document.getWordRangeAtPosition(at);
    const title = word ? editor.document.getText(word) : `line ${at.line + 1}`;
    await this.at(identifier(editor.document.uri).uri, position(at), title);
  }

  /** A pack for the symbol at a place. */
  async symbolAt(uri: vscode.Uri, at: Position): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const word = document.getWordRangeAtPosition(new vscode.Position(at.line, at.character));
    await this.at(identifier(uri).uri, at, word ? document.getText(word) : nameOf(uri.toString()));
  }

  async at(uri: string, where: { readonly line: number; readonly character: number }, title: string): Promise<void> {
    await this.show({ command: "ctx-lsp.contextAt", params: { textDocument: { uri }, position: where }, title });
  }

  async files(clicked?: vscode.Uri, selected?: readonly vscode.Uri[]): Promise<void> {
    const uris = (selected?.length ? selected : clicked ? [clicked] : openFiles()).filter(isKnown);
    if (!uris.length) throw askFirst("select files of the workspace, or ask a question");
    const names = uris.map((uri) => nameOf(uri.toString()));
    const title = names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
    await this.show({ command: "ctx-lsp.contextForFiles", params: { files: uris.map(String) }, title });
  }

  async changes(): Promise<void> {
    await this.show({ command: "ctx-lsp.contextForDiff", params: {}, title: "My changes" });
  }

  async open(): Promise<void> {
    await vscode.window.showTextDocument(this.document(this.pack()), { preview: true });
  }

  async compare(): Promise<void> {
    const { pack, previous } = this.packs.state;
    if (!pack || !previous) throw askFirst("there is no earlier pack to compare with: ask once more");
    const answer = await this.server.ask("ctx-lsp.packDiff", { packId: previous.packId, against: pack.packId });
    await vscode.commands.executeCommand("vscode.diff", this.document(previous, "before: "), this.document(pack), "Previous pack ↔ this pack");
    await this.relations.show(ofPackDiff(answer));
  }

  /** A pack of an earlier session: the one that is given, or that the user picks. */
  async replay(given?: Asking): Promise<void> {
    const asking = given ?? (await this.history.pick());
    if (asking) await this.show(asking);
  }

  reveal(): Promise<void> {
    return this.panel().reveal();
  }

  /** Asks for a pack at once: the server works while the list that asked closes and the panel comes to the front. */
  private async show(asking: Asking, listClosed?: Promise<void>): Promise<void> {
    const answered = this.packs.ask(asking);
    await listClosed;
    await this.reveal();
    await answered;
  }

  private document(pack: Pack, before = ""): vscode.Uri {
    const { text } = pack.query;
    return this.reports.keep(`${before}${(text.includes("::") ? shortName(text) : text) || "Pack"}`, pack.text);
  }

  private pack(): Pack {
    const { pack } = this.packs.state;
    if (!pack) throw askFirst("there is no pack yet");
    return pack;
  }
}

function placeIn({ document, selection }: vscode.TextEditor): Omit<QueryParams, "query"> {
  return {
    textDocument: identifier(document.uri),
    position: position(selection.active),
    ...(selection.isEmpty ? {} : { selection: range(selection) }),
  };
}

function selectedBy(editor: vscode.TextEditor | undefined): string {
  return editor ? questionFrom(editor.document.getText(editor.selection)) : "";
}

function openFiles(): vscode.Uri[] {
  const editor = knownEditor();
  return editor ? [editor.document.uri] : [];
}
