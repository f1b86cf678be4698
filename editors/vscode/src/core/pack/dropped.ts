// Items that can be dropped on the panel: files, folders and symbols, as the editor writes them into a drag.

import type { Position } from "../../protocol";

/** The editor's own list of URIs: unlike `text/uri-list` it has all of them, and the place of a symbol. */
export const DRAGGED = "application/vnd.code.uri-list";

const MAX_DROPPED = 20; // of one drag: more say what a folder says better
const PLACE = /#L?(\d+)(?:,(\d+))?[^#]*$/;

/** A file or folder, or the symbol at a position of it. */
export interface Dropped {
  readonly uri: string;
  readonly position?: Position;
}

/** The URIs in a drag. */
export function draggedUris(list: string): string[] {
  return list.split(/\r?\n/).filter((line) => line && !line.startsWith("#")).slice(0, MAX_DROPPED);
}

/** The item that a URI of a drag means: `#12,3` and `#L12,3` at its end are a line and a column, both from 1. */
export function dropped(written: string): Dropped {
  const [place, line, column = "1"] = PLACE.exec(written) ?? [];
  if (place === undefined || line === undefined) return { uri: written };
  return { uri: written.slice(0, -place.length), position: { line: Math.max(0, Number(line) - 1), character: Math.max(0, Number(column) - 1) } };
}

/** The URI of a row of the editor's trees, from which `dropped` reads the place again. */
export function placeFragment({ line, character }: Position): string {
  return `L${line + 1},${character + 1}`;
}
