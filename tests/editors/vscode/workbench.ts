// VS Code as a user sees it: files, palette, lenses, panels. Everything waits for what it needs to be there.

import { type BrowserContext, type FrameLocator, type Locator, type Page, chromium } from "playwright-core";
import * as path from "node:path";
import type { CodeServer } from "./codeServer";

const START_MS = 240_000; // of the first start on a busy machine
const PATIENCE_MS = 120_000;

export class Workbench {
  private constructor(
    private readonly browser: BrowserContext,
    readonly page: Page,
  ) {}

  static async open(code: CodeServer, folder: string): Promise<Workbench> {
    const bench = await Workbench.browser(code.state);
    try {
      await bench.page.goto(address(code, folder), { waitUntil: "commit", timeout: START_MS });
      await bench.page.locator(".explorer-folders-view .monaco-list-row").first().waitFor({ timeout: START_MS });
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

  private static async browser(state: string): Promise<Workbench> {
    const browser = await chromium.launchPersistentContext(path.join(state, "chromium"), {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      headless: true,
      viewport: { width: 1060, height: 660 },
      permissions: ["clipboard-read", "clipboard-write"],
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"],
    });
    const page = browser.pages()[0] ?? (await browser.newPage());
    page.setDefaultTimeout(PATIENCE_MS);
    return new Workbench(browser, page);
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  /** Opens a file by its path in the workspace. */
  async openFile(file: string): Promise<void> {
    await this.quickInput("", file);
    await this.page.locator(`.quick-input-list .monaco-list-row[aria-label^="${path.basename(file)}"]`).first().click();
    await this.page.locator(`.tab.active[data-resource-name="${path.basename(file)}"]`).waitFor();
    await this.page.locator(".monaco-editor .view-line").first().waitFor();
  }

  /** Runs a command from the palette by its full title. */
  async run(title: string): Promise<void> {
    await this.quickInput(">", title);
    await this.page.locator(`.quick-input-list .monaco-list-row[aria-label^="${title}"]`).first().click();
  }

  /** Answers an input box that a command has opened. */
  async answer(text: string): Promise<void> {
    await this.input().waitFor();
    await this.input().fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** Types into a list that a command has opened. */
  async type(text: string): Promise<void> {
    await this.input().waitFor();
    await this.input().fill(text);
  }

  /** An entry of the list that is open. */
  choice(text: string): Locator {
    return this.page.locator(".quick-input-list .monaco-list-row .label-name", { hasText: text });
  }

  async goToLine(line: number, column = 1): Promise<void> {
    await this.quickInput(":", `${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.page.locator("#status\\.editor\\.selection", { hasText: `Ln ${line}, Col ${column}` }).waitFor();
  }

  /** How many symbols of a name Go to Symbol in Workspace lists, once it lists any and has all. The list stays open. */
  async symbolsNamed(name: string): Promise<number> {
    await this.quickInput("#", name);
    const found = this.page.locator(".quick-input-list .monaco-list-row .label-name", { hasText: new RegExp(`^${name}$`) });
    await found.first().waitFor();
    await this.page.locator(".quick-input-widget:visible .quick-input-progress.done").waitFor({ state: "attached" });
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
    if (via) {
      await this.moveOver(via);
      await to.waitFor();
    }
    await keyboard.down("Shift");
    await this.moveOver(to);
    await this.panel().locator("body.dropping").waitFor();
    await mouse.up();
    await keyboard.up("Shift");
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

  private input(): Locator {
    return this.page.locator(".quick-input-widget:visible input.input");
  }

  /** Presses the key until the box is there: while the window or a web page in it takes the focus, a key is lost. */
  private async quickInput(prefix: string, text: string): Promise<void> {
    for (let tries = 0; tries < 10; tries++) {
      await this.page.keyboard.press(prefix === ">" ? "F1" : "Control+p");
      if (await this.input().waitFor({ timeout: 5_000 }).then(() => true, () => false)) {
        await this.input().fill(prefix + text);
        return;
      }
    }
    throw new Error("no key opens the quick input");
  }
}

/** The page of a folder, or of the folders that a `.code-workspace` file names. */
function address(code: CodeServer, folder: string): string {
  const what = folder.endsWith(".code-workspace") ? "workspace" : "folder";
  return `http://127.0.0.1:${code.port}/?${what}=${encodeURIComponent(folder)}`;
}
