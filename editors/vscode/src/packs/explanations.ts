// The quick fix on an error or a warning that asks for the code around it.

import vscode = require("vscode");

const SCHEMES = ["file", "untitled", "vscode-notebook-cell"];
const KINDS = [vscode.CodeActionKind.QuickFix];

export function registerExplanations(): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: (_document, _range, { diagnostics }) => diagnostics.map(explain),
  };
  return vscode.languages.registerCodeActionsProvider(SCHEMES.map((scheme) => ({ scheme })), provider, {
    providedCodeActionKinds: KINDS,
  });
}

function explain(diagnostic: vscode.Diagnostic): vscode.CodeAction {
  const action = new vscode.CodeAction("ctx-lsp: Explain with Context", vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  action.command = { title: action.title, command: "ctxLsp.ask", arguments: [diagnostic.message] };
  return action;
}
