// The requirement for pip, and the message where it cannot be installed.

import { lastLine } from "./format";

/**
 * The user's requirement, else the bundled wheel, else the release of the same version. The latter two with the
 * packages for agents, because agent mode is offered them.
 */
export function requirement(setting: string, bundled: readonly string[], version: string): string {
  if (setting) return setting;
  const wheels = bundled.filter((file) => file.endsWith(".whl")).sort();
  const wheel = wheels.at(-1);
  return wheel ? `${wheel}[mcp]` : `ctx-lsp[mcp]==${version}`;
}

/** What the user reads: of a wheel, its name and version. */
export function requirementName(what: string): string {
  const [, name, version] = /(?:^|[\\/])([\w.]+)-([^-\\/]+)-[^\\/]+\.whl(?:\[\w+\])?$/.exec(what) ?? [];
  return name && version ? `${name.replaceAll("_", "-")} ${version}` : what;
}

/** Why pip failed; where the package index lacks the server, with the ways that do without it. */
export function whyNotInstalled(reason: string): string {
  if (!/No matching distribution found for ctx-lsp/.test(reason)) return lastLine(reason).replace(/^ERROR: /, "");
  return (
    "pip's package index does not have this version. Install the server from a checkout (pipx install /path/to/ctx-lsp), " +
    "or take the extension that ships it (npm run package:with-server)."
  );
}
