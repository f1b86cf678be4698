// Notices in the corner of the window, as plain text: they hold names of files, titles of notes and errors.

import vscode = require("vscode");
import { escapeNotice } from "./core/format";

/** Says something, with buttons; returns the one that is pressed. */
export function inform(message: string, ...actions: string[]): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(escapeNotice(message), ...actions);
}

/** Says what went wrong, with buttons; returns the one that is pressed. */
export function alarm(message: string, ...actions: string[]): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(escapeNotice(message), ...actions);
}
