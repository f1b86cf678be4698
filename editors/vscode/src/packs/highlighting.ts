// Colours the code of unfolded pieces, as the preview of Markdown does. In an editor without a renderer of Markdown, the code
// stays plain.

import vscode = require("vscode");
import { colouredCode, fenced } from "../core/highlighted";
import type { Pack, PackItem } from "../protocol";

const RENDER = "markdown.api.render"; // of the editor's own extension for Markdown

export class Highlighting {
  private readonly coloured = new WeakMap<PackItem, string | undefined>();

  /** The code of a piece as HTML, if it has been coloured. */
  of(item: PackItem): string | undefined {
    return this.coloured.get(item);
  }

  /** Colours the code of one piece of a pack. Returns whether that changed what `of` returns. */
  async colour(pack: Pack | undefined, index: number): Promise<boolean> {
    const item = pack?.items[index];
    if (!item?.text || this.coloured.has(item)) return false;
    this.coloured.set(item, undefined); // once is enough
    const rendered = await vscode.commands.executeCommand<string>(RENDER, fenced(item.text, item.language)).then(String, () => "");
    this.coloured.set(item, colouredCode(rendered));
    return this.of(item) !== undefined;
  }
}
