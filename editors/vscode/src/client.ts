// The language client: what it serves, the settings that it sends, and what it lets through.

import vscode = require("vscode");
import { CloseAction, ErrorAction, LanguageClient, type LanguageClientOptions, type MessageActionItem, type Middleware, ShowMessageRequest, type StaticFeature } from "vscode-languageclient/node";
import type { Launch } from "./core/discovery";
import type { Proposed } from "./core/notes";
import { SentSettings } from "./core/settings";
import type { Opened } from "./core/tasks";
import { AGENTS_CHANGED, OPENED, PROPOSED, SECTION, SEND_EDITS, SHOW_LENS } from "./names";
import { inform } from "./notices";
import type { OtherProviders } from "./otherProviders";

export interface ClientEvents {
  /** The server has gone without being asked to. */
  readonly closed: () => void;
  /** The server's words on how far it is; undefined: there is nothing more to do. */
  readonly progress: (message: string | undefined) => void;
  /** An agent has attached, left or fetched a pack. */
  readonly agents: () => void;
  /** Notes or earlier tasks are about a document that was opened. */
  readonly opened: (hint: Opened) => void;
  /** An agent proposes a note. */
  readonly proposed: (note: Proposed) => void;
}

/** Keeps the library's own words in the log: they are the protocol's, and `server.ts` says what a user can do. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/**
 * Announces what only this server knows: VS Code reloads a file that changes on disk, so that the server may wait for that before
 * it answers an agent, and `SEND_EDITS` is answered after all edits. The library queues an edit as soon as the editor reports it,
 * because the server takes changes one by one; it queues answers behind it, and writes in order.
 */
const OWN_CAPABILITIES: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    const own = { reloadsFiles: true, sendEdits: true };
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), ctxLsp: own };
  },
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};

export function makeClient(
  launch: Launch,
  cwd: string,
  log: vscode.LogOutputChannel,
  events: ClientEvents,
  others: OtherProviders,
): LanguageClient {
  const settings = new SentSettings();
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file" }, { scheme: "untitled" }, { scheme: "vscode-notebook-cell" }],
    outputChannel: log,
    initializationOptions: collect(settings),
    middleware: middleware(settings, events, others),
    // Starting again is `server.ts`'s business.
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        events.closed();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
    initializationFailedHandler: () => false,
  };
  const executable = { command: launch.command, args: [...launch.args], options: { cwd } };
  const client = new QuietClient(SECTION, "ctx-lsp", executable, options);
  client.registerFeature(OWN_CAPABILITIES);
  client.onRequest(ShowMessageRequest.type, ({ message, actions = [] }) => asked(message, actions)); // in place of the library's
  client.onRequest(SEND_EDITS, () => null);
  client.onNotification(AGENTS_CHANGED, events.agents);
  client.onNotification(OPENED, events.opened);
  client.onNotification(PROPOSED, events.proposed);
  return client;
}

function middleware(settings: SentSettings, events: ClientEvents, others: OtherProviders): Middleware {
  return {
    workspace: {
      configuration: (params, token, next) =>
        params.items.every((item) => item.section === SECTION) ? params.items.map(() => collect(settings)) : next(params, token),
    },
    handleWorkDoneProgress: (_token, params) => {
      if (params.kind === "end") events.progress(undefined);
      else events.progress(params.message);
    },
    resolveCodeLens: async (lens, token, next) => opensHere(await next(lens, token)),
    // The server's offers of notes are for editors without a list and a field for the title, as `registerNoteAction` has.
    provideCodeActions: async (document, range, context, token, next) =>
      (await next(document, range, context, token))?.filter((action) => commandOf(action) !== "ctx-lsp.remember"),
    provideDefinition: (document, position, token, next) => others.places(document, position, () => next(document, position, token)),
    provideDeclaration: (document, position, token, next) => others.places(document, position, () => next(document, position, token)),
    provideTypeDefinition: (document, position, token, next) => others.places(document, position, () => next(document, position, token)),
    provideImplementation: (document, position, token, next) => others.places(document, position, () => next(document, position, token)),
    provideReferences: (document, position, context, token, next) =>
      others.places(document, position, () => next(document, position, context, token)),
    provideDocumentHighlights: (document, position, token, next) => others.places(document, position, () => next(document, position, token)),
    prepareCallHierarchy: (document, position, token, next) => others.places(document, position, () => next(document, position, token)),
    prepareTypeHierarchy: (document, position, token, next) => others.places(document, position, () => next(document, position, token)),
    provideDocumentSymbols: (document, token, next) =>
      others.outline<vscode.SymbolInformation[] | vscode.DocumentSymbol[]>(document, () => next(document, token)),
    provideWorkspaceSymbols: (query, token, next) => others.symbols(() => next(query, token)),
  };
}

/** Shows a question of the server, such as the hint after a save, and returns the action that the user chooses. */
async function asked(message: string, actions: readonly MessageActionItem[]): Promise<MessageActionItem | null> {
  const chosen = await inform(message, ...actions.map(({ title }) => title));
  return actions.find(({ title }) => title === chosen) ?? null;
}

/** The server's command on a lens answers whoever calls it; a click is to show the answer. */
function opensHere(lens: vscode.CodeLens | null | undefined): vscode.CodeLens | null | undefined {
  const named = lens?.command;
  if (lens && named?.command) lens.command = { ...named, command: SHOW_LENS, arguments: [named.command, ...(named.arguments ?? [])] };
  return lens;
}

function commandOf(action: vscode.Command | vscode.CodeAction): string | undefined {
  return typeof action.command === "string" ? action.command : action.command?.command;
}

function collect(settings: SentSettings): Record<string, unknown> {
  const section = vscode.workspace.getConfiguration(SECTION);
  return settings.collect((name) => section.inspect(name));
}
