// The rows of the panel: the items of a pack, where code that another item shows whole is a part of that item's row.

import type { PackItem, Range } from "../../protocol";

/** An item with its index in the pack. */
export interface Numbered {
  readonly item: PackItem;
  readonly index: number;
}

/** A row: an item, and the items whose code it shows. */
export interface Piece extends Numbered {
  readonly parts: readonly Numbered[];
  /** The best score of the item and its parts. */
  readonly score: number;
}

/** The rows for items. An item that `staysApart` is a row of its own, wherever its code is. */
export function piecesOf(items: readonly Numbered[], staysApart: (item: PackItem) => boolean = () => false): Piece[] {
  const byFile = groupedBy(items, ({ item }) => item.uri);
  const hosts = new Map(items.map((one) => [one, staysApart(one.item) ? undefined : hostOf(one, byFile.get(one.item.uri) ?? [])]));
  const partsOf = groupedBy(items, (one) => hosts.get(one));
  return items.flatMap((one) => {
    if (hosts.get(one)) return [];
    const parts = partsOf.get(one) ?? [];
    return [{ ...one, parts: parts.filter(({ item }) => item.symbol !== null), score: Math.max(one.item.score, ...parts.map(({ item }) => item.score)) }];
  });
}

function groupedBy<One, Key>(all: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

/** The outermost item that shows all code of an item; undefined if none does. */
function hostOf(one: Numbered, inFile: readonly Numbered[]): Numbered | undefined {
  const hosts = inFile.filter((other) => shows(other, one));
  return hosts.find((host) => !hosts.some((other) => shows(other, host)));
}

/** Whether an item shows all code of another one. Of two that show the same, one with a name counts, then the first. */
function shows(host: Numbered, part: Numbered): boolean {
  if (host === part || !holds(host.item, part.item)) return false;
  if (!holds(part.item, host.item)) return true;
  const [isNamed, isPartNamed] = [host.item.symbol !== null, part.item.symbol !== null];
  return isNamed === isPartNamed ? host.index < part.index : isNamed;
}

/** Whether a piece contains the code of another. Around one without a name, it may be an excerpt, and shows it nevertheless. */
function holds(host: PackItem, part: PackItem): boolean {
  if (part.symbol === null) return part.text.trim() !== "" && contains(host.range, part.range) && host.text.includes(part.text.trim());
  const isWhole = host.symbol !== null && host.level === "full" && contains(host.range, part.range);
  return isWhole && (part.level !== "full" || withoutWhitespace(host.text).includes(withoutWhitespace(part.text)));
}

/** Code without the whitespace that is other where it is indented otherwise. */
function withoutWhitespace(code: string): string {
  return code.replace(/\s+/g, "");
}

function contains(outer: Range, inner: Range): boolean {
  return isAtOrBefore(outer.start, inner.start) && isAtOrBefore(inner.end, outer.end);
}

function isAtOrBefore(one: Range["start"], other: Range["start"]): boolean {
  return one.line < other.line || (one.line === other.line && one.character <= other.character);
}
