// Names that the manifest and the code share. A test compares the commands with the manifest.

export const SECTION = "ctx-lsp";
export const VIEWS = { pack: "ctxLsp.pack", relations: "ctxLsp.relations", savings: "ctxLsp.savings", agents: "ctxLsp.agents" } as const;
/**
 * `down`: no server runs, and none is on its way. `hasShaped`, `hasUsed`: the user has changed the pack by hand, or taken it out
 * of the panel. `walkthrough`: the editor's page of walkthroughs may be open.
 */
export const CONTEXTS = { running: "ctxLsp.running", down: "ctxLsp.down", hasPack: "ctxLsp.hasPack", hasPrevious: "ctxLsp.hasPrevious", hasShaped: "ctxLsp.hasShaped", hasUsed: "ctxLsp.hasUsed", hasTests: "ctxLsp.hasTests", mcp: "ctxLsp.mcp", walkthrough: "ctxLsp.walkthrough" } as const;
export const MCP_PROVIDER = "ctx-lsp.mcp";

/** The server's notification after the answer of `ctx-lsp.agents` has changed. */
export const AGENTS_CHANGED = "$/ctx-lsp/agents";

/** The server's notification about a document that was opened. */
export const OPENED = "$/ctx-lsp/opened";

/** The server's notification about a note that an agent proposes. */
export const PROPOSED = "$/ctx-lsp/proposed";

/** The server's request before it serves an agent, which must see all edits so far. */
export const SEND_EDITS = "$/ctx-lsp/sendEdits";

/** The command behind a click on a lens. It is not in the manifest, because nothing else calls it. */
export const SHOW_LENS = "ctxLsp.showLens";

/** The context that says whether the server announces a command: `ctxLsp.can.packDiff`. */
export function canContext(command: string): string {
  return `ctxLsp.can.${command.replace(/^ctx-lsp\./, "")}`;
}
