// Settings to send to the server: only those that somebody has set. A default that is sent would win over the project's
// `ctx-lsp.toml`, because the editor's value counts for more than the file's.

import { SERVER_SETTINGS } from "../protocol";

/** A setting as VS Code describes it: a value for each place in which it was set. */
export interface Inspected {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

export class SentSettings {
  private readonly sent = new Set<string>();

  /** The settings to send, as the server names them; one that was sent before and is set no longer is null. */
  collect(inspect: (name: string) => Inspected | undefined): Record<string, unknown> {
    const collected: Record<string, unknown> = {};
    for (const name of SERVER_SETTINGS) {
      const found = inspect(name);
      const value = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
      if (value !== undefined) this.sent.add(name);
      if (this.sent.has(name)) collected[name] = value ?? null;
    }
    return collected;
  }
}
