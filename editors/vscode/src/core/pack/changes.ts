// Changes in a pack of the history since it was made, in words.

import type { ReplayChanges } from "../../protocol";

/** A sentence, and the names of the pieces for those who want to know more. */
export function changesText({ changed, entered, left }: ReplayChanges): [string, string] {
  const counts: readonly (readonly [string, readonly string[]])[] = [["changed", changed], ["added", entered], ["removed", left]];
  const some = counts.filter(([, names]) => names.length);
  if (!some.length) return ["Nothing has changed since this pack was made.", ""];
  const said = some.map(([word, names]) => `${names.length} ${word}`).join(", ");
  return [`Since this pack was made: ${said}.`, some.map(([word, names]) => `${word}: ${names.join(", ")}`).join("\n")];
}
