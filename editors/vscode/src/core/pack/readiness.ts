// Whether a pack is enough to start work on, in the server's own figures.

import type { Pack } from "../../protocol";

/** `Not ready: raise the budget to 8,192 · confidence 0.62 · 3 of 4 main results shown`. */
export function readiness({ ready, reason, confidence, shown }: Pack): string {
  const parts = [ready ? "Ready" : `Not ready: ${reason}`];
  if (confidence !== null) parts.push(`confidence ${confidence.toFixed(2)}`);
  if (shown.of) parts.push(`${shown.main} of ${shown.of} main results shown`);
  return parts.join(" · ");
}
