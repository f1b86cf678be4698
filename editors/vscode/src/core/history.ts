// Recent packs as rows of a list: named by their question, never by an id. Those of the user come first.

import type { History, RecentPack } from "../protocol";
import { shortName } from "./format";
import type { Asking } from "./pack/packState";

const ICONS: Readonly<Record<RecentPack["kind"], string>> = {
  question: "search-sparkle",
  symbol: "symbol-method",
  files: "files",
  changes: "git-compare",
};
const MINUTE = 60_000;
const STEPS: readonly (readonly [number, string])[] = [[60 * 24, "day"], [60, "hour"], [1, "minute"]];

export interface RecentChoice {
  readonly label: string;
  readonly description: string;
}

export interface AskerGroup {
  /** Empty for the user. */
  readonly heading: string;
  readonly packs: readonly RecentPack[];
}

export function recentChoice({ kind, title, askedAt }: RecentPack, now: number): RecentChoice {
  const name = kind === "symbol" ? shortName(title) : title;
  return { label: `$(${ICONS[kind]}) ${name}`, description: ago(now - Date.parse(askedAt)) };
}

/** The packs by who has asked for them. */
export function byAsker(packs: readonly RecentPack[]): AskerGroup[] {
  const askers = [...new Set(packs.map(({ askedBy }) => askedBy))].sort((one, other) => Number(one !== "") - Number(other !== ""));
  return askers.map((asker) => ({
    heading: asker && `Fetched by ${asker === "agent" ? "agents" : asker}`,
    packs: packs.filter(({ askedBy }) => askedBy === asker),
  }));
}

/** The request that makes a recent pack again. */
export function replayOf({ packId, kind, title }: RecentPack): Asking {
  return replay(packId, kind === "symbol" ? "" : title);
}

/** The request that makes the pack of an earlier session again; undefined if packs are not kept. */
export function restoreOf(packId: string, { packs, kept }: History): Asking | undefined {
  if (!kept) return undefined;
  const found = packs.find((one) => one.packId === packId);
  return found ? replayOf(found) : replay(packId, ""); // a newer pack may have the same title
}

function replay(packId: string, title: string): Asking {
  return { command: "ctx-lsp.replay", params: { packId }, title };
}

function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE);
  const step = STEPS.find(([size]) => minutes >= size);
  if (!step) return "just now";
  const number = Math.floor(minutes / step[0]);
  return `${number} ${step[1]}${number === 1 ? "" : "s"} ago`;
}
