// VS Code as a user sees it: files, palette, lenses, panels. Everything waits for what it needs to be there.

import { type BrowserContext, type FrameLocator, type Locator, type Page, chromium, errors } from "playwright-core";
import * as path from "node:path";
import type { CodeServer } from "./codeServer";
import { cache } from "./environment";

const START_MS = 240_000; // of the first start on a busy machine
const PATIENCE_MS = 120_000;
const GLANCE_MS = 5_000; // until a lost key is pressed again
const TRIES = 10;
const FEW = 10; // rows above the one that is meant

export class Workbench {
  private constructor(
    private readonly browser: BrowserContext,
    readonly page: Page,
  ) {}

  /** Opens a folder; with scrollbars as people see them, which a browser without a window hides otherwise, if they are wanted. */
  static async open(code: CodeServer, folder: string, { hasScrollbars = false } = {}): Promise<Workbench> {
    const bench = await Workbench.browser(code.state, hasScrollbars);
    try {
      await bench.page.goto(address(code, folder), { waitUntil: "commit", timeout: START_MS });
      await bench.foldersListed();
    } catch (error) {
      await bench.close(); // or it would write into the state that is deleted after the test
      throw error;
    }
    return bench;
  }

  /** Has the extension host run the module `suite` with the installed extension, and waits for its end. */
  static async runSuite(code: CodeServer, folder: string, suite: string): Promise<void> {
    const bench = await Workbench.browser(code.state);
    const uri = (file: string): string => `vscode-remote://127.0.0.1:${code.port}${file}`;
    const payload = [["extensionDevelopmentPath", uri(code.installed())], ["extensionTestsPath", uri(suite)], ["skipWelcome", "true"]];
    try {
      const ended = new Promise((resolve) => void bench.page.exposeFunction("codeAutomationExit", resolve));
      await bench.page.exposeFunction("codeAutomationLog", () => undefined);
      await bench.page.goto(`${address(code, folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`, { waitUntil: "commit", timeout: START_MS });
      await ended;
    } finally {
      await bench.close();
    }
  }

  private static async browser(state: string, hasScrollbars = false): Promise<Workbench> {
    const browser = await chromium.launchPersistentContext(path.join(state, "chromium"), {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      headless: true,
      ...(hasScrollbars ? { ignoreDefaultArgs: ["--hide-scrollbars"] } : {}),
      viewport: { width: 1060, height: 660 },
      permissions: ["clipboard-read", "clipboard-write"],
      args: [
        "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync",
        "--js-flags=--min-semi-space-size=64,--max-semi-space-size=64", // fewer collections of garbage
        `--disk-cache-dir=${cache}`, // compiled scripts of the workbench, for all windows of a run
      ],
    });
    await browser.addInitScript(stopAnimations);
    const page = browser.pages()[0] ?? (await browser.newPage());
    page.setDefaultTimeout(PATIENCE_MS);
    return new Workbench(browser, page);
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  /**
   * Waits for the folders of the workspace. An editor that has read a `.code-workspace` file too early says that it has
   * no folder, and goes on saying so until its page is loaded again, as a user would.
   */
  private async foldersListed(): Promise<void> {
    const listed = this.page.locator(".explorer-folders-view .monaco-list-row").first();
    const missing = this.page.locator(".pane-header", { hasText: "No Folder Opened" });
    for (let tries = 1; ; tries++) {
      await listed.or(missing).first().waitFor({ timeout: START_MS });
      if (await listed.waitFor({ timeout: tries * 2 * GLANCE_MS }).then(() => true, () => false)) return;
      if (tries === TRIES) throw new Error("the editor lists no folder of the workspace");
      await this.page.reload({ waitUntil: "commit", timeout: START_MS });
    }
  }

  /**
   * Does it until it succeeds: while a window or a web page in it takes the focus, keys are lost and lists close. Before
   * another try, a list that is still open is closed: it would take the next key for its own.
   */
  async insist(failure: string, action: () => Promise<void>, calm = () => this.page.keyboard.press("Escape")): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof errors.TimeoutError) || tries === TRIES) throw new Error(failure, { cause: error });
        await calm();
      }
    }
  }

  /** Opens a file by its path in the workspace. */
  async openFile(file: string): Promise<void> {
    const name = path.basename(file);
    await this.insist(`${file} does not open`, async () => {
      await this.pick("", file, name);
      await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor({ timeout: 2 * GLANCE_MS });
    });
    await this.page.locator(".monaco-editor .view-line").first().waitFor();
  }

  /** Runs a command from the palette by its full title. */
  run(title: string): Promise<void> {
    return this.pick(">", title, title);
  }

  /** Runs a command that opens a list, and picks the entry with a text in it. */
  async choose(title: string, text: string): Promise<void> {
    await this.insist(`${text} cannot be picked`, async () => {
      await this.run(title);
      await this.click(text);
    });
  }

  /** Asks a question; its list has closed, its answer is still to come. */
  async ask(question: string, open?: () => Promise<void>): Promise<void> {
    await this.insist("the question cannot be asked", async () => {
      await this.openQuestion(question, open);
      await this.choice(question).first().waitFor({ timeout: 2 * GLANCE_MS }); // the extension knows what was typed
      await this.question().press("Enter", { timeout: GLANCE_MS });
      await this.question().waitFor({ state: "hidden", timeout: GLANCE_MS });
      await this.panelFrame().waitFor({ timeout: 6 * GLANCE_MS });
    });
  }

  /** Types a question into the list that opens for it, by the palette or by `open`; what it finds is listed below. */
  async openQuestion(question: string, open = () => this.run("ctx-lsp: Ask for Context…")): Promise<void> {
    await this.insist("the question cannot be typed", async () => {
      await open();
      await this.question().fill(question, { timeout: GLANCE_MS });
    });
  }

  /** Types into a list that a command has opened. */
  async type(text: string): Promise<void> {
    await this.input().fill(text);
  }

  /** Clicks at an entry of the list that is open, which closes then. Rows move under a pointer while more come. */
  async click(text: string): Promise<void> {
    await this.choice(text).first().click({ timeout: 2 * GLANCE_MS });
    await this.choice(text).first().waitFor({ state: "hidden", timeout: GLANCE_MS });
  }

  /** An entry of the list that is open. */
  choice(text: string): Locator {
    return this.page.locator(".quick-input-list .monaco-list-row .label-name", { hasText: text });
  }

  async goToLine(line: number, column = 1): Promise<void> {
    await this.insist(`the cursor does not get to line ${line}`, async () => {
      await this.quickInput(":", `${line}:${column}`);
      await this.input().press("Enter", { timeout: GLANCE_MS });
      await this.page.locator("#status\\.editor\\.selection", { hasText: `Ln ${line}, Col ${column}` }).waitFor({ timeout: GLANCE_MS });
      await this.page.locator(".monaco-editor.focused").first().waitFor({ timeout: GLANCE_MS }); // or it gets no keys
    });
  }

  /** The number of symbols of a name in Go to Symbol in Workspace, once it lists any and has all. The list stays open. */
  async symbolsNamed(name: string): Promise<number> {
    const found = this.page.locator(".quick-input-list .monaco-list-row .label-name", { hasText: new RegExp(`^${name}$`) });
    await this.insist(`no symbol ${name} is listed`, async () => {
      await this.quickInput("#", name);
      await found.first().waitFor({ timeout: 2 * GLANCE_MS });
      await this.page.locator(".quick-input-widget:visible .quick-input-progress.done").waitFor({ state: "attached", timeout: 2 * GLANCE_MS });
    });
    return found.count();
  }

  /** The page inside the Context panel. */
  panel(): FrameLocator {
    return this.page.frameLocator('iframe.webview[src*="extensionId=ctx-lsp.ctx-lsp"]').frameLocator("#active-frame");
  }

  /** The element of the workbench that the Context panel is drawn in. */
  panelFrame(): Locator {
    return this.page.locator('iframe.webview[src*="extensionId=ctx-lsp.ctx-lsp"]');
  }

  /** Drags with the mouse, over `via` if it is given, and drops with Shift held: without it, no web page gets a drag. */
  async drag(from: Locator, to: Locator, via?: Locator): Promise<void> {
    const { mouse, keyboard } = this.page;
    await from.hover();
    await mouse.down();
    try {
      if (via) {
        await this.moveOver(via);
        await to.waitFor();
      }
      await keyboard.down("Shift");
      await this.insist("the panel takes no drag", async () => {
        await this.moveOver(to); // again and again: a busy window misses moves, and a hand does not hold still
        await this.panel().locator("body.dropping").waitFor({ timeout: GLANCE_MS });
      }, () => Promise.resolve());
    } finally {
      await mouse.up();
      await keyboard.up("Shift"); // or all that follows would be done with it
    }
  }

  private async moveOver(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    if (!box) throw new Error("there is nothing to drag to");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await this.page.mouse.move(x - 10, y - 10, { steps: 8 });
    await this.page.mouse.move(x, y, { steps: 4 });
  }

  lens(text: string | RegExp): Locator {
    return this.page.locator(".codelens-decoration a:visible", { hasText: text });
  }

  /** Clicks at a lens until what it opens is there: while lenses are drawn anew, a click is lost, as a user's would be. */
  async clickLens(lens: Locator, opened: Locator): Promise<void> {
    for (let tries = 0; tries < 10; tries++) {
      await lens.click();
      if (await opened.first().waitFor({ timeout: 3_000 }).then(() => true, () => false)) return;
    }
    throw new Error("a click at a lens opens nothing");
  }

  /** A row in one of the views at the side. */
  row(text: string | RegExp): Locator {
    return this.page.locator(".pane-body .monaco-list-row", { hasText: text });
  }

  status(): Locator {
    return this.page.locator("[id*='ctxLsp.status']");
  }

  /** The entry in the status bar once everything is indexed, and nothing has been asked. */
  idle(): Locator {
    return this.status().filter({ hasText: /^\s*ctx\s*$/ });
  }

  /** The entry in the status bar once everything is indexed, and something has been asked. */
  indexed(): Locator {
    return this.status().filter({ hasText: /^\s*[\d,]+ tokens/ });
  }

  /** Drags the edge of the side bar until the panel is as wide as `width`. */
  async resizeSideBar(width: number): Promise<void> {
    const box = await this.page.locator(".part.sidebar").boundingBox();
    if (!box) throw new Error("there is no side bar");
    const y = box.y + box.height / 2;
    await this.page.mouse.move(box.x + box.width, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + width, y, { steps: 5 });
    await this.page.mouse.up();
    await this.page.waitForFunction((wanted) => Math.abs((document.querySelector(".part.sidebar")?.clientWidth ?? 0) - wanted) <= 2, width);
  }

  async shot(file: string, clip?: { x: number; y: number; width: number; height: number }): Promise<void> {
    await this.page.screenshot({ path: file, ...(clip ? { clip } : {}) });
  }

  /** The box of the list that is open for a question. */
  private question(): Locator {
    return this.page.locator('.quick-input-widget:visible input.input[placeholder^="Ask a question"]');
  }

  private input(): Locator {
    return this.page.locator(".quick-input-widget:visible input.input");
  }

  /** Takes the entry of a quick input that begins with `label`: by keys, because rows move under a pointer while more come. */
  private pick(prefix: string, text: string, label: string): Promise<void> {
    return this.insist(`${label} is not in the list`, async () => {
      await this.quickInput(prefix, text);
      const row = this.page.locator(`.quick-input-list .monaco-list-row[aria-label^="${label}"]`).first();
      await row.waitFor({ timeout: 2 * GLANCE_MS });
      const isFocused = (): Promise<boolean> => row.evaluate((one) => one.classList.contains("focused"), undefined, { timeout: GLANCE_MS });
      for (let steps = 0; !(await isFocused()); steps++) {
        if (steps === FEW) throw new errors.TimeoutError(`no key gets to ${label}`);
        await this.input().press("ArrowDown", { timeout: GLANCE_MS });
      }
      await this.input().press("Enter", { timeout: GLANCE_MS });
      await this.page.waitForFunction((typed) => {
        const open = document.querySelector<HTMLInputElement>(".quick-input-widget:not([style*='display: none']) input.input");
        return open?.value !== typed;
      }, prefix + text, { timeout: GLANCE_MS });
    });
  }

  private async quickInput(prefix: string, text: string): Promise<void> {
    await this.insist("no key opens the quick input", async () => {
      await this.page.keyboard.press(prefix === ">" ? "F1" : "Control+p");
      await this.input().fill(prefix + text, { timeout: GLANCE_MS });
    });
  }
}

/** Stops all that spins and shimmers: without a graphics card, each of its 60 frames a second costs processor time. */
function stopAnimations(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { animation: none !important; }");
  document.adoptedStyleSheets.push(sheet);
}

/** The page of a folder, or of the folders that a `.code-workspace` file names. */
function address(code: CodeServer, folder: string): string {
  const what = folder.endsWith(".code-workspace") ? "workspace" : "folder";
  return `http://127.0.0.1:${code.port}/?${what}=${encodeURIComponent(folder)}`;
}
