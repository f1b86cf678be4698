// Places between the editor and the server: positions, documents, and which documents the server can know.

import vscode = require("vscode");
import { folderNames } from "./core/folderNames";
import type { Position, Range, TextDocumentIdentifier } from "./protocol";

export function toRange(range: Range): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

export function position(at: vscode.Position): Position {
  return { line: at.line, character: at.character };
}

export function range(of: vscode.Range): Range {
  return { start: position(of.start), end: position(of.end) };
}

/** The name of a file: its path in the workspace, below the name of its folder where there are several. */
export function nameOf(uri: string): string {
  const file = vscode.Uri.parse(uri);
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (!folder || folders.length < 2) return vscode.workspace.asRelativePath(file);
  const name = folderNames(folders.map((one) => ({ name: one.name, path: one.uri.path })))[folder.index] ?? folder.name;
  const path = vscode.workspace.asRelativePath(file, false);
  return path === file.fsPath ? name : `${name}/${path}`; // the folder itself has no path in it
}

export function identifier(uri: vscode.Uri): TextDocumentIdentifier {
  return { uri: uri.toString() };
}

/** Whether the server can have a text of it: a file of the workspace, a cell of one, or a document without a file. */
export function isKnown(uri: vscode.Uri): boolean {
  if (uri.scheme === "untitled") return true;
  const isFile = uri.scheme === "file" || uri.scheme === "vscode-notebook-cell";
  return isFile && vscode.workspace.getWorkspaceFolder(uri.with({ scheme: "file", fragment: "" })) !== undefined;
}

/** The editor whose cursor counts. */
export function knownEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && isKnown(editor.document.uri) ? editor : undefined;
}

/** Opens a file with the editor that the user has for it: a notebook is none of text. */
export async function goTo(uri: string, to: Range, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
  const start = toRange(to).start;
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(uri), { ...options, selection: new vscode.Range(start, start) });
}
