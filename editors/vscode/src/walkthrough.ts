// Lets the steps of the walkthrough tick themselves. The editor compares their contexts only when one changes after the page
// was opened, so that what holds by then would never be ticked: a context of the page itself changes a moment after.

import vscode = require("vscode");
import { CONTEXTS } from "./names";

const PAUSE_MS = 1_000; // until the editor has read the steps

export function watchWalkthrough(): vscode.Disposable {
  let pause: NodeJS.Timeout | undefined;
  const look = (): void => {
    clearTimeout(pause);
    const isOpen = vscode.window.tabGroups.all.some(({ activeTab }) => activeTab && activeTab.input === undefined); // it has no kind
    pause = setTimeout(() => void vscode.commands.executeCommand("setContext", CONTEXTS.walkthrough, isOpen), isOpen ? PAUSE_MS : 0);
  };
  look();
  return vscode.Disposable.from(vscode.window.tabGroups.onDidChangeTabs(look), { dispose: () => clearTimeout(pause) });
}
