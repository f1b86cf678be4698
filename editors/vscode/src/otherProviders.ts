// Languages that another extension answers for, so that this one does not say the same a second time. The editor has no
// list of providers: its own commands are asked, and whatever comes beyond our own answer is somebody else's.

import * as path from "node:path";
import vscode = require("vscode");
import { within } from "./core/restart";
import { SECTION } from "./names";

const PAUSE_MS = 300; // between an answer and the check of it: typing gives one after the other
const PATIENCE_MS = 2_000; // for an extension that has just begun to start
const NAMES_TRIED = 3;

/** The features that another extension has for a language. */
interface Verdict {
  readonly outline: boolean;
  readonly navigation: boolean;
}

interface OwnAnswer {
  readonly version: number;
  readonly symbols: number;
}

interface NamedSymbol {
  readonly selectionRange?: vscode.Range;
}

const NOBODY: Verdict = { outline: false, navigation: false };

export class OtherProviders implements vscode.Disposable {
  private readonly verdicts = new Map<string, Verdict>();
  private readonly languages = new Map<string, string>(); // by the suffix of a file
  private readonly own = new WeakMap<vscode.TextDocument, OwnAnswer>();
  private readonly checks = new Map<string, Promise<void>>(); // by language
  private readonly pauses = new Map<string, NodeJS.Timeout>(); // by language
  private readonly asked = new Set<string>(); // places at which only the others are asked
  private readonly markers = new Map<string, vscode.Disposable>(); // by language
  private readonly subscriptions = vscode.Disposable.from(
    vscode.extensions.onDidChange(() => this.forget()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.navigation`)) this.forget();
    }),
  );

  /** The outline of a document: ours, unless another extension has one. */
  async outline<Symbols extends readonly unknown[]>(
    document: vscode.TextDocument,
    ours: () => vscode.ProviderResult<Symbols>,
  ): Promise<Symbols | undefined> {
    const mode = navigationMode();
    if (mode === "off" || (mode === "auto" && this.verdict(document).outline)) return undefined;
    const answer = (await ours()) ?? undefined;
    this.own.set(document, { version: document.version, symbols: answer?.length ?? 0 });
    if (mode === "auto") this.checkSoon(document);
    return answer;
  }

  /** Places for a position of a document: ours, unless another extension answers for its language. */
  async places<Answer>(
    document: vscode.TextDocument,
    position: vscode.Position,
    ours: () => vscode.ProviderResult<Answer>,
  ): Promise<Answer | undefined> {
    const mode = navigationMode();
    if (mode === "off" || this.asked.has(placeKey(document.uri, position))) return undefined;
    if (mode === "auto" && (await this.navigates(document))) return undefined;
    return (await ours()) ?? undefined;
  }

  /** Symbols of the workspace without those in files that another extension answers for. */
  async symbols(ours: () => vscode.ProviderResult<vscode.SymbolInformation[]>): Promise<vscode.SymbolInformation[] | undefined> {
    const mode = navigationMode();
    if (mode === "off") return undefined;
    const answer = (await ours()) ?? undefined;
    return mode === "on" ? answer : answer?.filter((one) => !this.isServed(one.location.uri));
  }

  dispose(): void {
    for (const pause of this.pauses.values()) clearTimeout(pause);
    vscode.Disposable.from(this.subscriptions, ...this.markers.values()).dispose();
  }

  private async navigates(document: vscode.TextDocument): Promise<boolean> {
    if (this.verdicts.has(document.languageId)) this.checkSoon(document);
    // An extension that takes longer is found by the next check.
    else await within(this.check(document), PATIENCE_MS).catch(() => undefined);
    return this.verdict(document).navigation;
  }

  private verdict(document: vscode.TextDocument): Verdict {
    return this.verdicts.get(document.languageId) ?? NOBODY;
  }

  private isServed(uri: vscode.Uri): boolean {
    const language = this.languages.get(path.posix.extname(uri.path));
    return language !== undefined && (this.verdicts.get(language) ?? NOBODY).navigation;
  }

  private checkSoon(document: vscode.TextDocument): void {
    const language = document.languageId;
    const { outline, navigation } = this.verdict(document);
    if (outline && navigation) return;
    clearTimeout(this.pauses.get(language));
    const start = async (): Promise<void> => {
      await this.checks.get(language); // what it has read may be older
      await this.check(document);
    };
    this.pauses.set(language, setTimeout(() => void start(), PAUSE_MS));
  }

  private check(document: vscode.TextDocument): Promise<void> {
    const language = document.languageId;
    const decided = (): Promise<void> => this.decide(document).catch(() => undefined); // the document is gone: another will do
    const running = this.checks.get(language) ?? decided().finally(() => this.checks.delete(language));
    this.checks.set(language, running);
    return running;
  }

  private async decide(document: vscode.TextDocument): Promise<void> {
    const { languageId, uri, version } = document;
    const before = this.verdict(document);
    const symbols = (await ask<NamedSymbol>("vscode.executeDocumentSymbolProvider", uri)) ?? [];
    const own = this.own.get(document);
    if (document.isClosed || document.version !== version || (own && own.version !== version)) return; // asked again soon
    const outline = before.outline || symbols.length > (own?.symbols ?? 0);
    const navigation = before.navigation || (await this.othersNavigate(uri, symbols));
    this.languages.set(path.posix.extname(uri.path), languageId);
    this.verdicts.set(languageId, { outline, navigation });
    if (outline !== before.outline) this.renewOutlines(languageId);
  }

  /** Whether another extension finds the definition of a name that is one. */
  private async othersNavigate(uri: vscode.Uri, symbols: readonly NamedSymbol[]): Promise<boolean> {
    for (const { selectionRange } of symbols.slice(0, NAMES_TRIED)) {
      if (!selectionRange) continue;
      const key = placeKey(uri, selectionRange.start);
      this.asked.add(key);
      try {
        if ((await ask("vscode.executeDefinitionProvider", uri, selectionRange.start))?.length) return true;
      } finally {
        this.asked.delete(key);
      }
    }
    return false;
  }

  private forget(): void {
    const known = [...this.verdicts.keys()];
    this.verdicts.clear();
    for (const language of known) this.renewOutlines(language);
  }

  /** Has the editor ask for outlines anew: it keeps them until the text or the set of providers changes. */
  private renewOutlines(language: string): void {
    this.markers.get(language)?.dispose();
    const marker: vscode.DocumentSymbolProvider = { provideDocumentSymbols: () => [] };
    this.markers.set(language, vscode.languages.registerDocumentSymbolProvider({ language }, marker));
  }
}

function navigationMode(): "auto" | "on" | "off" {
  return vscode.workspace.getConfiguration(SECTION).get("navigation", "auto");
}

function placeKey(uri: vscode.Uri, { line, character }: vscode.Position): string {
  return `${uri.toString()}#${line}:${character}`;
}

function ask<One>(command: string, ...args: unknown[]): Thenable<readonly One[] | undefined> {
  return vscode.commands.executeCommand<readonly One[] | undefined>(command, ...args);
}
