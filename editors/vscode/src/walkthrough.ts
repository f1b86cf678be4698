// Lets the steps of the walkthrough tick themselves. The editor compares their contexts only when one changes after the page
// was opened, so that what holds by then would never be ticked: a context of our own changes a moment after any page is.

import vscode = require("vscode");
import { CONTEXTS } from "./names";

const PAUSE_MS = 1_000; // until the editor has read the steps

export function watchWalkthrough(): vscode.Disposable {
  let pause: NodeJS.Timeout | undefined;
  const set = (isOpen: boolean): void => void vscode.commands.executeCommand("setContext", CONTEXTS.walkthrough, isOpen);
  const update = (): void => {
    clearTimeout(pause);
    set(false);
    const isOpen = vscode.window.tabGroups.all.some(({ activeTab }) => activeTab && activeTab.input === undefined); // as all pages
    if (isOpen) pause = setTimeout(() => set(true), PAUSE_MS);
  };
  update();
  return vscode.Disposable.from(vscode.window.tabGroups.onDidChangeTabs(update), { dispose: () => clearTimeout(pause) });
}
