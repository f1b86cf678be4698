// Changes in a pack of the history since it was made, in words.

import type { ReplayChanges } from "../../protocol";
import { capitalised, count, shortName } from "../format";

/** A sentence, and the names of the pieces, a line for each sort of change. */
export function changesText({ changed, entered, left }: ReplayChanges): [string, string[]] {
  const counts: readonly (readonly [string, readonly string[]])[] = [["changed", changed], ["added", entered], ["removed", left]];
  const some = counts.filter(([, names]) => names.length);
  if (!some.length) return ["Nothing has changed since this pack was made.", []];
  const said = some.map(([word, names], at) => `${at ? names.length : count(names.length, "piece")} ${word}`).join(", ");
  return [`Since this pack was made: ${said}.`, some.map(([word, names]) => `${capitalised(word)}: ${names.map(shortName).join(", ")}`)];
}
