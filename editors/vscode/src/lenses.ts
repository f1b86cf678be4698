// What a click at a lens of the server opens: the view that fits its command.

import type { PackCommands } from "./packCommands";
import type { ContextAtParams, GraphParams, ImpactParams } from "./protocol";
import type { ServerCommands } from "./serverCommands";

/** Shows the answer of a lens's command where it belongs; false for commands that no lens carries. */
export async function showLens(command: string, argument: unknown, packs: PackCommands, server: ServerCommands): Promise<boolean> {
  switch (command) {
    case "ctx-lsp.graph":
      await server.graphOf(argument as GraphParams);
      return true;
    case "ctx-lsp.impact":
      await server.impactOf(argument as ImpactParams);
      return true;
    case "ctx-lsp.contextAt": {
      const { textDocument, position } = argument as ContextAtParams;
      await packs.at(textDocument.uri, position, "");
      return true;
    }
    default:
      return false;
  }
}
