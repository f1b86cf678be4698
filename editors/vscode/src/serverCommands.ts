// Commands that ask about symbols and tests, and those about the server itself.

import vscode = require("vscode");
import { explanationMarkdown } from "./core/explanation";
import { teamPatternsMarkdown } from "./core/teamPatterns";
import { bytes, count, fileName, shortName } from "./core/format";
import { isUnknownPack } from "./core/pack/knownPack";
import { questionOf } from "./core/pack/packState";
import { type Listing, ofImpact, ofNeighbourhood, ofTests } from "./core/relations";
import { statusReport } from "./core/statusText";
import { askFirst } from "./core/wayOn";
import { NOT_FOUND, describe } from "./core/discovery";
import { alarm, inform } from "./notices";
import type { Packs } from "./packs/packs";
import { goTo, identifier, isKnown, knownEditor, nameOf, position } from "./places";
import type { GraphParams } from "./protocol";
import type { RelationsView } from "./views/relationsView";
import type { Reports } from "./reports";
import type { Server } from "./server";

const EXPLAIN = "ctx-lsp: Explain Why a Symbol Was Included";
const OTHER = "Another symbol…";
const WALKTHROUGH = "ctx-lsp.ctx-lsp#start";
const HIDE = "Don't Show Again";
const HIDDEN = "hideServerProblems"; // problems that nobody asked about

export class ServerCommands {
  constructor(
    private readonly server: Server,
    private readonly packs: Packs,
    private readonly relations: RelationsView,
    private readonly reports: Reports,
    private readonly memory: vscode.Memento,
  ) {}

  /** Why a symbol is in the answer to the last question, or is not. */
  async explain(given?: unknown): Promise<void> {
    const { pack } = this.packs.state;
    const query = questionOf(this.packs.state) ?? (await vscode.window.showInputBox({ title: EXPLAIN, prompt: "Question to explain" }));
    if (!query) return;
    const known = (pack?.items ?? []).flatMap(({ symbol, uri }) => (symbol ? [{ symbol, file: nameOf(uri) }] : []));
    const symbol = typeof given === "string" ? given : await pickSymbol(known);
    if (!symbol) return;
    const params = { query, symbol };
    const packId = query === questionOf(this.packs.state) ? pack?.packId : undefined;
    const answer = await this.server.ask("ctx-lsp.explain", { ...params, ...(packId ? { packId } : {}) }).catch((error: unknown) => {
      if (packId && isUnknownPack(error)) return this.server.ask("ctx-lsp.explain", params); // of the server before
      throw error;
    });
    await this.reports.show(`Why ${shortName(answer.symbol)}`, explanationMarkdown(query, answer));
  }

  async impact(): Promise<void> {
    const editor = knownEditor();
    if (!editor) throw askFirst("put the cursor on a symbol in a file of the workspace, or ask a question");
    const params = { textDocument: identifier(editor.document.uri), position: position(editor.selection.active) };
    await this.list(this.server.ask("ctx-lsp.impact", params).then(ofImpact));
  }

  /** Definitions about a question that have changed since a Git revision, each with the commits that changed it. */
  async since(): Promise<void> {
    const title = "What Has Changed Since…";
    const since = await vscode.window.showInputBox({ title, prompt: "A Git revision, such as a tag, a branch or HEAD~20, or a day such as 2026-01-31" });
    const query = since && (await vscode.window.showInputBox({ title, prompt: `What are you looking for in the changes since ${since}?` }));
    if (!since || !query) return;
    const answer = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: `ctx-lsp: looking for changes since ${since}` },
      () => this.server.ask("ctx-lsp.search", { query, filter: { since } }), // commits are read from Git, for seconds
    );
    const rows = answer.items.map((item) => ({
      label: item.symbol ? shortName(item.symbol) : fileName(item.uri),
      description: item.symbol ? nameOf(item.uri) : `${nameOf(item.uri)}:${item.range.start.line + 1}`, // several may be of one file
      detail: (answer.commits[item.symbol ?? item.uri] ?? []).map((one) => one.subject).join(" · "),
      item,
    }));
    if (!rows.length) throw askFirst([`no changes since ${since} match this question`, ...answer.warnings].join(". "));
    const row = await vscode.window.showQuickPick(rows, { title, matchOnDetail: true, placeHolder: [query, ...answer.warnings].join(" · ") });
    if (row) await goTo(row.item.uri, row.item.range);
  }

  /** Shows the team's usual patterns, category by category. */
  async teamPatterns(): Promise<void> {
    const answer = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: "ctx-lsp: looking for the team's patterns" },
      () => this.server.ask("ctx-lsp.patterns", { kinds: [], trends: true }), // earlier states are read from Git, for seconds
    );
    await this.reports.show("Team's patterns", teamPatternsMarkdown(answer, nameOf));
  }

  async graphOf(params: GraphParams): Promise<void> {
    await this.list(this.server.ask("ctx-lsp.graph", params).then(ofNeighbourhood));
  }

  /** The tests that reach files, or what has changed. */
  async tests(clicked?: vscode.Uri, selected?: readonly vscode.Uri[]): Promise<void> {
    const uris = selected?.length ? selected : clicked instanceof vscode.Uri ? [clicked] : undefined;
    const known = uris?.filter(isKnown).map(String);
    if (known && !known.length) throw askFirst("select files of the workspace, or ask a question");
    const params = known ? { files: known } : await pickScope();
    if (params) await this.list(this.server.ask("ctx-lsp.testScope", params).then(ofTests));
  }

  async reindex(): Promise<void> {
    const answer = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: "ctx-lsp: re-indexing all files" },
      () => this.server.ask("ctx-lsp.reindex", {}),
    );
    void inform(`ctx-lsp: ${count(answer.files, "file")} checked, ${answer.changed} changed.`);
  }

  async status(): Promise<void> {
    await this.server.started();
    if (this.server.state !== "running") {
      await this.offerHelp(this.server.problem || "The ctx-lsp server is not running."); // the latter: no folder is open
      return;
    }
    const answer = await this.server.ask("ctx-lsp.status", {});
    await this.reports.show("ctx-lsp status", statusReport(answer, this.server.launch ? describe(this.server.launch) : ""));
  }

  restart(): Promise<void> {
    return this.server.restart();
  }

  async showWalkthrough(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.openWalkthrough", WALKTHROUGH);
  }

  async install(): Promise<void> {
    await vscode.commands.executeCommand("ctxLsp.install");
  }

  showLog(): void {
    this.server.log.show();
  }

  /** Shows the definition of a symbol in the editor. */
  async visit(symbol: string): Promise<void> {
    const { root, nodes } = await this.server.ask("ctx-lsp.graph", { symbol, depth: 1 });
    const definition = nodes.find((node) => node.symbol === root);
    if (!definition) throw new Error(`the definition of ${shortName(symbol)} was not found`);
    await goTo(definition.uri, definition.range);
  }

  /** Latencies, packs, caches and sizes since the start of the server. */
  async dashboard(): Promise<void> {
    const answer = await this.server.ask("ctx-lsp.dashboard", {});
    await this.reports.show("ctx-lsp dashboard", answer.text);
  }

  async clearCache(): Promise<void> {
    const detail = "The index will be rebuilt at the next start. Your files are not affected.";
    const agreed = await vscode.window.showWarningMessage("Clear the cache of ctx-lsp?", { modal: true, detail }, "Clear");
    if (agreed !== "Clear") return;
    const answer = await this.server.ask("ctx-lsp.cache", { action: "clear" });
    void inform(`ctx-lsp: cache cleared (${bytes(answer.before - answer.after)} freed).`);
  }

  /** Says that there is a problem with the server, unless the user has had enough of that: the status bar says it too. */
  async complain(problem: string): Promise<void> {
    if (!this.memory.get(HIDDEN)) await this.offerHelp(problem, [HIDE]);
  }

  /** A problem with the server, and what can be done about it. */
  private async offerHelp(problem: string, more: readonly string[] = []): Promise<void> {
    const answer = await (problem === NOT_FOUND ? inform(problem, "Install", "Restart", "Settings", ...more) : alarm(problem, "Install", "Restart", "Settings", "Show Log", ...more));
    if (answer === HIDE) await this.memory.update(HIDDEN, true);
    if (answer === "Install") await this.install();
    if (answer === "Restart") await this.server.restart();
    if (answer === "Settings") await vscode.commands.executeCommand("workbench.action.openSettings", "ctx-lsp.server");
    if (answer === "Show Log") this.server.log.show();
  }

  private async list(answer: Promise<Listing>): Promise<void> {
    await this.relations.show(await answer);
  }
}

async function pickSymbol(known: readonly { readonly symbol: string; readonly file: string }[]): Promise<string | undefined> {
  const rows = known.map(({ symbol, file }) => ({ label: shortName(symbol), description: file, symbol }));
  const other = { label: OTHER, description: "", symbol: "", alwaysShow: true };
  const options = { title: EXPLAIN, matchOnDescription: true };
  const picked = rows.length ? await vscode.window.showQuickPick([...rows, other], options) : other;
  if (picked !== other) return picked?.symbol;
  return vscode.window.showInputBox({ title: EXPLAIN, prompt: "A symbol's name, or path::Qualified.name" });
}

async function pickScope(): Promise<{ readonly files: string[] } | { readonly base: string } | undefined> {
  const editor = knownEditor();
  const changes = { label: "For my changes since HEAD", params: { base: "HEAD" } };
  if (!editor) return changes.params;
  const uri = editor.document.uri;
  const file = { label: `For ${nameOf(uri.toString())}`, params: { files: [uri.toString()] } };
  return (await vscode.window.showQuickPick([file, changes], { title: "ctx-lsp: Tests to Run" }))?.params;
}
