// Colours the code of pieces that are folded open, as the preview of Markdown does. Where the editor has no such renderer,
// code stays as it is.

import * as vscode from "vscode";
import { colouredCode, fenced } from "./core/highlighted";
import type { Pack, PackItem } from "./protocol";

const RENDER = "markdown.api.render"; // of the editor's own extension for Markdown

export class Highlighting {
  private readonly coloured = new WeakMap<PackItem, string | undefined>();

  /** The code of a piece as HTML, if it has been coloured. */
  of(item: PackItem): string | undefined {
    return this.coloured.get(item);
  }

  /** Colours the code of a piece of a pack; whether it looks otherwise now. */
  async colour(pack: Pack | undefined, index: number): Promise<boolean> {
    const item = pack?.items[index];
    if (!item?.text || this.coloured.has(item)) return false;
    this.coloured.set(item, undefined); // once is enough
    const rendered = await vscode.commands.executeCommand<string>(RENDER, fenced(item.text, item.language)).then(String, () => "");
    this.coloured.set(item, colouredCode(rendered));
    return this.of(item) !== undefined;
  }
}
