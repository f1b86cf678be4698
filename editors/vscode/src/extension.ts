// Puts the parts together. Nothing here waits: the server is looked for after activation.

import vscode = require("vscode");
import { AgentsView } from "./views/agentsView";
import type { AgentPackRow, AgentPieceRow } from "./core/agents";
import { complaint, isMistake } from "./core/complaint";
import type { Row } from "./core/relations";
import { WayOn, askFirst } from "./core/wayOn";
import { onEnvironmentChange } from "./find";
import { ByHand } from "./packs/byHand";
import { Freshness } from "./packs/freshness";
import { History } from "./packs/history";
import { offerInstallation } from "./install";
import { showLens } from "./lenses";
import { McpProvider } from "./mcpProvider";
import { SECTION, SHOW_LENS, VIEWS } from "./names";
import { Notes, registerNoteAction } from "./notes";
import { alarm, inform } from "./notices";
import { OpenHints } from "./openHints";
import { OtherProviders } from "./otherProviders";
import { PackCommands } from "./packs/packCommands";
import { PackExports } from "./packs/packExports";
import { Packs } from "./packs/packs";
import { Panel } from "./packs/panel";
import { act } from "./panelActions";
import { RelationsView } from "./views/relationsView";
import { registerPublishedTexts } from "./publishedTexts";
import { Reports } from "./reports";
import { SavingsView } from "./packs/savingsView";
import { Server } from "./server";
import { ServerCommands } from "./serverCommands";
import { StatusBar } from "./statusBar";
import { registerExplanations } from "./packs/explanations";
import { Tasks } from "./tasks";
import { TeamTasks } from "./packs/teamTasks";
import { runTest, runTests } from "./testRuns";
import { registerParticipant, registerTools } from "./tools";
import { watchWalkthrough } from "./walkthrough";

let running: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("ctx-lsp", { log: true });
  const others = new OtherProviders();
  const server = new Server(context, log, others, (problem) => void about.complain(problem));
  running = server;
  const packs = new Packs(server);
  const relations = new RelationsView();
  const savings = new SavingsView(server, packs);
  const reports = new Reports();
  const agents = new AgentsView(server, reports);
  const about = new ServerCommands(server, packs, relations, reports, context.globalState);
  const notes = new Notes(server);
  const tasks = new Tasks(server, reports);
  const teamTasks = new TeamTasks(server, packs);
  const history = new History(server, packs, context.workspaceState);
  const asking = new PackCommands(server, packs, () => panel, relations, reports, history);
  const byHand = new ByHand(server, packs, asking);
  const out = new PackExports(packs, vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, "packs"));
  const panel: Panel = new Panel(context.extensionUri, packs, server, history, (message) => {
    void guarded(server, () => act(message, { packs, asking, byHand, out, history, about }));
  });

  const commands: Record<string, (...args: never[]) => Promise<void> | void> = {
    ask: (query?: string) => asking.ask(query),
    here: () => asking.here(),
    files: (uri?: vscode.Uri, all?: vscode.Uri[]) => asking.files(uri, all),
    changes: () => asking.changes(),
    explain: (symbol?: string) => about.explain(symbol),
    impact: () => about.impact(),
    since: () => about.since(),
    teamPatterns: () => about.teamPatterns(),
    addNote: () => notes.add(),
    notes: () => notes.list(),
    proposeNotes: () => notes.propose(),
    startTask: () => tasks.start(),
    checkpoint: () => tasks.checkpoint(),
    tasks: () => tasks.list(),
    tests: (uri?: vscode.Uri, all?: vscode.Uri[]) => about.tests(uri, all),
    recentPacks: () => asking.replay(),
    addFiles: (uri?: vscode.Uri, all?: vscode.Uri[]) => byHand.files(uri, all),
    addSelection: () => byHand.selection(),
    addRow: (row: Row) => byHand.row(row),
    copyPack: () => out.copy(),
    copyPrompt: () => out.copyPrompt(),
    insertIntoChat: () => out.insertIntoChat(),
    sendToTerminal: () => out.sendToTerminal(),
    savePack: () => out.save(),
    keepQuestion: () => teamTasks.keep(),
    openPack: () => asking.open(),
    comparePacks: () => asking.compare(),
    runTests: () => runTests(relations.rows),
    runTest: (row: Row) => runTest(row),
    reindex: () => about.reindex(),
    status: () => about.status(),
    dashboard: () => about.dashboard(),
    clearCache: () => about.clearCache(),
    restart: () => server.restart(),
    install: async () => {
      if (!(await offerInstallation(context, log))) return;
      await server.restart();
      if (server.state === "running") void offer(askFirst("the server is installed and running"));
    },
    showLog: () => log.show(),
    refreshSavings: () => savings.refresh(),
    toggleAgents: () => agents.toggle(),
    openAgentPack: (row: AgentPackRow) => agents.open(row),
    pinForAgents: (row: AgentPieceRow) => agents.wish("pin", row),
    excludeForAgents: (row: AgentPieceRow) => agents.wish("exclude", row),
  };
  context.subscriptions.push(
    log,
    others,
    server,
    packs,
    history,
    panel,
    relations,
    savings,
    agents,
    reports,
    registerPublishedTexts(server),
    new StatusBar(server, packs),
    new Freshness(server, packs),
    new OpenHints(server),
    server.onDidPropose((note) => void notes.offer(note)),
    new McpProvider(context, server),
    vscode.window.registerWebviewViewProvider(VIEWS.pack, panel, { webviewOptions: { retainContextWhenHidden: false } }),
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`ctxLsp.${name}`, (...args: never[]) => guarded(server, () => run(...args))),
    ),
    vscode.commands.registerCommand(SHOW_LENS, (command: string, argument: unknown) =>
      guarded(server, () => showLens(command, argument, asking, about, notes)),
    ),
    ...registerTools(server),
    registerParticipant(server),
    registerExplanations(),
    registerNoteAction(server),
    watchWalkthrough(),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.server`)) void server.reconsider();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server.reconsider()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      if (server.state !== "running") void startInWorkspace(server);
    }),
  );
  onEnvironmentChange(() => void server.reconsider()).then(
    (one) => one && context.subscriptions.push(one),
    (error: unknown) => log.warn(`cannot watch the Python environment: ${String(error)}`),
  );
  void startInWorkspace(server);
}

export function deactivate(): Promise<void> | undefined {
  return running?.stop();
}

async function startInWorkspace(server: Server): Promise<void> {
  if (vscode.workspace.workspaceFolders?.length) await server.restart();
}

/** Runs a command; what goes wrong is said to the user, with a way on. */
async function guarded(server: Server, run: () => Promise<void> | void): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof WayOn) return void offer(error); // nothing is wrong
    server.log.error(error instanceof Error ? error.message : String(error));
    const message = complaint(error);
    if (!message) return;
    if (isMistake(error)) void inform(`ctx-lsp: ${message}`);
    else void complain(server, message); // whoever called the command does not wait until it is read
  }
}

async function offer({ message, title, command }: WayOn): Promise<void> {
  const answer = await inform(`ctx-lsp: ${message}`, title);
  if (answer) await vscode.commands.executeCommand(command);
}

async function complain(server: Server, message: string): Promise<void> {
  const actions = server.state === "running" ? ["Show Log"] : ["Restart Server", "Show Log"];
  const answer = await alarm(`ctx-lsp: ${message}`, ...actions);
  if (answer === "Restart Server") await server.restart();
  if (answer === "Show Log") server.log.show();
}
