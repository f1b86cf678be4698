// Rows of a view that the server is asked for. The editor shows a failure as a notice, in the words of the protocol and each
// time that the view is drawn: what went wrong belongs in the view.

import type * as vscode from "vscode";
import { complaint } from "../core/complaint";
import { capitalised } from "../core/format";

/** The rows that `ask` brings; none where it fails, and the view says why. */
export async function listed<Row, Listed>(view: vscode.TreeView<Row>, ask: () => Promise<Listed[]>): Promise<Listed[]> {
  try {
    const rows = await ask();
    view.message = "";
    return rows;
  } catch (error) {
    view.message = capitalised(complaint(error) ?? "");
    return [];
  }
}
