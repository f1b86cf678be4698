// Clicks on the server's lenses: each opens the view that fits its command.

import vscode = require("vscode");
import type { Notes } from "./notes";
import type { PackCommands } from "./packs/packCommands";
import type { ContextAtParams, GraphParams, Position, RecallParams, TextDocumentIdentifier } from "./protocol";
import type { ServerCommands } from "./serverCommands";

/** The parameters of a lens about a symbol: a position, not a name. */
type PointedAt = ContextAtParams & { readonly textDocument: TextDocumentIdentifier; readonly position: Position };

/** Shows the answer of a lens's command where it belongs. */
export async function showLens(command: string, argument: unknown, packs: PackCommands, server: ServerCommands, notes: Notes): Promise<void> {
  switch (command) {
    case "ctx-lsp.graph":
      return server.graphOf(argument as GraphParams);
    case "ctx-lsp.contextAt": {
      const { textDocument, position } = argument as PointedAt;
      return packs.at(textDocument.uri, position, "");
    }
    case "ctx-lsp.check": // the false statements of the document are among the problems
      await vscode.commands.executeCommand("workbench.actions.view.problems");
      return;
    case "ctx-lsp.recall":
      return notes.listOf(argument as RecallParams);
    default:
      throw new Error(`this version of the extension has no view for ${command}`);
  }
}
