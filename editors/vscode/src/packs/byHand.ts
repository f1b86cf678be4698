// Pieces that the user adds to the pack by hand: files, folders, the selection, the symbol at the cursor, dropped items.

import vscode = require("vscode");
import { type Dropped, dropped } from "../core/pack/dropped";
import { count, shortName } from "../core/format";
import type { Row } from "../core/relations";
import { askFirst } from "../core/wayOn";
import { added } from "../core/pack/packState";
import type { PackCommands } from "./packCommands";
import type { Packs } from "./packs";
import { identifier, isKnown, knownEditor, position } from "../places";
import type { Position } from "../protocol";
import type { Server } from "../server";

const MAX_SELECTED = 20; // symbols of a selection

export class ByHand {
  constructor(
    private readonly server: Server,
    private readonly packs: Packs,
    private readonly asking: PackCommands,
  ) {}

  /** Adds files and folders of the explorer; without a pack, asks for one about them. */
  async files(clicked?: vscode.Uri, selected?: readonly vscode.Uri[]): Promise<void> {
    const open = vscode.window.activeTextEditor?.document.uri;
    const uris = (selected?.length ? selected : clicked ? [clicked] : open ? [open] : []).filter(isKnown);
    if (!uris.length) throw askFirst("select files or folders of the workspace, or ask a question");
    if (!this.packs.state.pack) return this.asking.files(uris[0], uris);
    await this.add(uris.map(workspacePath));
  }

  /** Adds what was dropped on the panel: files, folders, or symbols by their places. */
  async drop(written: readonly string[]): Promise<void> {
    await this.places(written.map(dropped));
  }

  /** Adds the symbol or the file of a row of the Relations view. */
  async row({ uri, range }: Row): Promise<void> {
    await this.places([range ? { uri, position: range.start } : { uri }]);
  }

  /** Adds the symbols that begin in the selection, or else the one at the cursor. */
  async selection(): Promise<void> {
    const editor = knownEditor();
    if (!editor) throw askFirst("put the cursor on a symbol in a file of the workspace, or ask a question");
    if (!this.packs.state.pack) return this.asking.here();
    const { document, selection } = editor;
    const places = selection.isEmpty ? [] : await beginningsIn(document.uri, selection);
    const found = await Promise.all((places.length ? places : [selection.active]).map((at) => this.symbolAt(document.uri, position(at))));
    await this.add([...new Set(found)]);
  }

  private async places(all: readonly Dropped[]): Promise<void> {
    const known = all.map(({ uri, position: at }) => ({ uri: local(vscode.Uri.parse(uri)), at })).filter(({ uri }) => isKnown(uri));
    const [first] = known;
    if (!first) throw askFirst("only files, folders and symbols of the workspace can be added");
    if (!this.packs.state.pack) {
      if (first.at && known.length === 1) return this.asking.symbolAt(first.uri, first.at);
      return this.asking.files(first.uri, known.map(({ uri }) => uri));
    }
    const named = known.map(({ uri, at }) => (at ? this.symbolAt(uri, at).catch(() => workspacePath(uri)) : workspacePath(uri)));
    await this.add([...new Set(await Promise.all(named))]);
  }

  /** The id of the symbol at a place. */
  private async symbolAt(uri: vscode.Uri, at: Position): Promise<string> {
    const { root } = await this.server.ask("ctx-lsp.graph", { textDocument: identifier(uri), position: at, depth: 1 });
    return root;
  }

  private async add(names: readonly string[]): Promise<void> {
    const before = this.packs.state;
    await this.asking.reveal();
    await this.packs.again((state) => added(state, names));
    if (this.packs.state.error) this.packs.change((now) => ({ ...now, pinned: before.pinned, excluded: before.excluded }));
    else vscode.window.setStatusBarMessage(`$(check) Added ${names.length === 1 ? shortName(names[0] ?? "") : count(names.length, "piece")} to the pack`, 3_000);
  }
}

/** A file of this machine: in a remote window, the page writes it with the window's own scheme. */
function local(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === "vscode-remote" ? vscode.Uri.file(uri.path) : uri;
}

/** The server's name for a file of the first folder; its names for others differ from VS Code's, so their URIs are sent. */
function workspacePath(uri: vscode.Uri): string {
  const isFurther = (vscode.workspace.getWorkspaceFolder(uri)?.index ?? 0) > 0;
  return isFurther ? uri.toString() : vscode.workspace.asRelativePath(uri, false);
}

async function beginningsIn(uri: vscode.Uri, selection: vscode.Range): Promise<vscode.Position[]> {
  const symbols = await vscode.commands.executeCommand<readonly vscode.DocumentSymbol[] | undefined>("vscode.executeDocumentSymbolProvider", uri);
  return outermost(symbols ?? [], selection).slice(0, MAX_SELECTED);
}

function outermost(symbols: readonly vscode.DocumentSymbol[], selection: vscode.Range): vscode.Position[] {
  return symbols.flatMap(({ selectionRange, children }) =>
    selection.contains(selectionRange) ? [selectionRange.start] : outermost(children ?? [], selection),
  );
}
