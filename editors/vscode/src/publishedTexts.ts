// Files of published repositories, which are not on this machine: read-only documents, at the revision of the search.

import vscode = require("vscode");
import type { Server } from "./server";

const SCHEME = "ctx-lsp";

export function registerPublishedTexts(server: Server): vscode.Disposable {
  const provider: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: async (uri, token) => {
      const asked = new URLSearchParams(uri.query);
      const repository = asked.get("repository");
      const path = asked.get("path");
      if (!repository || !path) return "This is not a file of a published repository.";
      const revision = asked.get("revision") ?? "";
      const { text, problem } = await server.ask("ctx-lsp.publishedText", { repository, path, revision }, token);
      return text ?? problem;
    },
  };
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider);
}
