// Whether a pack is enough to start work on, in the server's own figures.

import type { Pack, Shown } from "../../protocol";
import { percent } from "../format";

/** `Not ready: raise the budget to 8,192 · 62% sure · 3 of 4 best results shown`. */
export function readiness({ ready, reason, confidence, shown }: Pack): string {
  const parts = [ready ? "Ready" : `Not ready: ${reason}`];
  if (confidence !== null) parts.push(`${percent(confidence)} sure`);
  return [...parts, ...bestShown(shown)].join(" · ");
}

/** `3 of 4 best results shown`; nothing for a pack without main results. */
export function bestShown({ main, of }: Shown): string[] {
  return of ? [`${main} of ${of} best results shown`] : [];
}
